/** How and when operations ended for whoever asked, as of an event. */
import { isTakenBackAtEnd, tapWaits, type Operation, type Outcome, type SessionLog } from '#shared/session';

/** How one ended; `held`: a tap holds its request, which nobody else can answer yet; `open`: nobody has answered it. */
export type LineOutcome = Outcome | 'held' | 'open';

/** What the session took along ended with it, however that was done. */
export function outcomeOf(operation: Operation, log: SessionLog, asOf: number): LineOutcome {
  if (operation.closed === undefined || operation.closed > asOf)
    return tapWaits(log, operation, asOf).some(({ to }) => to === undefined) ? 'held' : unanswered(operation);
  return isTakenBackAtEnd(operation, log) ? 'ended' : (operation.outcome ?? 'open');
}

/** Nobody owes an answer to what is no message. */
const unanswered = ({ kind }: Operation): LineOutcome => (kind === 'malformed' ? 'silence' : 'open');

/**
 * The moment (microseconds of the session) at which an operation ended for the side that asked, as of event `asOf`: when its response
 * came, or went on from a tap that held it; of text that nothing answered, when it was sent. Undefined while it is open, and while
 * the tap holds the response.
 */
export function endOf(log: SessionLog, operation: Operation, asOf: number): number | undefined {
  const { closed, closedAt, openedAt, tapped } = operation;
  if (operation.kind === 'malformed' && outcomeOf(operation, log, asOf) === 'silence') return openedAt;
  if (closed === undefined || closed > asOf) return undefined;
  if (tapped === undefined) return closedAt;
  const wait = tapWaits(log, operation, asOf).find(({ at }) => at === closed);
  return wait ? wait.to : closedAt;
}
