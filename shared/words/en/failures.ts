import type { FailureCode } from '#shared/authorization';
import { networkReasons } from './network.ts';
import type { Explained } from '../text.ts';

/** Why there is no access token, by the code of the turn that reports it. */
export const failures = {
  ...networkReasons,
  unreachable: {
    title: 'Unreachable',
    text: 'No response from the address of this step.',
  },
  blocked: {
    title: 'Unreachable from the browser',
    text: 'No response, or the browser withholds it because the authorization server does not allow pages to read it (CORS). The relay does not have this limit.',
  },
  'out-of-reach': {
    title: 'Address not allowed',
    text: 'The server names an address on this computer or a local network for authorization, but does not run there itself. The request was not sent. If you trust the server, edit it and allow such addresses under Authorization.',
  },
  'resource-metadata': {
    title: 'Resource metadata cannot be read',
    text: 'The protected resource metadata of the server (RFC 9728) is invalid.',
  },
  'resource-mismatch': {
    title: 'Metadata of another resource',
    text: 'The metadata names a resource other than this server, so tokens issued for it are not for this server.',
  },
  'server-metadata': {
    title: 'Authorization server metadata invalid',
    text: 'The metadata of the authorization server (RFC 8414 or OpenID Connect Discovery) is invalid.',
  },
  'no-server-metadata': {
    title: 'No authorization server metadata',
    text: 'The authorization server has no metadata at any of the URLs that the specification names.',
  },
  'metadata-issuer': {
    title: 'Metadata of another issuer',
    text: 'The issuer in the metadata is not the one it was fetched for, so it must not be used (RFC 8414, 3.3).',
  },
  'no-pkce': {
    title: 'No PKCE with S256',
    text: 'The authorization server does not declare PKCE with S256, which clients must require.',
  },
  'client-needed': {
    title: 'A registered client is needed',
    text: 'The authorization server does not support dynamic registration. Register a client there, then edit the server and enter the client ID.',
  },
  'registration-refused': {
    title: 'Registration refused',
    text: 'The authorization server refused to register this client. Its response is in the diagram.',
  },
  'no-authorization-server': {
    title: 'This server needs a token (401)',
    text: 'The server responded with 401 and names no authorization server. It may need an API key or a token: edit the server and add a header such as Authorization: Bearer … or X-API-Key.',
  },
  incomplete: {
    title: 'Settings are missing',
    text: 'The chosen grant needs more settings. Edit the server and add under Authorization:',
  },
  'client-key': {
    title: 'The private key cannot be used',
    text: 'It must be PEM (PKCS #8) or a JWK, and match the algorithm.',
  },
  'identity-provider': {
    title: 'No assertion from the identity provider',
    text: 'The identity provider did not exchange the ID token. Its response is in the diagram. An ID token is valid for a short time: get a new one.',
  },
  cancelled: { title: 'Cancelled', text: 'Cancelled by you.' },
  'state-mismatch': {
    title: 'State does not match',
    text: 'The state in the response is not the one that was sent, so the response was discarded.',
  },
  'response-issuer': {
    title: 'Response from another issuer',
    text: 'The response comes from a different authorization server than the one requested (RFC 9207), so its code was not used.',
  },
  denied: { title: 'Denied', text: 'The authorization server responded with an error instead of a code.' },
  'no-code': { title: 'No code', text: 'The redirect URL has neither a code nor an error.' },
  'token-refused': {
    title: 'No token',
    text: 'The token endpoint refused the request, or its response has no token. The response is in the diagram.',
  },
  'still-refused': {
    title: 'Token refused',
    text: 'The server refuses the token that was granted for it. Does it check another audience, issuer or scope?',
  },
  'scope-refused': {
    title: 'Insufficient scope',
    text: 'The server requires scopes that were already requested. Requesting them again would change nothing.',
  },
  unexpected: { title: 'Unexpected error', text: 'The details are in the diagram.' },
} satisfies { readonly [code in FailureCode]: Explained } as { readonly [code: string]: Explained };
