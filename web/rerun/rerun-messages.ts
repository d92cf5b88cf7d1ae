/** What a run comes to: the worker of the screen makes it. */
import type { Headline } from '../base/reason.ts';
import type { Verdict as PairVerdict } from '#shared/compare';

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
