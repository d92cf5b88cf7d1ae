/** What the steps of an exercise came to, one by one and counted. */
import { defined } from '#shared/base';
import { verdictOf, type Step, type StepResult } from './step.ts';

/** Steps that were `answered`, `answeredWithError` (a tool says isError), `refused`, `failed` or `skipped`, and all of them. */
export type Counts = ReturnType<typeof countsOf>;
export type StepReport = ReturnType<typeof stepReport>;

/** `ms`: how long the step took, in milliseconds. */
export function stepReport({ method, about, values, count }: Step, { outcome, detail, s }: StepResult, ms: number) {
  return {
    method,
    ...defined({ about }),
    outcome,
    verdict: verdictOf(outcome),
    ms,
    ...defined({ s, detail, values, count }),
  };
}

export function countsOf(steps: readonly Pick<StepReport, 'verdict' | 'count'>[]) {
  const counts = { steps: 0, answered: 0, answeredWithError: 0, refused: 0, failed: 0, skipped: 0 };
  for (const { verdict, count = 1 } of steps) {
    counts.steps += count;
    counts[verdict] += count;
  }
  return counts;
}
