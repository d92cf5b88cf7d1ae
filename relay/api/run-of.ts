/** What a recording that is a run of another one did otherwise on purpose: the comparison of the two has to know. */
import type { CompareOptions } from '#shared/compare';
import type { HeldRecording as Recorded } from '#shared/recording';

type Run = Pick<CompareOptions, 'leaveOut' | 'run'>;

/** A member of the new recording that no copy and no comparison of values takes along: what it is a run of, and how. */
const RUN = Symbol('run');

export function rememberRun(after: Recorded, before: Recorded, run: Run): void {
  Object.defineProperty(after, RUN, { value: { id: before.header.id, run } });
}

/** What is known of `after` as a run of `before`; nothing when it is none. */
export function runOf(after: Recorded, before: Recorded): Run {
  const known = (after as { readonly [RUN]?: { readonly id: string; readonly run: Run } })[RUN];
  return known?.id === before.header.id ? known.run : {};
}
