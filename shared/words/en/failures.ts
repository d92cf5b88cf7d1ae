import type { FailureCode } from '#shared/authorization';
import { networkReasons } from './network.ts';
import type { Explained } from '../explained.ts';

/** Why no access token was got, by the code of the turn that says so. */
export const failures = {
  ...networkReasons,
  unreachable: {
    title: 'Not reached',
    text: 'Nothing answered at the address of this step.',
  },
  blocked: {
    title: 'Not reached from the page',
    text: 'Nothing answered, or the browser withholds the answer because the authorization server does not let pages read it (CORS). The relay does not have this limit.',
  },
  'out-of-reach': {
    title: 'Address not allowed',
    text: 'The server names an address of this computer or of a local network for its authorization, and is not there itself. The request was not made. If you trust the server, edit the connection and allow such addresses under Authorization.',
  },
  'resource-metadata': {
    title: 'Resource metadata cannot be read',
    text: 'The protected resource metadata of the server (RFC 9728) are not what they must be.',
  },
  'resource-mismatch': {
    title: 'Metadata of another resource',
    text: 'The resource that the metadata name is not this server, so a token for it would be good for something else.',
  },
  'server-metadata': {
    title: 'Server metadata cannot be used',
    text: 'The metadata of the authorization server (RFC 8414 or OpenID Connect Discovery) are not what they must be.',
  },
  'no-server-metadata': {
    title: 'No server metadata',
    text: 'The authorization server publishes its metadata at none of the places the specification names.',
  },
  'metadata-issuer': {
    title: 'Metadata of another issuer',
    text: 'The issuer in the metadata is not the one they were fetched for. They must not be used (RFC 8414, 3.3).',
  },
  'no-pkce': {
    title: 'No PKCE with S256',
    text: 'The authorization server does not say that it supports PKCE with S256, and without it a client must not go on.',
  },
  'client-needed': {
    title: 'A registered client is needed',
    text: 'The authorization server registers no clients by itself. Register one with it and give its client id when connecting.',
  },
  'registration-refused': {
    title: 'Registration refused',
    text: 'The authorization server refused to register this client. Its answer is in the diagram.',
  },
  'no-authorization-server': {
    title: 'No authorization server found',
    text: 'The server answered 401 and names no authorization server. It may want an API key or a token: edit the connection and add a header such as Authorization: Bearer … or X-API-Key.',
  },
  incomplete: {
    title: 'Settings are missing',
    text: 'The chosen way to get access needs more. Edit the connection and add this under Authorization:',
  },
  'client-key': {
    title: 'The private key cannot be used',
    text: 'It must be PEM (PKCS #8) or a JWK, and fit the algorithm.',
  },
  'identity-provider': {
    title: 'No assertion from the identity provider',
    text: 'The identity provider did not exchange the ID token. Its response is in the diagram. An ID token is valid for a short time: get a new one.',
  },
  cancelled: { title: 'Cancelled', text: 'You gave up before the authorization server answered.' },
  'state-mismatch': {
    title: 'An answer to something else',
    text: 'The state in the answer is not the one that was sent, so the answer was thrown away.',
  },
  'response-issuer': {
    title: 'An answer from another issuer',
    text: 'The answer does not come from the authorization server that was asked (RFC 9207), so its code was not used.',
  },
  denied: { title: 'Denied', text: 'The authorization server answered with an error instead of a code.' },
  'no-code': { title: 'No code', text: 'The address holds neither a code nor an error.' },
  'token-refused': {
    title: 'No token',
    text: 'The token endpoint refused the request, or its answer is no token. It is in the diagram.',
  },
  'still-refused': {
    title: 'The token is refused',
    text: 'The server refuses the token that was granted for it. Does it check another audience, issuer or scope?',
  },
  'scope-refused': {
    title: 'Not enough scopes',
    text: 'The server wants scopes that were asked for before and are still not enough. Asking again would change nothing.',
  },
  unexpected: { title: 'Failed', text: 'Something went wrong that has no name here.' },
} satisfies { readonly [code in FailureCode]: Explained } as { readonly [code: string]: Explained };
