/** Asks a server what a browser would ask before a POST from another origin, so that the page can say what is missing. */
import type { HeaderPairs } from '#shared/recording';
import { explainFetch } from './failure.ts';
import { hop } from './hop.ts';

const LIMIT_MS = 5000;

export type PreflightResult =
  | { readonly ok: true; readonly status: number; readonly headers: HeaderPairs }
  | { readonly ok: false; readonly detail: string };

/** The CORS preflight of a POST to `url` from `origin` with `headers` (Fetch standard, CORS-preflight fetch). */
export async function preflight(url: string, origin: string, headers: readonly string[]): Promise<PreflightResult> {
  if (!URL.canParse(url)) return { ok: false, detail: `not an address: ${url}` };
  try {
    const response = await hop(new URL(url), {
      method: 'OPTIONS',
      headers: [
        ['Origin', origin],
        ['Access-Control-Request-Method', 'POST'],
        [
          'Access-Control-Request-Headers',
          headers
            .map((name) => name.toLowerCase())
            .sort()
            .join(','),
        ],
      ],
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    response.discard();
    return { ok: true, status: response.status, headers: response.headers };
  } catch (error) {
    return { ok: false, detail: explainFetch(error) };
  }
}
