/** The part of a command line that says how to get authorized: for every command that connects to a server by HTTP. */
import { defined } from '#shared/base';
import {
  type AuthorizationSettings,
  type ClientAuth,
  DPOP_USES,
  GRANT_KINDS,
  protectedParameter,
} from '#shared/authorization';
import { privateKeyIn, type Secret } from './private-key.ts';
import { kebab, optionFile, optionLines, type Values } from '../base/index.ts';
import { parsedObject } from '#shared/jsonrpc';

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

/** The credentials that the public conformance suite hands to a client in `MCP_CONFORMANCE_CONTEXT`; nothing without it. */
function conformanceSettings(env: NodeJS.ProcessEnv): AuthorizationSettings {
  const context = parsedObject(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  if (!context) return {};
  const known = Object.entries(MEMBERS).map(([setting, member]) => [setting, context[member]] as const);
  return Object.fromEntries(known.filter(([, value]) => typeof value === 'string')) as AuthorizationSettings;
}

const SECRETS = ['clientSecret', 'assertion', 'idToken', 'idpClientSecret'] as const;
type SecretName = (typeof SECRETS)[number];

type Given = { readonly [option in `${SecretName}${'Env' | 'File'}`]?: string | undefined };

/** The secret that `--NAME-env` or `--NAME-file` leads to, without the line end of a file; `problem` says why there is none. */
function readSecret(name: SecretName, given: Given, env: NodeJS.ProcessEnv): Secret {
  const { [`${name}Env` as const]: variable, [`${name}File` as const]: path } = given;
  if (variable !== undefined && path !== undefined)
    return { problem: `Use either --${kebab(name)}-env or --${kebab(name)}-file, not both` };
  if (variable !== undefined) {
    const text = Object.hasOwn(env, variable) ? env[variable] : undefined;
    return text === undefined ? { problem: `The environment variable “${variable}” is not set` } : { text };
  }
  if (path === undefined) return {};
  return { text: optionFile(path).replace(/\r?\n$/, '') };
}

export const AUTHORIZATION = {
  'client-id ID': 'client that was registered with the authorization server beforehand',
  'client-secret-env V': 'its secret (or --client-secret-file PATH)',
  'client-secret-file PATH': '',
  'client-key FILE': 'its private key, PEM or JWK: authenticates with private_key_jwt (--client-key-alg ALG)',
  'client-key-alg ALG': '',
  'client-auth METHOD': 'basic, post, or key (default: what the authorization server supports)',
  'client-metadata URL': 'URL of a client ID metadata document, used where they are supported',
  'grant KIND': `authorization-code (a person consents), client-credentials, enterprise, or jwt-bearer
    (default: by what is given and what the authorization server offers)`,
  'assertion-env V': 'jwt-bearer: the assertion to send (or --assertion-file PATH)',
  'assertion-file PATH': '',
  'id-token-env V': 'enterprise: the ID token that the identity provider exchanges (or --id-token-file PATH)',
  'id-token-file PATH': '',
  'idp-issuer URL': 'enterprise: the identity provider (or --idp-token-endpoint URL)',
  'idp-token-endpoint URL': '',
  'idp-client-id ID': 'enterprise: this client there; --idp-client-secret-env V or --idp-client-secret-file PATH',
  'idp-client-secret-env V': '',
  'idp-client-secret-file PATH': '',
  "scopes 'A B'": 'ask for these scopes instead of those that the server names',
  'auth-param N=VALUE…': 'send this parameter too, such as audience=…; may be repeated',
  'issuer URL': `the authorization server to use. Endpoints that its metadata lacks: --authorization-endpoint URL,
    --token-endpoint URL, --registration-endpoint URL`,
  'authorization-endpoint URL': '',
  'token-endpoint URL': '',
  'registration-endpoint URL': '',
  'dpop USE': 'tokens bound to a key (DPoP): automatic when the server asks for it, always, never',
  'keep-authorization': 'use and keep tokens in a file that only you can read; see mcp-lifeline authorizations',
  'any-address': 'allow authorization endpoints on this computer and in local networks',
  'conformance-context': 'take all of this from MCP_CONFORMANCE_CONTEXT, as the conformance suite sets it',
} as const;

export const AUTHORIZATION_HELP = `Authorization, when a server with a URL asks for it. Secrets come from a variable (…-env NAME) or a file (…-file PATH):
${optionLines(AUTHORIZATION)}`;

const AUTHS: ReadonlyMap<string, ClientAuth> = new Map([
  ['basic', 'client_secret_basic'],
  ['post', 'client_secret_post'],
  ['key', 'private_key_jwt'],
]);

/** Settings of authorization, or what is wrong. A secret is never on the command line, where others see it. Throws `UnreadableFile`. */
export function readAuthorization(
  given: Values<typeof AUTHORIZATION>,
  env: NodeJS.ProcessEnv,
): AuthorizationSettings | string {
  const secrets: { [name in SecretName]?: string } = {};
  for (const name of SECRETS) {
    const { text, problem } = readSecret(name, given, env);
    if (problem !== undefined) return problem;
    if (text !== undefined) secrets[name] = text;
  }
  const key: Secret = given.clientKey === undefined ? {} : privateKeyIn(given.clientKey);
  if (key.problem !== undefined) return key.problem;
  const grant = GRANT_KINDS.find((each) => each === given.grant);
  if (given.grant !== undefined && !grant) return `--grant must be one of ${GRANT_KINDS.join(', ')}`;
  const dpop = DPOP_USES.find((each) => each === given.dpop);
  if (given.dpop !== undefined && !dpop) return `--dpop must be one of ${DPOP_USES.join(', ')}`;
  const clientAuth = AUTHS.get(given.clientAuth ?? '');
  if (given.clientAuth !== undefined && !clientAuth)
    return `--client-auth must be one of ${[...AUTHS.keys()].join(', ')}`;
  const parameters: [string, string][] = [];
  for (const each of given.authParam) {
    const equals = each.indexOf('=');
    if (equals < 1) return `--auth-param “${each}” is not NAME=VALUE`;
    parameters.push([each.slice(0, equals), each.slice(equals + 1)]);
  }
  const own = protectedParameter(parameters);
  if (own !== undefined) return `--auth-param ${own} can’t be set: it protects the authorization response`;
  const { issuer, authorizationEndpoint, tokenEndpoint, registrationEndpoint, idpIssuer, idpTokenEndpoint } = given;
  const { clientId, clientMetadata: clientMetadataUrl, clientKeyAlg: keyAlgorithm, scopes, idpClientId } = given;
  const servers = { issuer, authorizationEndpoint, tokenEndpoint, registrationEndpoint, idpIssuer, idpTokenEndpoint };
  for (const [name, address] of Object.entries({ ...servers, clientMetadata: clientMetadataUrl }))
    if (address !== undefined && !/^https?:\/\//i.test(address)) return `--${kebab(name)} “${address}” is not a URL`;
  return {
    ...(given.conformanceContext ? conformanceSettings(env) : {}),
    ...defined({ clientId, clientMetadataUrl, privateKey: key.text, keyAlgorithm, scopes, idpClientId, ...servers }),
    ...secrets,
    ...defined({ grant, dpop, clientAuth }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(given.keepAuthorization ? { keep: true } : {}),
    ...(given.anyAddress ? { anyAddress: true } : {}),
  };
}
