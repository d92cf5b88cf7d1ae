/** The authorization options of every command that connects to a server over HTTP. */
import { defined } from '#shared/base';
import {
  type AuthorizationSettings,
  type ClientAuth,
  DPOP_USES,
  GRANT_KINDS,
  protectedParameter,
} from '#shared/authorization';
import { kebab, optionFile, optionLines, type Values } from '../base/index.ts';
import { parsedObject } from '#shared/jsonrpc';
import { createPrivateKey, type JsonWebKey } from 'node:crypto';

/** Names of the settings in `MCP_CONFORMANCE_CONTEXT`. */
const CONFORMANCE_MEMBERS: Readonly<Record<string, string>> = {
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

/**
 * The credentials that the MCP conformance suite passes to a client, as JSON in `MCP_CONFORMANCE_CONTEXT`; empty if it
 * is not set.
 */
function conformanceSettings(env: NodeJS.ProcessEnv): AuthorizationSettings {
  const context = parsedObject(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  if (!context) return {};
  const entries = Object.entries(CONFORMANCE_MEMBERS).map(([setting, member]) => [setting, context[member]] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')) as AuthorizationSettings;
}

const SECRETS = ['clientSecret', 'assertion', 'idToken', 'idpClientSecret'] as const;
type SecretName = (typeof SECRETS)[number];

/** The values of `--NAME-env` and `--NAME-file` of each secret. */
type SecretOptions = { readonly [option in `${SecretName}${'Env' | 'File'}`]?: string | undefined };

/**
 * Reads a secret from the variable of `--NAME-env` or the file of `--NAME-file`, without a trailing line break of the
 * file. `problem` says why it could not be read; neither option gives an empty object.
 */
function readSecret(name: SecretName, options: SecretOptions, env: NodeJS.ProcessEnv): Secret {
  const { [`${name}Env` as const]: variable, [`${name}File` as const]: path } = options;
  if (variable !== undefined && path !== undefined)
    return { problem: `Use either --${kebab(name)}-env or --${kebab(name)}-file, not both` };
  if (variable !== undefined) {
    const text = Object.hasOwn(env, variable) ? env[variable] : undefined;
    return text === undefined ? { problem: `The environment variable “${variable}” is not set` } : { text };
  }
  if (path === undefined) return {};
  return { text: optionFile(path).replace(/\r?\n$/, '') };
}

/** An option without a text is described in the text of another, and is not listed in the help. */
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

const CLIENT_AUTH_METHODS: ReadonlyMap<string, ClientAuth> = new Map([
  ['basic', 'client_secret_basic'],
  ['post', 'client_secret_post'],
  ['key', 'private_key_jwt'],
]);

/**
 * The authorization settings, or a sentence that says which option is wrong. A secret is never an argument, because
 * other users of the machine can see those. Throws `UnreadableFile`.
 */
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
  const grant = GRANT_KINDS.find((kind) => kind === given.grant);
  if (given.grant !== undefined && !grant) return `--grant must be one of ${GRANT_KINDS.join(', ')}`;
  const dpop = DPOP_USES.find((use) => use === given.dpop);
  if (given.dpop !== undefined && !dpop) return `--dpop must be one of ${DPOP_USES.join(', ')}`;
  const clientAuth = CLIENT_AUTH_METHODS.get(given.clientAuth ?? '');
  if (given.clientAuth !== undefined && !clientAuth)
    return `--client-auth must be one of ${[...CLIENT_AUTH_METHODS.keys()].join(', ')}`;
  const parameters: [string, string][] = [];
  for (const parameter of given.authParam) {
    const equals = parameter.indexOf('=');
    if (equals < 1) return `--auth-param “${parameter}” is not NAME=VALUE`;
    parameters.push([parameter.slice(0, equals), parameter.slice(equals + 1)]);
  }
  const protectedName = protectedParameter(parameters);
  if (protectedName !== undefined)
    return `--auth-param ${protectedName} can’t be set: it protects the authorization response`;
  const { issuer, authorizationEndpoint, tokenEndpoint, registrationEndpoint, idpIssuer, idpTokenEndpoint } = given;
  const { clientId, clientMetadata: clientMetadataUrl, clientKeyAlg: keyAlgorithm, scopes, idpClientId } = given;
  const urls = { issuer, authorizationEndpoint, tokenEndpoint, registrationEndpoint, idpIssuer, idpTokenEndpoint };
  for (const [name, url] of Object.entries({ ...urls, clientMetadata: clientMetadataUrl }))
    if (url !== undefined && !/^https?:\/\//i.test(url)) return `--${kebab(name)} “${url}” is not a URL`;
  return {
    ...(given.conformanceContext ? conformanceSettings(env) : {}),
    ...defined({ clientId, clientMetadataUrl, privateKey: key.text, keyAlgorithm, scopes, idpClientId, ...urls }),
    ...secrets,
    ...defined({ grant, dpop, clientAuth }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(given.keepAuthorization ? { keep: true } : {}),
    ...(given.anyAddress ? { anyAddress: true } : {}),
  };
}

export interface Secret {
  readonly text?: string;
  readonly problem?: string;
}

/** The key of a file as a JWK text; `problem` says why it can't be used. Throws `UnreadableFile`. */
function privateKeyIn(path: string): Secret {
  const jwk = asJwk(optionFile(path));
  return jwk === undefined
    ? { problem: `${path} contains no private key (PEM or JWK, without a passphrase)` }
    : { text: jwk };
}

/** A key (PEM of any kind, JWK) as a JWK text, which says what kind it is; undefined when it is none. */
export function asJwk(text: string): string | undefined {
  try {
    if (text.trimStart().startsWith('{')) {
      createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' });
      return text;
    }
    return JSON.stringify(createPrivateKey(text).export({ format: 'jwk' }));
  } catch {
    return undefined;
  }
}
