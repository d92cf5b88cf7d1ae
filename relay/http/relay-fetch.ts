/** `fetch` for the relay's Streamable HTTP sessions: the part that the transport needs; each redirect is reported and checked. */
import { mayReach, networkOfHost, type Network } from '#shared/authorization';
import { headerOf, isSameServer } from '#shared/recording';
import { redirectOf, type Fetch, type FetchResponse } from '#shared/transport';
import type { Resolve } from './guarded-lookup.ts';
import { hop, type HopResponse } from './hop.ts';
import { placeOf } from './places.ts';
import { defaultRoute, type NetworkRoute } from './network-route.ts';

export interface Surroundings {
  readonly placeOf: (url: string) => Network;
  readonly resolve?: Resolve;
  /** By default, the route of everything without a connection. */
  readonly road?: NetworkRoute;
}

/** Rejects with the system's error, never for a status, and with `OutOfReach` when redirected to another network. */
export function relayFetchBy(around: Surroundings): Fetch {
  const { road = defaultRoute } = around;
  return async (address, init) => {
    const { method, personal, report, readdress } = init;
    let url = new URL(address);
    let { headers } = init;
    let from: Network = 'loopback';
    for (let hops = 0; ; hops++) {
      const response = await hop(url, {
        ...init,
        headers,
        road,
        onRetry: (error) => report?.({ phase: 'retry', error }),
        ...(from === 'loopback' ? {} : { guard: { from, resolve: around.resolve } }),
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
        ...road.via(verdict.url),
      });
      ({ headers } = verdict);
      if (readdress) headers = await readdress(verdict.url, headers);
      url = target;
    }
  };
}

export const relayFetch: Fetch = relayFetchBy({ placeOf });

function asFetchResponse({ headers, body, problem, ...head }: HopResponse): FetchResponse {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return {
    ...head,
    ...(problem ? { problem: { reason: problem.reason, detail: problem.detail } } : {}),
    headers: {
      forEach: (each) => headers.forEach(([name, value]) => each(value, name)),
      get: (wanted) => headerOf(headers, wanted) ?? null,
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
