/** The state of the fold. */
import type { Located } from './consequences.ts';
import type { Finding, UnjudgedReason } from './finding.ts';
import type { SessionFacts } from './session-facts.ts';
import type { VerdictCache } from './verdict-cache.ts';
import type { Tallies } from './tally.ts';

/** States of the judges, in the order of the judges; empty for one that keeps nothing. */
export type JudgeStates = readonly object[];

/** What the fold has found out; as of an earlier event it is a part of this: see `as-of.ts`. */
export type Known = Pick<FindingsState, 'found' | 'tallies' | 'unjudged'>;

export interface FindingsState {
  readonly facts: SessionFacts;
  readonly judges: JudgeStates;
  /** In the order in which they were found; of one rule 1,000 at most. */
  readonly found: Finding[];
  readonly located: Located;
  readonly tallies: Tallies;
  /** Rules that could not be judged at least once, by id: why the first time, and at which event. */
  readonly unjudged: Map<string, { readonly why: UnjudgedReason; readonly s: number }>;
  readonly verdictCache: VerdictCache;
}
