/** The verdicts of rows, worst first, each with its mark and colour: nobody has to tell them apart by colour alone. */
import type { Verdict } from '#shared/compare';

/** `left-out`: not run again, so there is nothing to compare it with. `redefined`: a list, equal but for definitions in it. */
export type RowVerdict = Verdict | 'left-out' | 'redefined';

export const VERDICT_LOOKS: { readonly [verdict in RowVerdict]: { readonly mark: string; readonly ink: string } } = {
  changed: { mark: '≠', ink: 'var(--err)' },
  missing: { mark: '−', ink: 'var(--err)' },
  extra: { mark: '+', ink: 'var(--client)' },
  moved: { mark: '↕', ink: 'var(--warn)' },
  redefined: { mark: '≠', ink: 'var(--warn)' },
  masked: { mark: '≈', ink: 'var(--muted)' },
  equal: { mark: '=', ink: 'var(--ok)' },
  'left-out': { mark: '○', ink: 'var(--muted)' },
};
export const ROW_VERDICTS = Object.keys(VERDICT_LOOKS) as readonly RowVerdict[];
