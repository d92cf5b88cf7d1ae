/** What was granted: in the memory of the program that hosts the sessions, and where a person wants it, kept for later. */
import type { DpopKey, KeptKey } from './dpop.ts';
import type { Discovered } from './discover.ts';
import type { OAuthClientInformationMixed, OAuthTokens } from './library.ts';
import type { AuthorizationSettings } from './settings.ts';

export interface Grant {
  readonly access: string;
  readonly refresh?: string;
  /** Scopes that were asked for, and those that the server says it granted. */
  readonly asked?: string;
  readonly granted?: string;
  /** Absent when an assertion was handed in by nobody in particular. */
  readonly client?: OAuthClientInformationMixed;
  /** The key that the tokens are bound to. */
  readonly dpop?: DpopKey;
  /** When the access token ends, in milliseconds since 1970, as far as the server says. */
  readonly expiresAt?: number;
}

/** Shared by the sessions of one host, so that a second session to the same server need not ask again. */
export class Grants {
  readonly byKey = new Map<string, Grant>();
  /** Clients registered dynamically, by issuer and redirect. */
  readonly clients = new Map<string, OAuthClientInformationMixed>();
}

/** A grant as it is kept between launches: for one resource, issuer and client. It holds secrets. */
export interface KeptGrant {
  readonly resource: string;
  readonly issuer: string;
  readonly clientId?: string;
  readonly access: string;
  readonly refresh?: string;
  readonly asked?: string;
  readonly granted?: string;
  /** Of a client that registered itself. */
  readonly clientSecret?: string;
  readonly authMethod?: string;
  readonly dpop?: KeptKey;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  readonly keptAt: number;
  readonly revocationEndpoint?: string;
  readonly authMethods?: readonly string[];
}

/** Where grants outlive the program. Both reject with a sentence when that can't be read or written. */
export interface KeptGrants {
  read(key: string): Promise<KeptGrant | undefined>;
  /**
   * Change what is kept under a key, alone among all programs of this person until `change` is done: it is given what is there
   * now, and says what is to be there (undefined: nothing).
   */
  change<Result>(
    key: string,
    change: (now: KeptGrant | undefined) => Promise<{ readonly keep: KeptGrant | undefined; readonly result: Result }>,
  ): Promise<Result>;
}

/** Grants differ by server, by who grants, and by what the person set: another setting must not hide behind an old grant. */
export function grantKey(resource: string, issuer: string, settings: AuthorizationSettings): string {
  // Where it is kept makes no other grant of it.
  const { keep: _keep, mode: _mode, anyAddress: _anyAddress, ...rest } = settings;
  return JSON.stringify([resource, issuer, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The key under which a grant is kept. It has no secrets, and is the same for the page and the command line. */
export function keptKey(resource: string, issuer: string, settings: AuthorizationSettings): string {
  const { clientId = '', clientMetadataUrl = '', scopes = '', grant = '', idpClientId = '' } = settings;
  return JSON.stringify([resource, issuer, clientId, clientMetadataUrl, scopes, grant, idpClientId]);
}

/** A grant from the answer to a token request; `now` in milliseconds since 1970. */
export function grantOf(
  tokens: OAuthTokens,
  asked: string | undefined,
  client: OAuthClientInformationMixed | undefined,
  key: DpopKey | undefined,
  now: number,
): Grant {
  const bound = key !== undefined && tokens.token_type.toLowerCase() === 'dpop';
  return {
    access: tokens.access_token,
    ...(tokens.refresh_token === undefined ? {} : { refresh: tokens.refresh_token }),
    ...(asked === undefined ? {} : { asked }),
    ...(tokens.scope === undefined ? {} : { granted: tokens.scope }),
    ...(client === undefined ? {} : { client }),
    ...(bound ? { dpop: key } : {}),
    ...(tokens.expires_in === undefined ? {} : { expiresAt: now + tokens.expires_in * 1000 }),
  };
}

/** A grant as it is kept; without the secrets that a person gave. */
export function keptOf(
  grant: Grant,
  { resource, issuer, metadata }: Discovered & { readonly resource: string },
  settings: AuthorizationSettings,
  now: number,
): KeptGrant {
  const { access, refresh, asked, granted, client, dpop, expiresAt } = grant;
  const own = client !== undefined && client.client_id === settings.clientId;
  const method = client && 'token_endpoint_auth_method' in client ? client.token_endpoint_auth_method : undefined;
  const revocation = (metadata as { revocation_endpoint?: unknown } | undefined)?.revocation_endpoint;
  const methods = metadata?.token_endpoint_auth_methods_supported;
  return {
    resource,
    issuer,
    access,
    keptAt: now,
    ...(client === undefined ? {} : { clientId: client.client_id }),
    ...(refresh === undefined ? {} : { refresh }),
    ...(asked === undefined ? {} : { asked }),
    ...(granted === undefined ? {} : { granted }),
    ...(own || client?.client_secret === undefined ? {} : { clientSecret: client.client_secret }),
    ...(typeof method === 'string' ? { authMethod: method } : {}),
    ...(dpop?.kept ? { dpop: dpop.kept } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(typeof revocation === 'string' ? { revocationEndpoint: revocation } : {}),
    ...(methods ? { authMethods: methods } : {}),
  };
}

/** A kept grant for use; `key` is the one its tokens are bound to. */
export function grantFrom(kept: KeptGrant, { clientSecret }: AuthorizationSettings, key: DpopKey | undefined): Grant {
  const { access, refresh, asked, granted, clientId, authMethod, expiresAt } = kept;
  const secret = kept.clientSecret ?? clientSecret;
  return {
    access,
    ...(refresh === undefined ? {} : { refresh }),
    ...(asked === undefined ? {} : { asked }),
    ...(granted === undefined ? {} : { granted }),
    ...(clientId === undefined
      ? {}
      : {
          client: {
            client_id: clientId,
            ...(secret === undefined ? {} : { client_secret: secret }),
            ...(authMethod === undefined ? {} : { token_endpoint_auth_method: authMethod }),
          } as OAuthClientInformationMixed,
        }),
    ...(key ? { dpop: key } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
