/** When operations ended for whoever asked. */
import { tapWaits, type Operation, type SessionLog } from '#shared/session';

/**
 * The moment (microseconds of the session) at which an operation ended for the side that asked, as of event `asOf`: when its response
 * came, or went on from a tap that held it. Undefined while it is open, and while the tap holds the response.
 */
export function endOf(log: SessionLog, operation: Operation, asOf: number): number | undefined {
  const { closed, closedAt, tapped } = operation;
  if (closed === undefined || closed > asOf) return undefined;
  if (tapped === undefined) return closedAt;
  const wait = tapWaits(log, operation, asOf).find(({ at }) => at === closed);
  return wait ? wait.to : closedAt;
}
