/** Which redirects are followed. Fetch drops known credentials across origins; a person's headers and the message stay behind too. */
import { isUrl } from '#shared/base';
import { headerOf, isSameServer, type HeaderPairs, type HttpBody } from '#shared/recording';

export const MAX_REDIRECT_COUNT = 20;

/** Why a redirect was not followed: a code that the page has words for, and where it leads. */
export interface RedirectProblem {
  readonly reason: 'redirected-elsewhere' | 'redirected-to-http' | 'redirected-too-often' | 'redirect-hidden';
  readonly detail?: string;
}

/** What happened to a request on its way to its response, as it is recorded. */
export type HopTurn = Pick<
  HttpBody,
  'status' | 'headers' | 'url' | 'without' | 'error' | 'opaque' | 'proxy' | 'proxyFrom'
> & {
  readonly phase: 'redirect' | 'retry';
};

export interface RedirectedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: [string, string][];
  /** Names, in any case, of headers that a person gave or that were granted. */
  readonly personal?: readonly string[] | undefined;
  readonly hops: number;
}

export type RedirectVerdict =
  | { readonly url: string; readonly headers: [string, string][]; readonly without: readonly string[] }
  | { readonly problem: RedirectProblem };

/** Headers of the program's own that tell another origin nothing about a person or a session. */
const HARMLESS: readonly string[] = ['accept', 'mcp-protocol-version'];

/** Where to go next and with which headers, or why not; undefined if no redirect. `url` is the one that answered. */
export function redirectOf(
  { method, url, headers, personal = [], hops }: RedirectedRequest,
  response: { readonly status: number; readonly headers: HeaderPairs },
): RedirectVerdict | undefined {
  const { status } = response;
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const location = headerOf(response.headers, 'location');
  if (location === undefined || !isUrl(location, url)) return undefined;
  const target = new URL(location, url);
  const stop = (reason: RedirectProblem['reason']): RedirectVerdict => ({ problem: { reason, detail: target.href } });
  if (target.protocol !== 'https:' && target.protocol !== 'http:') return stop('redirected-elsewhere');
  if (new URL(url).protocol === 'https:' && target.protocol === 'http:') return stop('redirected-to-http');
  if (hops >= MAX_REDIRECT_COUNT) return stop('redirected-too-often');
  // A name and a password that another server chose would be sent in its favour (Fetch standard, HTTP-redirect fetch).
  const hasUser = /^https?:\/\/[^/?#]*@/.test(target.href);
  const reads = /^(?:GET|HEAD)$/i.test(method);
  const same = isSameServer(url, target.href);
  // 301, 302 and 303 make a GET of a POST: the message would be lost on the way.
  if (hasUser && !same) return stop('redirected-elsewhere');
  if (!reads && (!same || (status !== 307 && status !== 308))) return stop('redirected-elsewhere');
  const given = new Set(personal.map((name) => name.toLowerCase()));
  const stays = ([name]: readonly [string, string]): boolean =>
    same || (HARMLESS.includes(name.toLowerCase()) && !given.has(name.toLowerCase()));
  return {
    url: target.href,
    headers: headers.filter(stays),
    without: [...new Set(headers.filter((pair) => !stays(pair)).map(([name]) => name))],
  };
}

export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;
export interface FetchInit {
  readonly method: string;
  readonly headers: [string, string][];
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
  /** Names, in any case, of the headers that a person gave or that were granted: they are for this server alone. */
  readonly personal?: readonly string[];
  /** Headers that name the address they are sent to, made for another one of the same server. */
  readonly readdress?: (url: string, headers: [string, string][]) => Promise<[string, string][]>;
  readonly report?: (turn: HopTurn) => void;
}
export interface FetchResponse {
  /** 0 when the platform hides the response. */
  readonly status: number;
  /** The server's own reason phrase, where it is not that of the status. */
  readonly phrase?: string | undefined;
  readonly headers: { forEach(each: (value: string, name: string) => void): void; get(name: string): string | null };
  readonly body: { getReader(): BodyReader } | null;
  /** The response is a redirect that was not followed, or a proxy's: a code that the page has words for. */
  readonly problem?: { readonly reason: string; readonly detail?: string };
  /** Why the server's certificate is not accepted; it was taken all the same. */
  readonly unverified?: string;
}
interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
}
