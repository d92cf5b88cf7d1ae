/** What a run did otherwise than its recording on purpose, for the comparison of the two. */
import type { RunOnPurpose } from '#shared/compare';
import type { RerunPlan, RerunResult } from './types.ts';

/** The values that it replaced, what it asked for itself, and the revision where that was chosen. */
export function onPurpose({ revision, chosen }: RerunPlan, { replaced, own }: RerunResult): RunOnPurpose {
  const values = replaced.flatMap(({ before, after, names }) =>
    after === undefined ? [] : [{ before, after, ...(names ? { names } : {}) }],
  );
  return { values, own, ...(chosen ? { revision } : {}) };
}
