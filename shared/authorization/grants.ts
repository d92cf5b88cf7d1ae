/** What was granted. In the memory of the program that hosts the sessions, for as long as it runs, and nowhere else. */
import type { AuthorizationSettings } from './settings.ts';
import type { OAuthClientInformationMixed, OAuthTokens } from './library.ts';

export interface Grant {
  readonly access: string;
  readonly refresh?: string;
  /** Scopes that were asked for, and those that the server says it granted. */
  readonly asked?: string;
  readonly granted?: string;
  readonly client: OAuthClientInformationMixed;
}

/** Shared by the sessions of one host, so that a second session to the same server need not ask again. */
export class Grants {
  readonly byKey = new Map<string, Grant>();
  /** Clients registered dynamically, by issuer and redirect. */
  readonly clients = new Map<string, OAuthClientInformationMixed>();
}

/** Grants differ by server, by who grants, and by what the person set: another setting must not hide behind an old grant. */
export function grantKey(resource: string, issuer: string, settings: AuthorizationSettings): string {
  const { clientId = '', clientSecret = '', clientMetadataUrl = '', scopes = '' } = settings;
  return JSON.stringify([resource, issuer, clientId, clientSecret, clientMetadataUrl, scopes]);
}

/** A grant from the answer to a token request. */
export function grantOf(tokens: OAuthTokens, asked: string | undefined, client: OAuthClientInformationMixed): Grant {
  return {
    access: tokens.access_token,
    ...(tokens.refresh_token === undefined ? {} : { refresh: tokens.refresh_token }),
    ...(asked === undefined ? {} : { asked }),
    ...(tokens.scope === undefined ? {} : { granted: tokens.scope }),
    client,
  };
}
