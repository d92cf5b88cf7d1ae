/** Requests that nothing answered while the session lasted. */
import type { WireEvent } from '#shared/recording';
import type { SessionState } from './session-state.ts';
import type { Operation } from './trace.ts';

interface Log {
  readonly events: readonly WireEvent[];
  readonly state: Readonly<SessionState>;
}

/** True if cancelled because the session ends: by the client itself before it closes, or with the connection. */
export function isTakenBackAtEnd({ outcome, closed }: Operation, { events, state }: Log): boolean {
  if (outcome !== 'cancelled' || closed === undefined) return false;
  const event = events[closed];
  if (event?.k === 'message' && event.dir === 'c2s' && event.by === 'auto') return true;
  const end = state.phases.find(({ phase }) => phase === 'shutdown');
  return end !== undefined && closed >= end.s;
}

/** True for an operation that is open still, to which nothing came, or that was open when the session ended. */
export function isUnanswered(operation: Operation, log: Log): boolean {
  const { outcome } = operation;
  return outcome === undefined || outcome === 'silence' || outcome === 'ended' || isTakenBackAtEnd(operation, log);
}
