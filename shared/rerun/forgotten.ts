/** Requests that met an HTTP session which the server had forgotten. */
import type { Operation, SessionLog } from '#shared/session';

/** The operation was refused with 404 for its session, and another session began since (2025-11-25, basic/transports). */
export function metNoSession(live: Operation | undefined, { events }: SessionLog): boolean {
  if (live?.x === undefined || live.closed === undefined) return false;
  const refusal = events.find((event) => event.k === 'http' && event.x === live.x && event.phase === 'response');
  return (
    refusal?.k === 'http' &&
    refusal.status === 404 &&
    events.some(({ s, ...event }) => s > refusal.s && event.k === 'connection' && event.event === 'restarted')
  );
}
