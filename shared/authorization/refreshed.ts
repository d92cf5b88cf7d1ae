/** The refresh token grant (OAuth 2.1, section 4.3). */
import { tokenClient } from './client-auth.ts';
import type { Discovered } from './discover.ts';
import { grantOf, type Grant } from './grants.ts';
import type { Tools } from './service.ts';

/** `useless`: the refresh token is good for nothing any more, as far as the authorization server says. */
export type Refreshed = { readonly grant: Grant } | { readonly useless: boolean };

/** Ask for a new token with the refresh token of a grant; `now` in milliseconds since 1970. Never rejects. */
export async function refreshed(held: Grant, found: Discovered, tools: Tools, now: number): Promise<Refreshed> {
  const { settings, lib, exchanges, masker } = tools;
  const { refresh, client, dpop } = held;
  if (refresh === undefined) return { useless: false };
  const fetchFn = exchanges.begin('token');
  masker.hide('refresh_token', refresh);
  try {
    const at = client ? tokenClient(client, settings, found, lib) : undefined;
    const { metadata } = found;
    const tokens = await lib.refreshAuthorization(found.server, {
      ...(at ?? { ...(metadata ? { metadata } : {}), clientInformation: undefined as never }),
      refreshToken: refresh,
      ...(found.resource === undefined ? {} : { resource: found.resource }),
      ...(dpop ? { dpop: dpop.session } : {}),
      fetchFn,
    });
    return { grant: { ...held, ...grantOf(tokens, held.asked, client, dpop, now) } };
  } catch (error) {
    return { useless: error instanceof lib.OAuthError && error.code === lib.OAuthErrorCode.InvalidGrant };
  }
}
