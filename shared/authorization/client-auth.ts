/** How the client proves who it is at the token endpoint (OAuth 2.1 section 2.4, RFC 7523 section 2.2). */
import { parsedJson } from '#shared/jsonrpc';
import type { Discovered } from './discover.ts';
import type { Tools } from './exchanges.ts';
import type { AuthorizationServerMetadata, Library, OAuthClientInformationMixed } from './library.ts';
import type { AuthorizationSettings } from './settings.ts';

export interface TokenClient {
  readonly metadata?: AuthorizationServerMetadata;
  readonly clientInformation: OAuthClientInformationMixed;
  readonly addClientAuthentication?: ReturnType<Library['createPrivateKeyJwtAuth']>;
}

/** As `client`, in the way that is set, else in one that the authorization server supports. */
export function tokenClient(
  client: OAuthClientInformationMixed,
  { metadata }: Discovered,
  { settings, lib }: Tools,
): TokenClient {
  const { clientAuth, privateKey, clientId } = settings;
  const own = client.client_id === clientId;
  const proof =
    own && privateKey !== undefined && (clientAuth ?? 'private_key_jwt') === 'private_key_jwt'
      ? { addClientAuthentication: signer(clientId, privateKey, settings, metadata, lib) }
      : {};
  // A set way is the only one that the library may choose.
  const forced = own && clientAuth !== undefined && clientAuth !== 'private_key_jwt' ? clientAuth : undefined;
  const clientInformation = forced ? { ...client, token_endpoint_auth_method: forced } : client;
  if (!metadata) return { clientInformation, ...proof };
  const methods = forced ? { token_endpoint_auth_methods_supported: [forced] } : {};
  return { clientInformation, metadata: { ...metadata, ...methods }, ...proof };
}

function signer(
  clientId: string,
  privateKey: string,
  { keyAlgorithm }: AuthorizationSettings,
  metadata: AuthorizationServerMetadata | undefined,
  lib: Library,
): ReturnType<Library['createPrivateKeyJwtAuth']> {
  const jwk = jwkIn(privateKey);
  const supported = metadata?.token_endpoint_auth_signing_alg_values_supported as readonly string[] | undefined;
  const alg = keyAlgorithm ?? (jwk ? algorithmOf(jwk) : supported?.[0]) ?? 'RS256';
  return lib.createPrivateKeyJwtAuth({
    issuer: clientId,
    subject: clientId,
    // As bytes the library takes every algorithm, as a text some.
    privateKey: jwk ?? new TextEncoder().encode(privateKey),
    alg,
  });
}

/** A key that is written as JSON (RFC 7517); undefined for any other text. */
function jwkIn(text: string): Record<string, unknown> | undefined {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

const OF_CURVE: ReadonlyMap<unknown, string> = new Map([
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
  ['Ed25519', 'EdDSA'],
]);

/** The algorithm that a key says, or the usual one of its kind. */
function algorithmOf({ alg, crv }: Record<string, unknown>): string | undefined {
  return typeof alg === 'string' ? alg : OF_CURVE.get(crv);
}
