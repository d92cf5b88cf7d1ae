/** Whether an operation that worked does not work any more. */
import type { Difference, Pair } from './types.ts';
import type { Unit } from './units.ts';

const ANSWERED: ReadonlySet<Unit['outcome']> = new Set(['result', 'error', 'tool-error']);
const GIVEN_UP: ReadonlySet<Unit['outcome']> = new Set(['timeout', 'no-answer', 'silence', 'ended', 'open']);

/** What became of an operation of the client's that differs in these places; undefined when it works as well as before. */
export function failing(before: Unit, after: Unit, differences: readonly Difference[]): Pair['failing'] {
  if (before.dir !== 'c2s') return undefined;
  if (differences.some(({ path }) => path === '/outcome')) {
    if (ANSWERED.has(before.outcome) && GIVEN_UP.has(after.outcome)) return 'unanswered';
    if (before.outcome === 'result' && (after.outcome === 'error' || after.outcome === 'tool-error')) return 'fails';
  }
  const task = differences.find(({ path }) => path === '/task/status');
  return task?.before === '"completed"' && task.after === '"failed"' ? 'fails' : undefined;
}
