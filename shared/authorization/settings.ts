/** How access is asked for. */
export const GRANT_KINDS = [
  /** A person consents in a browser (OAuth 2.1, authorization code with PKCE). */
  'authorization-code',
  /** The client itself has access (OAuth 2.1, section 4.2). */
  'client-credentials',
  /** An identity provider vouches for the person (enterprise-managed authorization, ID-JAG). */
  'enterprise',
  /** A token of another issuer is handed in (RFC 7523, section 2.1). */
  'jwt-bearer',
] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

export type ClientAuth = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
export const CLIENT_AUTHS: readonly ClientAuth[] = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];

/** Tokens bound to a key (RFC 9449): when the server asks for it, always, or never. */
export type DpopUse = 'automatic' | 'always' | 'never';
export const DPOP_USES: readonly DpopUse[] = ['automatic', 'always', 'never'];

export const TEXT_SETTINGS = [
  'clientId',
  'scopes',
  'clientMetadataUrl',
  'keyAlgorithm',
  'issuer',
  'authorizationEndpoint',
  'tokenEndpoint',
  'registrationEndpoint',
  'idpIssuer',
  'idpTokenEndpoint',
  'idpClientId',
] as const;
/** Settings that are secrets: kept where secrets are, recorded nowhere. */
export const SECRET_SETTINGS = ['clientSecret', 'privateKey', 'assertion', 'idToken', 'idpClientSecret'] as const;
export type SecretSetting = (typeof SECRET_SETTINGS)[number];

export interface AuthorizationSettings {
  /** `none`: a refusal stays a refusal, and nothing is asked of any authorization server. */
  readonly mode?: 'automatic' | 'none';
  /** Absent: by what is set here, and by what the authorization server offers. */
  readonly grant?: GrantKind;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Absent: as the authorization server wants it, with a private key where there is one. */
  readonly clientAuth?: ClientAuth;
  /** PEM (PKCS #8) or a JWK: signs the client's assertions (RFC 7523, section 2.2). */
  readonly privateKey?: string;
  /** JWS algorithm of that key; absent is what the key or the authorization server says. */
  readonly keyAlgorithm?: string;
  /** Asked for in place of what the server names, separated by spaces. */
  readonly scopes?: string;
  /** The HTTPS address of a client id metadata document, used where the authorization server supports them. */
  readonly clientMetadataUrl?: string;
  /** The token that `jwt-bearer` hands in. */
  readonly assertion?: string;
  /** `enterprise`: the identity provider, by its issuer or its token endpoint, who this client is there, and the ID token. */
  readonly idpIssuer?: string;
  readonly idpTokenEndpoint?: string;
  readonly idpClientId?: string;
  readonly idpClientSecret?: string;
  readonly idToken?: string;
  readonly dpop?: DpopUse;
  /** Sent with the request for consent, and with token requests of the other grants: names and values. */
  readonly parameters?: readonly (readonly [name: string, value: string])[];
  /** In place of what the server's metadata name or lack. */
  readonly issuer?: string;
  readonly authorizationEndpoint?: string;
  readonly tokenEndpoint?: string;
  readonly registrationEndpoint?: string;
  /** A server elsewhere may name addresses of this computer and of local networks. */
  readonly anyAddress?: boolean;
  /** Keep what was granted for later launches, where the host can. */
  readonly keep?: boolean;
}

/** Parameters that protect the answer to a request for consent: given by hand they would only break it. */
const PROTECTED: readonly string[] = ['state', 'code_challenge', 'code_challenge_method', 'redirect_uri'];

/** The first parameter that can't be set by hand; undefined when all can. */
export function protectedParameter(parameters: AuthorizationSettings['parameters'] = []): string | undefined {
  return parameters.find(([name]) => PROTECTED.includes(name))?.[0];
}

/** How to ask for access at an authorization server that offers `offered` grant types (RFC 8414, grant_types_supported). */
export function grantKindOf(settings: AuthorizationSettings, offered: readonly string[] | undefined): GrantKind {
  const { grant, assertion, idToken, clientId, clientSecret, privateKey } = settings;
  if (grant !== undefined) return grant;
  if (assertion !== undefined) return 'jwt-bearer';
  if (idToken !== undefined) return 'enterprise';
  const proves = clientId !== undefined && (clientSecret !== undefined || privateKey !== undefined);
  const serviceOnly = offered?.includes('client_credentials') === true && !offered.includes('authorization_code');
  return proves && serviceOnly ? 'client-credentials' : 'authorization-code';
}
