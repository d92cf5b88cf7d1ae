/** How operations ended, as of an event. */
import { isTakenBackAtEnd, tapWaits, type Operation, type Outcome, type SessionLog } from '#shared/session';

/** How one ended; `held`: a tap holds its request, which nobody else can answer yet; `open`: nobody has answered it. */
export type LineOutcome = Outcome | 'held' | 'open';

/** What the session took along ended with it, however that was done. */
export function outcomeOf(operation: Operation, log: SessionLog, asOf: number): LineOutcome {
  if (operation.closed === undefined || operation.closed > asOf)
    return tapWaits(log, operation, asOf).some(({ to }) => to === undefined) ? 'held' : 'open';
  return isTakenBackAtEnd(operation, log) ? 'ended' : (operation.outcome ?? 'open');
}
