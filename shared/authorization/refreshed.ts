/** The refresh token grant (OAuth 2.1, section 4.3). */
import { defined } from '#shared/base';
import { tokenClient } from './client-auth.ts';
import type { Discovered } from './discover.ts';
import type { Tools } from './exchanges.ts';
import { grantOf, type Grant } from './grants.ts';

/** `useless`: the refresh token is good for nothing any more, as far as the authorization server says. */
export type Refreshed = { readonly grant: Grant } | { readonly useless: boolean };

/** Ask for a new token with the refresh token of a grant; `now` in milliseconds since 1970. Never rejects. */
export async function refreshed(held: Grant, found: Discovered, tools: Tools, now: number): Promise<Refreshed> {
  const { lib, exchanges, masker } = tools;
  const { refresh, client, dpop } = held;
  if (refresh === undefined) return { useless: false };
  const fetchFn = exchanges.begin('token');
  masker.hide('refresh_token', refresh);
  try {
    const { metadata, resource } = found;
    const tokens = await lib.refreshAuthorization(found.server, {
      ...(client
        ? tokenClient(client, found, tools)
        : { ...defined({ metadata }), clientInformation: undefined as never }),
      refreshToken: refresh,
      ...defined({ resource, dpop: dpop?.session }),
      fetchFn,
    });
    return { grant: { ...held, ...grantOf(tokens, held.asked, client, dpop, now) } };
  } catch (error) {
    return { useless: error instanceof lib.OAuthError && error.code === lib.OAuthErrorCode.InvalidGrant };
  }
}
