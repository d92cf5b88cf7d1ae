/** What the steps of an exercise came to, one by one and counted. */
import { defined } from '#shared/base';
import { verdictOf, type Step, type StepOutcome, type StepResult, type StepValue, type Verdict } from './step.ts';

export interface StepReport {
  readonly method: string;
  readonly about?: string;
  readonly outcome: StepOutcome;
  readonly verdict: Verdict;
  readonly ms: number;
  /** Event of the request in the recording; absent when nothing was sent. */
  readonly s?: number;
  readonly detail?: string;
  readonly values?: readonly StepValue[];
  /** How many it stands for, when they are left out together. */
  readonly count?: number;
}

/** Steps that were `answered`, `answeredWithError` (a tool says isError), `refused`, `failed` or `skipped`, and all of them. */
export type Counts = { readonly [verdict in Verdict]: number } & { readonly steps: number };

/** `ms`: how long the step took, in milliseconds. */
export function stepReport(
  { method, about, values, count }: Step,
  { outcome, detail, s }: StepResult,
  ms: number,
): StepReport {
  return {
    method,
    ...defined({ about }),
    outcome,
    verdict: verdictOf(outcome),
    ms,
    ...defined({ s, detail, values, count }),
  };
}

/** Each step counted as often as it stands for. */
export function countsOf(steps: readonly Pick<StepReport, 'verdict' | 'count'>[]): Counts {
  const counts = { steps: 0, answered: 0, answeredWithError: 0, refused: 0, failed: 0, skipped: 0 };
  for (const { verdict, count = 1 } of steps) {
    counts.steps += count;
    counts[verdict] += count;
  }
  return counts;
}
