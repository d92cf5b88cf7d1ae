/** Which operation took longest, and the place of questions among the lines. */
import { heldUntil, tapWaits, type SessionLog } from '#shared/session';
import { lastOf } from './repeats.ts';

/** Streams are open as long as the client listens, and what begins a session takes as long as its server takes to start. */
const APART: ReadonlySet<string> = new Set(['subscriptions/listen', 'server/discover', 'initialize']);

/**
 * The index of the client's operation among `order`, once the session has begun, that took longest as of event `asOf`, without what a tap held; one that is open has taken the time until
 * now. What is no message asks for nothing and does not count. Undefined when there are fewer than two to compare. One pass, without decoding a message. Never throws.
 */
export function slowestOf(log: SessionLog, order: readonly number[], asOf = Infinity): number | undefined {
  const now = log.event(Math.min(asOf, log.length - 1))?.t ?? 0;
  let [compared, most, slowest] = [0, -1, -1];
  for (const index of order) {
    const operation = log.operations.get(index);
    if (operation?.dir !== 'c2s' || operation.method === undefined || APART.has(operation.method)) continue;
    const last = lastOf(log, operation, asOf);
    const { closed, closedAt = now } = last;
    const end = closed !== undefined && closed <= asOf ? closedAt : now;
    const took = end - operation.openedAt - heldUntil(tapWaits(log, last, asOf), end);
    compared += 1;
    if (took > most) [most, slowest] = [took, index];
  }
  return compared > 1 ? slowest : undefined;
}

/** The same lines, with what the server asked during a call directly below that call, where both are there. */
export function withQuestions(log: SessionLog, order: readonly number[]): number[] {
  const parentOf = (index: number): number | undefined => log.operations.get(index)?.parent;
  const asked = order.filter((index) => parentOf(index) !== undefined);
  if (asked.length === 0) return [...order];
  const inside = new Set(asked);
  const there = new Set(order);
  const below = new Map<number, number[]>();
  for (const index of asked) {
    const parent = parentOf(index) ?? -1;
    if (there.has(parent)) below.set(parent, [...(below.get(parent) ?? []), index]);
    else inside.delete(index);
  }
  return order.flatMap((index) => (inside.has(index) ? [] : [index, ...(below.get(index) ?? [])]));
}
