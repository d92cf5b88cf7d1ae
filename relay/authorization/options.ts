/** The part of a command line that says how to get authorized: for every command that connects to a server by HTTP. */
import { defined } from '#shared/base';
import {
  DPOP_USES,
  GRANT_KINDS,
  protectedParameter,
  type AuthorizationSettings,
  type ClientAuth,
} from '#shared/authorization';
import { conformanceSettings } from './conformance-context.ts';
import { privateKeyIn } from './private-key.ts';
import { readSecret, type Secret } from './read-secret.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

export const AUTHORIZATION_OPTIONS = {
  grant: text,
  'client-id': text,
  'client-secret-env': text,
  'client-secret-file': text,
  'client-auth': text,
  'client-key': text,
  'client-key-alg': text,
  'client-metadata': text,
  scopes: text,
  'auth-param': { type: 'string', multiple: true, default: [] as string[] },
  issuer: text,
  'authorization-endpoint': text,
  'token-endpoint': text,
  'registration-endpoint': text,
  'assertion-env': text,
  'assertion-file': text,
  'idp-issuer': text,
  'idp-token-endpoint': text,
  'idp-client-id': text,
  'idp-client-secret-env': text,
  'idp-client-secret-file': text,
  'id-token-env': text,
  'id-token-file': text,
  dpop: text,
  'keep-authorization': flag,
  'any-address': flag,
  'conformance-context': flag,
} as const;

export const AUTHORIZATION_HELP = `
Authorization, when a server with a URL asks for it. Secrets come from a variable (…-env NAME) or a file (…-file PATH):
  --client-id ID         client that was registered with the authorization server beforehand
  --client-secret-env V  its secret (or --client-secret-file PATH)
  --client-key FILE      its private key, PEM or JWK: authenticates with private_key_jwt (--client-key-alg ALG)
  --client-auth METHOD   basic, post, or key (default: what the authorization server supports)
  --client-metadata URL  URL of a client ID metadata document, used where they are supported
  --grant KIND           authorization-code (a person consents), client-credentials, enterprise, or jwt-bearer
                         (default: by what is given and what the authorization server offers)
  --assertion-env V      jwt-bearer: the assertion to send (or --assertion-file PATH)
  --id-token-env V       enterprise: the ID token that the identity provider exchanges (or --id-token-file PATH)
  --idp-issuer URL       enterprise: the identity provider (or --idp-token-endpoint URL)
  --idp-client-id ID     enterprise: this client there; --idp-client-secret-env V or --idp-client-secret-file PATH
  --scopes 'A B'         ask for these scopes instead of those that the server names
  --auth-param N=VALUE   send this parameter too, such as audience=…; may be repeated
  --issuer URL           the authorization server to use. Endpoints that its metadata lacks: --authorization-endpoint URL,
                         --token-endpoint URL, --registration-endpoint URL
  --dpop USE             tokens bound to a key (DPoP): automatic when the server asks for it, always, never
  --keep-authorization   use and keep tokens in a file that only you can read; see mcp-lifeline authorizations
  --any-address          allow authorization endpoints on this computer and in local networks
  --conformance-context  take all of this from MCP_CONFORMANCE_CONTEXT, as the conformance suite sets it
`;

export type GivenAuthorization = {
  readonly [
    name in Exclude<
      keyof typeof AUTHORIZATION_OPTIONS,
      'auth-param' | 'keep-authorization' | 'any-address' | 'conformance-context'
    >
  ]?: string | undefined;
} & {
  readonly 'auth-param': readonly string[];
  readonly 'keep-authorization': boolean;
  readonly 'any-address': boolean;
  readonly 'conformance-context': boolean;
};

const AUTHS: ReadonlyMap<string, ClientAuth> = new Map([
  ['basic', 'client_secret_basic'],
  ['post', 'client_secret_post'],
  ['key', 'private_key_jwt'],
]);

/** Settings of authorization, or a word on what is wrong. A secret never stands on the command line, where others see it. */
export function readAuthorization(given: GivenAuthorization, env: NodeJS.ProcessEnv): AuthorizationSettings | string {
  const clientSecret = readSecret('client-secret', given, env);
  const assertion = readSecret('assertion', given, env);
  const idToken = readSecret('id-token', given, env);
  const idpClientSecret = readSecret('idp-client-secret', given, env);
  for (const secret of [clientSecret, assertion, idToken, idpClientSecret])
    if (secret.problem !== undefined) return secret.problem;
  const key: Secret = given['client-key'] === undefined ? {} : privateKeyIn(given['client-key']);
  if (key.problem !== undefined) return key.problem;
  const grant = GRANT_KINDS.find((each) => each === given.grant);
  if (given.grant !== undefined && !grant) return `--grant must be one of ${GRANT_KINDS.join(', ')}`;
  const dpop = DPOP_USES.find((each) => each === given.dpop);
  if (given.dpop !== undefined && !dpop) return `--dpop must be one of ${DPOP_USES.join(', ')}`;
  const clientAuth = AUTHS.get(given['client-auth'] ?? '');
  if (given['client-auth'] !== undefined && !clientAuth)
    return `--client-auth must be one of ${[...AUTHS.keys()].join(', ')}`;
  const parameters: [string, string][] = [];
  for (const each of given['auth-param']) {
    const equals = each.indexOf('=');
    if (equals < 1) return `--auth-param “${each}” is not NAME=VALUE`;
    parameters.push([each.slice(0, equals), each.slice(equals + 1)]);
  }
  const own = protectedParameter(parameters);
  if (own !== undefined) return `--auth-param ${own} can’t be set: it protects the authorization response`;
  for (const name of ADDRESSES)
    if (given[name] !== undefined && !/^https?:\/\//i.test(given[name]))
      return `--${name} “${given[name]}” is not a URL`;
  const texts = Object.entries({
    clientId: given['client-id'],
    clientSecret: clientSecret.text,
    clientMetadataUrl: given['client-metadata'],
    privateKey: key.text,
    keyAlgorithm: given['client-key-alg'],
    scopes: given.scopes,
    assertion: assertion.text,
    idToken: idToken.text,
    idpClientSecret: idpClientSecret.text,
    idpIssuer: given['idp-issuer'],
    idpTokenEndpoint: given['idp-token-endpoint'],
    idpClientId: given['idp-client-id'],
    issuer: given.issuer,
    authorizationEndpoint: given['authorization-endpoint'],
    tokenEndpoint: given['token-endpoint'],
    registrationEndpoint: given['registration-endpoint'],
  }).filter(([, value]) => value !== undefined);
  return {
    ...(given['conformance-context'] ? conformanceSettings(env) : {}),
    ...(Object.fromEntries(texts) as AuthorizationSettings),
    ...defined({ grant, dpop, clientAuth }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(given['keep-authorization'] ? { keep: true } : {}),
    ...(given['any-address'] ? { anyAddress: true } : {}),
  };
}

const ADDRESSES = [
  'issuer',
  'authorization-endpoint',
  'token-endpoint',
  'registration-endpoint',
  'idp-issuer',
  'idp-token-endpoint',
  'client-metadata',
] as const;
