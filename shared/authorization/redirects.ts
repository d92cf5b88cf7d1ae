/** Consent without a browser, for authorization servers that consent by themselves. */
import { isUrl } from '#shared/base';
import { headerOf } from '#shared/recording';
import type { StepRequest, StepResponse } from './exchanges.ts';

const MAX_REDIRECT_COUNT = 20;

/** Follow redirects from the authorization address to `redirectUri`; undefined where a person must look. Rejects as `fetch` does. */
export async function followRedirects(
  address: string,
  redirectUri: string,
  fetch: (url: string, request: StepRequest) => Promise<StepResponse>,
): Promise<string | undefined> {
  let url = address;
  for (let count = 0; count < MAX_REDIRECT_COUNT; count++) {
    const { status, headers } = await fetch(url, { method: 'GET', headers: [['Accept', 'text/html,*/*']] });
    const location = headerOf(headers, 'location');
    if (status < 300 || status >= 400 || location === undefined || !isUrl(location, url)) return undefined;
    url = new URL(location, url).href;
    if (url === redirectUri || url.startsWith(`${redirectUri}?`)) return url;
  }
  return undefined;
}
