/** The browser's `fetch` as a transport of this page uses it. */
import { ownPhrase } from '#shared/recording';
import type { Fetch } from '#shared/transport';

/** Rejects as `fetch` does. Redirects are followed, and their end told, only without a person's headers, which hidden hops would get. */
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
