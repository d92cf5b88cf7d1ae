import type { compareWords } from './words/index.ts';
import type { PairRow } from './overview.ts';

/** `tools/call echo`; what could not be read has no name. */
export function whatOf({ kind, method, about }: PairRow, t: typeof compareWords.now): string {
  return kind === 'malformed' ? t.malformed : `${method ?? ''} ${about ?? ''}`.trim();
}

/** What became of it, and where it changed: `other arguments`. */
export function verdictOf({ verdict, changed }: PairRow, t: typeof compareWords.now, short = false): string {
  const where = verdict === 'redefined' ? 'definitions' : verdict === 'changed' ? changed : undefined;
  return where === undefined ? t.verdicts[verdict] : (short ? t.changedShort : t.changedIn)[where];
}

/** All that the list shows of it, for who hears it. `took` is the times of both sides. */
export function spokenRow(row: PairRow, took: string, t: typeof compareWords.now): string {
  const parts = [
    t.verdicts[row.verdict],
    whatOf(row, t),
    row.dir === 's2c' ? t.byServer : '',
    row.differing > 0 ? t.differences(row.differing) : '',
    row.definitions === undefined ? '' : t.definitionChanges(row.definitions),
    row.masked > 0 ? t.masked(row.masked) : '',
    row.verdict === 'changed' ? verdictOf(row, t) : '',
    took,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
