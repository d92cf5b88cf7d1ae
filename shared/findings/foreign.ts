/** Bodies of HTTP that are no messages of the protocol, although they are recorded as such. */
import type { Decoded } from '#shared/jsonrpc';
import type { Turn } from './turn.ts';

/**
 * True for the body of an HTTP answer that only a web server or framework would send: beside an error status, or to what asked for
 * nothing (`{"detail":"Not Found"}`, a page of HTML). The protocol lets such a body be anything (basic/transports#streamable-http).
 */
export function isForeign({ event, exchange, scene }: Turn, { kind, faults }: Decoded): boolean {
  if (!exchange || event.k !== 'message' || event.dir !== 's2c' || event.sse !== undefined) return false;
  const { status = 200, requests } = exchange;
  // HTTP+SSE brings messages as events only; what stands beside 202 there and elsewhere is a courtesy.
  if (status === 200 && requests > 0 && scene.transport !== 'sse') return false;
  return kind === 'malformed' || faults.includes('missing-jsonrpc') || faults.includes('not-an-object');
}
