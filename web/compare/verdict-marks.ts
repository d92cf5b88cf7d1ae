/** The mark of each verdict, so that nobody has to tell them apart by colour. */
import type { RowVerdict } from './compare-messages.ts';

export const VERDICT_MARKS: { readonly [verdict in RowVerdict]: string } = {
  changed: '≠',
  missing: '−',
  extra: '+',
  moved: '↕',
  redefined: '≠',
  masked: '≈',
  equal: '=',
  'left-out': '○',
};

export const VERDICT_INKS: { readonly [verdict in RowVerdict]: string } = {
  changed: 'var(--err)',
  missing: 'var(--err)',
  extra: 'var(--client)',
  moved: 'var(--warn)',
  redefined: 'var(--warn)',
  masked: 'var(--muted)',
  equal: 'var(--ok)',
  'left-out': 'var(--muted)',
};
