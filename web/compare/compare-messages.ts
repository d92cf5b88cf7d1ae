/** What the compare screen shows of a comparison: its worker makes it. */
import type { Comparison, MaskName, OwnMask, Pair, Side, TextRow, Verdict } from '#shared/compare';
import type { Headline } from '../base/reason.ts';

/** What a person recognises a recording by. */
export interface SideFacts {
  readonly server?: string;
  readonly revision?: string;
  readonly transport: string;
  readonly startedAt: string;
  readonly events: number;
  /** Reading stopped at a line that could not be read. */
  readonly problem?: string;
}

/** `left-out`: not run again, so there is nothing to compare it with. `redefined`: a list, equal but for definitions in it. */
export type RowVerdict = Verdict | 'left-out' | 'redefined';
/** All of them, worst first. */
export const ROW_VERDICTS: readonly RowVerdict[] = [
  'changed',
  'missing',
  'extra',
  'moved',
  'redefined',
  'masked',
  'equal',
  'left-out',
];

/** One side of a pair on a time axis from 0 to 1, and what came of it on one line. */
export interface SideLine {
  readonly answer: string;
  readonly failed: boolean;
  readonly from: number;
  readonly length: number;
}
/** A compared operation as the view of operations shows it. */
export interface PairLine {
  /** What was asked with it, on one line. */
  readonly arguments: string;
  readonly before?: SideLine;
  readonly after?: SideLine;
  /** What differs first in what came, of either side, where both answers have the same line. */
  readonly differs?: readonly [before: string, after: string];
}

export type Changed = 'arguments' | 'outcome' | 'response';

export interface PairRow extends Pick<Pair, 'kind' | 'dir' | 'method' | 'about' | 'differing' | 'masked'> {
  readonly verdict: RowVerdict;
  readonly before?: Side;
  readonly after?: Side;
  /** Of a list: how many changes its definitions have. */
  readonly definitions?: number;
  /** Where it changed; in more than one of them, the first. */
  readonly changed?: Changed;
  readonly reason?: string;
}

/** How many values a mask covered; `more` when not all of them are listed, so that there may be further ones. */
export interface MaskUse {
  readonly mask: MaskName | OwnMask;
  readonly values: number;
}

/** A comparison without the differences of its pairs, which are asked for one by one. */
export interface Overview extends Omit<Comparison, 'pairs' | 'worstFirst' | 'leftOut' | 'counts'> {
  /** The pairs, in order, and after them what was left out. */
  readonly rows: readonly PairRow[];
  /** Indexes into `rows`. */
  readonly worstFirst: readonly number[];
  readonly inOrder: readonly number[];
  readonly counts: { readonly [verdict in RowVerdict]: number };
  readonly uses: readonly MaskUse[];
  readonly headline: Headline;
  /** How many differences each place has; they add up to what the headline counts by weight. */
  readonly places: { readonly operations: number; readonly definitions: number; readonly session: number };
}

/** One row of two texts side by side, or a run of equal lines that is not shown. */
export type ShownRow = TextRow | { readonly kind: 'folded'; readonly lines: number };
export interface ShownText {
  readonly rows: readonly ShownRow[];
  readonly exact: boolean;
  /** The longer of the two texts was cut off for showing. */
  readonly cut: boolean;
}
