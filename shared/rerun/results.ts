/** What came of a run and of its steps. */
import { defined } from '#shared/base';
import type { RunOnPurpose } from '#shared/compare';
import { isUnanswered, type Operation, type SessionLog } from '#shared/session';
import type { RerunPlan } from './plan.ts';
import type { ConsentReason, RerunResult, RerunStep, StepResult } from './types.ts';

/** `live`: its operation in the new recording. `consent`: why a step that was declined needs it. `silentMs`: as in `StepResult`. */
export function stepResult(
  step: RerunStep,
  became: StepResult['became'],
  log: SessionLog,
  {
    live,
    consent,
    silentMs,
  }: { live: Operation | undefined; consent: ConsentReason | undefined; silentMs: number | undefined },
): StepResult {
  const { index, outcome } = live ?? {};
  const wasSilent = step.do === 'send' && step.silentMs !== undefined && became === 'taken';
  return {
    step: consent && step.do === 'send' ? { ...step, consent } : step,
    became,
    ...defined({ op: index, outcome, silent: wasSilent ? !live || isUnanswered(live, log) : undefined, silentMs }),
  };
}

/** What a run did otherwise than its recording on purpose: values replaced, what it asked for itself, and a chosen revision. */
export function onPurpose({ revision, chosen }: RerunPlan, { replaced, own }: RerunResult): RunOnPurpose {
  const values = replaced.flatMap(({ before, after, names }) =>
    after === undefined ? [] : [{ before, after, ...(names ? { names } : {}) }],
  );
  return { values, own, ...(chosen ? { revision } : {}) };
}
