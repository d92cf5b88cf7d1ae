/** The credentials that the public conformance suite hands to a client, by scenario, in `MCP_CONFORMANCE_CONTEXT`. */
import type { AuthorizationSettings } from '#shared/authorization';
import { parsedObject } from '#shared/jsonrpc';

/** Members of the context, by the settings that they are. */
const MEMBERS: Readonly<Record<string, string>> = {
  clientId: 'client_id',
  clientSecret: 'client_secret',
  privateKey: 'private_key_pem',
  keyAlgorithm: 'signing_algorithm',
  idpIssuer: 'idp_issuer',
  idpTokenEndpoint: 'idp_token_endpoint',
  idpClientId: 'idp_client_id',
  idToken: 'idp_id_token',
  assertion: 'valid_jwt',
};

/** What the suite gives; nothing without it. */
export function conformanceSettings(env: NodeJS.ProcessEnv): AuthorizationSettings {
  const context = parsedObject(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  if (!context) return {};
  const known = Object.entries(MEMBERS).map(([setting, member]) => [setting, context[member]] as const);
  return Object.fromEntries(known.filter(([, value]) => typeof value === 'string')) as AuthorizationSettings;
}
