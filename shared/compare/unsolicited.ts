/** Notifications that no operation brought about, counted: when they come, and how often, is the server's clock. */
import type { SessionLog } from '#shared/session';
import type { AmbientDifference } from './types.ts';

/** They tell of a task, whose last state belongs to what created it. */
const OF_TASKS: readonly string[] = ['notifications/tasks/status', 'notifications/tasks'];
/** They belong to the operation that they name. */
const OF_OPERATIONS: readonly string[] = ['notifications/progress', 'notifications/cancelled'];

export function countUnsolicited(log: SessionLog): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string): Map<string, number> => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { dir, method } of log.operations) if (dir === 's2c' && method === 'ping') count(method);
  for (const [s, note] of log.notes.entries()) {
    const event = log.event(s);
    if (event?.k !== 'message' || event.dir !== 's2c' || event.of !== undefined || event.by === 'tap') continue;
    const decoded = note.kind === 'batch' ? log.decoded(s) : undefined;
    for (const item of decoded?.kind === 'batch' ? decoded.items : [note]) {
      const method = item.kind === 'notification' && 'method' in item ? item.method : undefined;
      if (method === undefined || OF_TASKS.includes(method)) continue;
      if (note.op < 0 || !OF_OPERATIONS.includes(method)) count(method);
    }
  }
  return counts;
}

/** Methods of which one recording has more, by name. `count`: what counts is nothing, a kind that only one has, or any number. */
export function unsolicitedDifferences(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  count: 'nothing' | 'kind' | 'number',
): AmbientDifference[] {
  const methods = [...new Set([...before.keys(), ...after.keys()])].sort();
  return methods
    .map((method) => ({ method, before: before.get(method) ?? 0, after: after.get(method) ?? 0 }))
    .filter((each) => each.before !== each.after)
    .map((each) => {
      const isKind = each.before === 0 || each.after === 0;
      return { ...each, counts: count === 'number' || (count === 'kind' && isKind) };
    });
}
