/** As which client to ask (2026-07-28 basic/authorization/client-registration), in the specification's order. */
import { defined, errorText } from '#shared/base';
import { parsedObject } from '#shared/jsonrpc';
import type { ConsentAsked } from './consent.ts';
import type { Tools } from './exchanges.ts';
import { Failure } from './failure.ts';
import type { OAuthClientInformationMixed } from './library.ts';

const METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** The client to be at the authorization server `found`. Registers one where that is the only way. */
export async function clientFor(
  { found, scope, redirectUri, clients, clientName }: ConsentAsked,
  { settings, lib, exchanges, masker }: Tools,
): Promise<OAuthClientInformationMixed | Failure> {
  const { clientId, clientSecret, clientMetadataUrl } = settings;
  const { metadata } = found;
  if (clientId !== undefined) return { client_id: clientId, ...defined({ client_secret: clientSecret }) };
  if (clientMetadataUrl !== undefined && metadata?.client_id_metadata_document_supported === true)
    return { client_id: clientMetadataUrl };
  if (metadata && metadata.registration_endpoint === undefined) return new Failure('client-needed', found.issuer);
  // Clients belong to the authorization server that issued them.
  const key = JSON.stringify([found.issuer, redirectUri]);
  const known = clients.get(key);
  if (known) return known;
  const supported = metadata?.token_endpoint_auth_methods_supported;
  const fetchFn = exchanges.begin('client-registration');
  try {
    const client = await lib.registerClient(found.server, {
      ...defined({ metadata, scope }),
      clientMetadata: {
        client_name: clientName,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: METHODS.find((method) => supported?.includes(method)) ?? 'none',
        // A web server on this machine counts as a native application.
        application_type: /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/i.test(redirectUri) ? 'native' : 'web',
      },
      fetchFn,
    });
    clients.set(key, client);
    return client;
  } catch (error) {
    if (exchanges.lost) return exchanges.lost;
    const rejected = error instanceof lib.RegistrationRejectedError;
    if (found.guessed && !(rejected && isRegistrationError(error.body)))
      return new Failure('no-authorization-server', '');
    return new Failure(
      'registration-refused',
      masker.text(rejected ? `${error.status} ${error.body}` : errorText(error)),
    );
  }
}

/** Errors that a registration endpoint answers with (RFC 7591 section 3.2.2, RFC 6749 section 5.2). */
const REGISTRATION_ERRORS: readonly unknown[] = [
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'invalid_software_statement',
  'unapproved_software_statement',
  'invalid_request',
  'invalid_client',
  'access_denied',
  'server_error',
  'temporarily_unavailable',
];

function isRegistrationError(body: string): boolean {
  const answer = parsedObject(body);
  return answer !== undefined && 'error' in answer && REGISTRATION_ERRORS.includes(answer['error']);
}
