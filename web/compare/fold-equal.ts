/** Leaves out what is equal in two texts side by side, but for some lines around what is not. */
import type { TextRow } from '#shared/compare';

/** One row of two texts side by side, or a run of equal lines that is not shown. */
export type ShownRow = TextRow | { readonly kind: 'folded'; readonly lines: number };

const AROUND = 3;

/** Runs of equal lines become one row with their number, where that saves at least two rows. */
export function foldEqual(rows: readonly TextRow[]): ShownRow[] {
  const shown: ShownRow[] = [];
  let at = 0;
  while (at < rows.length) {
    let end = at;
    while (end < rows.length && rows[end]?.kind === 'same') end++;
    const from = at === 0 ? at : at + AROUND;
    const to = end === rows.length ? end : end - AROUND;
    if (to - from > 1) {
      push(at, from);
      shown.push({ kind: 'folded', lines: to - from });
      push(to, end);
    } else push(at, end);
    while (end < rows.length && rows[end]?.kind !== 'same') push(end, ++end);
    at = end;
  }
  return shown;

  function push(first: number, last: number): void {
    for (let index = first; index < last; index++) {
      const row = rows[index];
      if (row) shown.push(row);
    }
  }
}
