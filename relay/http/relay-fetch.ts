/** `fetch` for the relay's Streamable HTTP sessions: what the transport needs of it, each redirect told and judged. */
import { redirectOf, type Fetch, type FetchResponse } from '#shared/transport';
import { hop, type HopResponse } from './hop.ts';

/** Perform a request. Rejects with the system's error; an HTTP status is never one. */
export const relayFetch: Fetch = async (address, init) => {
  const { method, personal, report } = init;
  let url = new URL(address);
  let { headers } = init;
  for (let hops = 0; ; hops++) {
    const response = await hop(url, {
      ...init,
      headers,
      onRetry: (error) => report?.({ phase: 'retry', error }),
    });
    const verdict = redirectOf({ method, url: url.href, headers, personal, hops }, response);
    if (!verdict) return asFetchResponse(response);
    if ('problem' in verdict) return { ...asFetchResponse(response), problem: verdict.problem };
    response.discard();
    const { without } = verdict;
    report?.({
      phase: 'redirect',
      status: response.status,
      headers: response.headers,
      url: verdict.url,
      ...(without.length > 0 ? { without } : {}),
    });
    ({ headers } = verdict);
    url = new URL(verdict.url);
  }
};

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
