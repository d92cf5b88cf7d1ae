/** How operations ended, as of an event. */
import { isTakenBackAtEnd, type Operation, type Outcome, type SessionLog } from '#shared/session';

/** What the session took along ended with it, however that was done. */
export function outcomeOf(operation: Operation, log: SessionLog, asOf: number): Outcome | 'open' {
  if (operation.closed === undefined || operation.closed > asOf) return 'open';
  return isTakenBackAtEnd(operation, log) ? 'ended' : (operation.outcome ?? 'open');
}
