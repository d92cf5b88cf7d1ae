/** What the compare screen shows of a comparison: its worker makes it. */
import type { Pair, Side, TextRow } from '#shared/compare';
import type { RowVerdict } from './verdict-looks.ts';

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

/** One row of two texts side by side, or a run of equal lines that is not shown. */
export type ShownRow = TextRow | { readonly kind: 'folded'; readonly lines: number };
