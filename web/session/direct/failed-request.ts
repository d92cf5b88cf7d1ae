import type { HttpBody, WireEvent } from '#shared/recording';

/**
 * The request that the `http-unreachable` problem in event `s` is about: the one whose exchange the network ended last
 * before it. Several may be in flight, so it need not be the latest.
 */
export function failedRequest(events: readonly WireEvent[], s: number): HttpBody | undefined {
  let failed: string | undefined;
  for (let at = s - 1; at >= 0; at--) {
    const event = events[at];
    if (event?.k !== 'http') continue;
    if (failed === undefined) {
      if (event.phase === 'end' && event.by === 'network') failed = event.x;
    } else if (event.phase === 'request' && event.x === failed) return event;
  }
  return undefined;
}
