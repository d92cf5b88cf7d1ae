/** What was granted: in the memory of the program that hosts the sessions, and where a person wants it, kept for later. */
import { defined } from '#shared/base';
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
  readonly dpop?: DpopKey;
  /** When the access token ends, in milliseconds since 1970, as far as the server says. */
  readonly expiresAt?: number;
}

/** Shared by the sessions of one host, so that a second session to the same server need not ask again. */
export class Grants {
  readonly byKey = new Map<string, Grant>();
  /** Clients registered dynamically, by issuer and redirect. */
  readonly clients = new Map<string, OAuthClientInformationMixed>();
  /** Those that were read from where they are kept, or put there: whichever session of this program has them now. */
  readonly stored = new WeakSet<Grant>();

  /** Forget what an issuer granted for a resource, whatever was set. */
  forget(resource: string, issuer: string): void {
    const start = JSON.stringify([resource, issuer]).slice(0, -1);
    for (const key of this.byKey.keys()) if (key.startsWith(`${start},`)) this.byKey.delete(key);
  }
}

/** A grant as it is kept between launches: for one resource, issuer and client. It holds secrets. */
export interface KeptGrant extends Omit<Grant, 'client' | 'dpop'> {
  readonly resource: string;
  readonly issuer: string;
  readonly clientId?: string;
  /** Of a client that registered itself. */
  readonly clientSecret?: string;
  readonly authMethod?: string;
  readonly dpop?: KeptKey;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  readonly revocationEndpoint?: string;
  readonly authMethods?: readonly string[];
}

/** Where grants outlive the program. Both reject with a sentence when that can't be read or written. */
export interface KeptGrants {
  read(key: string): Promise<KeptGrant | undefined>;
  /** Run `change` alone among this person's programs: given what is kept, it says what to keep (undefined: nothing). */
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

/** The key under which a grant is kept, without secrets; the same in page and command line. A token of a person finds only their grants. */
export async function keptKey(resource: string, issuer: string, settings: AuthorizationSettings): Promise<string> {
  const { clientId = '', clientMetadataUrl = '', scopes = '', grant = '', idpClientId = '' } = settings;
  const { assertion, idToken, parameters = [], dpop = 'automatic' } = settings;
  const handed = { 'jwt-bearer': assertion, enterprise: idToken, '': assertion ?? idToken }[grant as string];
  const more = {
    ...(handed === undefined ? {} : { subject: await subjectOf(handed) }),
    ...(parameters.length === 0 ? {} : { parameters: await digest(JSON.stringify(parameters)) }),
    ...(dpop === 'automatic' ? {} : { dpop }),
  };
  const key = [resource, issuer, clientId, clientMetadataUrl, scopes, grant, idpClientId];
  return JSON.stringify(Object.keys(more).length === 0 ? key : [...key, more]);
}

/** About whom a token is: a JWT says it (RFC 7519, sections 4.1.1 and 4.1.2), and is another one each time; any other is its own. */
async function subjectOf(token: string): Promise<string> {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iss, sub } = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(part), (c) => c.charCodeAt(0)))) as {
      readonly [claim: string]: unknown;
    };
    if (typeof sub === 'string') return await digest(JSON.stringify([iss, sub]));
  } catch {
    // Not a JWT.
  }
  return digest(token);
}

async function digest(text: string): Promise<string> {
  const subtle = crypto.subtle as unknown as { digest(name: string, bytes: Uint8Array): Promise<ArrayBuffer> };
  const bytes = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
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
    ...defined({ refresh: tokens.refresh_token, asked, granted: tokens.scope, client }),
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
    ...defined({ clientId: client?.client_id, refresh, asked, granted }),
    ...(own || client?.client_secret === undefined ? {} : { clientSecret: client.client_secret }),
    ...(typeof method === 'string' ? { authMethod: method } : {}),
    ...(dpop?.kept ? { dpop: dpop.kept } : {}),
    ...defined({ expiresAt }),
    ...(typeof revocation === 'string' ? { revocationEndpoint: revocation } : {}),
    ...defined({ authMethods: methods }),
  };
}

/** A kept grant for use; `key` is the one its tokens are bound to. */
export function grantFrom(kept: KeptGrant, { clientSecret }: AuthorizationSettings, key: DpopKey | undefined): Grant {
  const { access, refresh, asked, granted, clientId, authMethod, expiresAt } = kept;
  const secret = kept.clientSecret ?? clientSecret;
  return {
    access,
    ...defined({ refresh, asked, granted }),
    ...(clientId === undefined
      ? {}
      : {
          client: {
            client_id: clientId,
            ...defined({ client_secret: secret, token_endpoint_auth_method: authMethod }),
          } as OAuthClientInformationMixed,
        }),
    ...defined({ dpop: key, expiresAt }),
  };
}
