/** `fetch` for the relay's Streamable HTTP sessions: what the transport needs of it, and redirects as browsers follow them. */
import type { HeaderPairs } from '#shared/recording';
import type { Fetch, FetchInit, FetchResponse } from '#shared/transport';
import { hop, type HopResponse } from './hop.ts';

const MAX_REDIRECTS = 20;
/** Never carried to another origin (Fetch standard, HTTP-redirect fetch). */
const PRIVATE = new Set(['authorization', 'cookie', 'host', 'proxy-authorization']);

/** Perform a request. Rejects with the system's error; an HTTP status is never one. */
export const relayFetch: Fetch = async (address, init) => {
  let url = new URL(address);
  let request: FetchInit & { readonly headers: HeaderPairs } = init;
  for (let redirects = 0; ; redirects++) {
    const response = await hop(url, request);
    const target = redirectTarget(url, response, request.method);
    if (!target || redirects === MAX_REDIRECTS) return asFetchResponse(response);
    // Nobody reads this body, so nobody else would hear that it broke.
    response.body.on('error', () => {}).resume();
    if (target.origin !== url.origin)
      request = { ...request, headers: init.headers.filter(([name]) => !PRIVATE.has(name.toLowerCase())) };
    url = target;
  }
};

/** Where to go next. Statuses that would turn a POST into a GET are not followed: the message would be lost on the way. */
function redirectTarget(from: URL, { status, headers }: HopResponse, method: string): URL | undefined {
  const keepsMethod = status === 307 || status === 308;
  if (!keepsMethod && !(method === 'GET' && (status === 301 || status === 302 || status === 303))) return undefined;
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (location === undefined || !URL.canParse(location, from.href)) return undefined;
  return new URL(location, from);
}

function asFetchResponse({ status, headers, body }: HopResponse): FetchResponse {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return {
    status,
    headers: {
      forEach: (each) => headers.forEach(([name, value]) => each(value, name)),
      get: (wanted) => headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1] ?? null,
    },
    body: {
      getReader: () => ({
        read: async () => {
          const { done, value } = await chunks.next();
          return done ? { done: true } : { done: false, value };
        },
      }),
    },
  };
}

/** The words of a failed request: of the first address tried, where several were (`localhost` is two). */
export function explainFetch(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return explainFetch(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined || error.message.includes(code) ? error.message : `${code}: ${error.message}`;
}
