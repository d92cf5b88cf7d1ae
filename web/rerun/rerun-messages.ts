/** What the screen and its worker say to each other. */
import type { Headline } from '../base/reason.ts';
import type { Masks, RunOnPurpose, Suggestions, Verdict as PairVerdict } from '#shared/compare';
import type { PlanOptions, RerunPlan } from '#shared/rerun';

/** What a recording is, beside its plan. */
export interface Read {
  /** Something in it can't be read; what comes before is there. */
  readonly damaged: boolean;
  /** Secrets were replaced before it was handed on. */
  readonly redacted: boolean;
}

/** An operation before and after: how alike, and how many milliseconds each took. */
export interface ComparedStep {
  readonly verdict: PairVerdict;
  readonly before?: number;
  readonly after?: number;
}

/** What a comparison comes to. */
export interface Verdict {
  readonly same: boolean;
  readonly counts: { readonly [verdict in PairVerdict]: number };
  readonly definitions: number;
  /** Facts of the session that changed and count. */
  readonly facts: number;
  readonly headline: Headline;
  /** Each operation that was run again, by the event that began it in the recording. */
  readonly steps: ReadonlyMap<number, ComparedStep>;
}

export type RerunRequest =
  /** Take in the recording that everything else is about. */
  | { readonly type: 'read'; readonly file: Blob }
  | { readonly type: 'plan'; readonly options: PlanOptions }
  /** Compare it with a new recording. */
  | {
      readonly type: 'compare';
      readonly file: Blob;
      readonly leaveOut: ReadonlyMap<number, string>;
      readonly run: RunOnPurpose;
      readonly masks: Masks;
    }
  /** What two runs differ in. */
  | { readonly type: 'calibrate'; readonly first: Blob; readonly second: Blob; readonly masks: Masks };

export interface RerunReplies {
  readonly read: Read;
  readonly plan: RerunPlan;
  readonly compare: Verdict;
  readonly calibrate: Suggestions;
}
