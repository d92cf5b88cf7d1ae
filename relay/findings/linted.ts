/** A recording that was judged, as reports take it. */
import type { Judged } from '#shared/findings';
import type { FileDamage } from '../recording/index.ts';

export interface LintedFile extends Judged {
  /** Path as typed. */
  readonly file: string;
  /** What of it is not whole, so that no rule could be held against it. */
  readonly damage?: FileDamage;
}
