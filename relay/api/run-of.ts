/** What a recording that is a run of another one did otherwise on purpose: the comparison of the two has to know. */
import type { CompareOptions } from '#shared/compare';
import type { Recorded } from '#shared/recording';

type Run = Pick<CompareOptions, 'leaveOut' | 'run'>;

/** By the new recording: which header it is a run of, and how. */
const runs = new WeakMap<Recorded, { readonly id: string; readonly run: Run }>();

/** Remember that `after` is a run of `before`. */
export function rememberRun(after: Recorded, before: Recorded, run: Run): void {
  runs.set(after, { id: before.header.id, run });
}

/** What is remembered of `after` as a run of `before`; nothing when it is none. */
export function runOf(after: Recorded, before: Recorded): Run {
  const known = runs.get(after);
  return known?.id === before.header.id ? known.run : {};
}
