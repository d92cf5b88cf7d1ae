/** `fetch` for the relay's Streamable HTTP sessions: what the transport needs of it, each redirect told and judged. */
import { mayReach, networkOfHost, type Network } from '#shared/authorization';
import { isSameServer } from '#shared/recording';
import { redirectOf, type Fetch, type FetchResponse } from '#shared/transport';
import { guardedLookup, type Resolve } from './guarded-lookup.ts';
import { hop, type HopResponse } from './hop.ts';
import { placeOf } from './places.ts';

export interface Surroundings {
  /** The network of the server at an address. */
  readonly placeOf: (url: string) => Network;
  readonly resolve?: Resolve;
}

/**
 * Perform a request. Rejects with the system's error, and with `OutOfReach` when a server sends us on to a name in a network that it
 * is not in itself; an HTTP status is never one.
 */
export function relayFetchBy(around: Surroundings): Fetch {
  return async (address, init) => {
    const { method, personal, report } = init;
    let url = new URL(address);
    let { headers } = init;
    /** The widest network of a server that sent us on. */
    let from: Network = 'loopback';
    for (let hops = 0; ; hops++) {
      const response = await hop(url, {
        ...init,
        headers,
        onRetry: (error) => report?.({ phase: 'retry', error }),
        ...(from === 'loopback' ? {} : { lookup: guardedLookup(from, around.resolve) }),
      });
      const verdict = redirectOf({ method, url: url.href, headers, personal, hops }, response);
      if (!verdict) return asFetchResponse(response);
      if ('problem' in verdict) return { ...asFetchResponse(response), problem: verdict.problem };
      const target = new URL(verdict.url);
      if (!isSameServer(url.href, verdict.url)) {
        const place = around.placeOf(url.href);
        if (mayReach(from, place)) from = place;
        const network = networkOfHost(target.hostname);
        // A literal address is never looked up.
        if (network !== undefined && !mayReach(from, network))
          return { ...asFetchResponse(response), problem: { reason: 'redirected-elsewhere', detail: verdict.url } };
      }
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
      url = target;
    }
  };
}

export const relayFetch: Fetch = relayFetchBy({ placeOf });

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
