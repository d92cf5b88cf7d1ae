/** A recording that was judged, as reports take it. */
import type { Judged } from '#shared/findings';
import type { FileDamage } from '../recording/index.ts';

export interface LintedFile extends Judged {
  readonly file: string;
  /** What is missing or damaged, so that no rule was checked there. */
  readonly damage?: FileDamage;
}
