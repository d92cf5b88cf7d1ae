/** A recording that was judged, as reports take it. */
import type { Judged } from '#shared/findings';

export interface LintedFile extends Judged {
  /** Path as typed. */
  readonly file: string;
}
