/** When operations ended for whoever asked. */
import { tapWaits, type Operation, type SessionLog } from '#shared/session';

/** When (µs) an operation ended for the asker, as of `asOf`: its response came or left a tap. Undefined while open or held. */
export function endOf(log: SessionLog, operation: Operation, asOf: number): number | undefined {
  const { closed, closedAt, tapped } = operation;
  if (closed === undefined || closed > asOf) return undefined;
  if (tapped === undefined) return closedAt;
  const wait = tapWaits(log, operation, asOf).find(({ at }) => at === closed);
  return wait ? wait.to : closedAt;
}
