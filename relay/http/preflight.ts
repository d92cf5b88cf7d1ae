/** Asks a server what a browser would ask before a request from another origin, so that the page can say what is missing. */
import { isUrl } from '#shared/base';
import type { HeaderPairs } from '#shared/recording';
import type { CorsAnswer } from '#shared/transport';
import { explainFetch } from './failure.ts';
import { hop } from './hop.ts';

const LIMIT_MS = 5000;

export interface PreflightQuestion {
  readonly url: string;
  readonly origin: string;
  readonly headers: readonly string[];
  readonly method?: string | undefined;
}

export type PreflightResult =
  | {
      readonly ok: true;
      readonly preflight: CorsAnswer;
      /** The head of the response to a GET without credentials; absent when there was none in time. */
      readonly actual?: CorsAnswer;
    }
  | { readonly ok: false; readonly detail: string };

/** A CORS preflight (Fetch, CORS-preflight fetch) and a GET: servers often leave the headers out of refusals. */
export async function preflight({
  url,
  origin,
  headers,
  method = 'POST',
}: PreflightQuestion): Promise<PreflightResult> {
  if (!isUrl(url)) return { ok: false, detail: `not an address: ${url}` };
  const asked = headers.map((name) => name.toLowerCase()).sort();
  const actual = head(url, 'GET', [
    ['Origin', origin],
    ['Accept', 'text/event-stream'],
  ]).catch(() => undefined);
  try {
    const answer = await head(url, 'OPTIONS', [
      ['Origin', origin],
      ['Access-Control-Request-Method', method],
      ['Access-Control-Request-Headers', asked.join(',')],
    ]);
    const other = await actual;
    return { ok: true, preflight: answer, ...(other ? { actual: other } : {}) };
  } catch (error) {
    return { ok: false, detail: explainFetch(error) };
  }
}

/** The head of one response; the rest is dropped, for it may be an endless stream. */
async function head(url: string, method: string, headers: HeaderPairs): Promise<CorsAnswer> {
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), LIMIT_MS);
  try {
    const { status, headers: received, body } = await hop(new URL(url), { method, headers, signal: enough.signal });
    body.on('error', () => {});
    return { status, headers: received };
  } finally {
    clearTimeout(timer);
    enough.abort();
  }
}
