/** Requests that met an HTTP session which the server had forgotten. */
import type { SessionLog } from './log.ts';
import type { Operation } from './trace.ts';

/**
 * The operation was refused with 404 for its session, and another session began since (2025-11-25,
 * basic/transports#session-management): the server did not act on it, and it can be sent again. As of event `asOf`.
 */
export function metLostSession(operation: Operation | undefined, log: SessionLog, asOf = Infinity): boolean {
  if (operation?.x === undefined || operation.closed === undefined) return false;
  const { opened, closed, x } = operation;
  const { events, state } = log;
  const begins = state.phases.findLast(({ phase, s }) => {
    if (phase !== 'connection' || s < opened || s > asOf) return false;
    const event = events[s];
    return event?.k === 'connection' && event.event === 'restarted';
  });
  if (begins === undefined) return false;
  for (let s = opened; s <= Math.max(closed, begins.s); s++) {
    const event = events[s];
    if (event?.k === 'http' && event.x === x && event.phase === 'response') return event.status === 404 && s < begins.s;
  }
  return false;
}
