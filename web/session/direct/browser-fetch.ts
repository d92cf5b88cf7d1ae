/** The browser's `fetch` as a transport of this page uses it. */
import { ownPhrase } from '#shared/recording';
import type { Fetch } from '#shared/transport';

/**
 * Rejects as `fetch` does. The browser shows no hop of a redirect, and would carry a person's headers to wherever one leads: a
 * request with such headers follows none. One without is followed, and where it ended is told.
 */
export const browserFetch: Fetch = async (url, { personal = [], report, readdress: _readdress, ...init }) => {
  const response = await fetch(url, { ...init, redirect: personal.length > 0 ? 'manual' : 'follow' } as RequestInit);
  if (response.type === 'opaqueredirect') {
    report?.({ phase: 'redirect', opaque: true });
    return { status: 0, headers: response.headers, body: null, problem: { reason: 'redirect-hidden' } };
  }
  if (response.redirected) report?.({ phase: 'redirect', url: response.url, opaque: true });
  const { status, statusText, headers, body } = response;
  return { status, phrase: ownPhrase(status, statusText), headers, body };
};
