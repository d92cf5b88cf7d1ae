/** What became of a step of a run. */
import { defined } from '#shared/base';
import { isUnanswered, type Operation, type SessionLog } from '#shared/session';
import type { ConsentReason, RerunStep, StepResult } from './types.ts';

export interface StepFacts {
  readonly live: Operation | undefined;
  readonly log: SessionLog;
  /** Why a step that was declined needs consent. */
  readonly consent: ConsentReason | undefined;
  /** For how many milliseconds nothing answered, where that was waited for to the end. */
  readonly silentMs: number | undefined;
}

export function stepResult(
  step: RerunStep,
  became: StepResult['became'],
  { live, log, consent, silentMs }: StepFacts,
): StepResult {
  const { index, outcome } = live ?? {};
  const wasSilent = step.do === 'send' && step.silentMs !== undefined && became === 'taken';
  return {
    step: consent && step.do === 'send' ? { ...step, consent } : step,
    became,
    ...defined({ op: index, outcome, silent: wasSilent ? !live || isUnanswered(live, log) : undefined, silentMs }),
  };
}
