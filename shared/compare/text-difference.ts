/** Two texts side by side, line by line: the shortest way from one to the other, where it can be found in bounded time. */
import { diffArrays } from 'diff';
import { commonEnds } from './list-pairs.ts';

/** One row of the two columns. Line numbers begin with 1. */
export interface TextRow {
  readonly kind: 'same' | 'changed' | 'removed' | 'added';
  readonly before?: { readonly line: number; readonly text: string };
  readonly after?: { readonly line: number; readonly text: string };
}

/** Lines removed and added together; the work grows with the square. */
const MAX_EDIT_COUNT = 1000;
/** Of either text; the rest is one row. */
const MAX_LINE_COUNT = 100_000;

/** `exact` is false when the texts differ too much to look for the shortest way: what lies between their equal ends is told as changed. */
export function textDifference(before: string, after: string) {
  const [one, other] = [linesOf(before), linesOf(after)];
  const { start, end } = commonEnds(one, other);
  const parts = diffArrays(one.slice(start, one.length - end), other.slice(start, other.length - end), {
    maxEditLength: MAX_EDIT_COUNT,
  });

  const rows: TextRow[] = [];
  let [at, to] = [0, 0];
  const row = (kind: TextRow['kind'], hasBefore: boolean, hasAfter: boolean): void => {
    rows.push({
      kind,
      ...(hasBefore ? { before: { line: at + 1, text: one[at++] ?? '' } } : {}),
      ...(hasAfter ? { after: { line: to + 1, text: other[to++] ?? '' } } : {}),
    });
  };
  const changedUpTo = (beforeEnd: number, afterEnd: number): void => {
    while (at < beforeEnd && to < afterEnd) row('changed', true, true);
    while (at < beforeEnd) row('removed', true, false);
    while (to < afterEnd) row('added', false, true);
  };
  while (at < start) row('same', true, true);
  let [beforeEnd, afterEnd] = [start, start];
  for (const { count, added, removed } of parts ?? []) {
    if (!added) beforeEnd += count;
    if (!removed) afterEnd += count;
    if (added || removed) continue;
    changedUpTo(beforeEnd - count, afterEnd - count);
    while (at < beforeEnd) row('same', true, true);
  }
  changedUpTo(one.length - end, other.length - end);
  while (at < one.length) row('same', true, true);
  return { rows, exact: parts !== undefined };
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n', MAX_LINE_COUNT + 1);
  if (lines.length <= MAX_LINE_COUNT) return lines;
  let at = -1;
  for (let line = 0; line < MAX_LINE_COUNT - 1; line++) at = text.indexOf('\n', at + 1);
  return [...lines.slice(0, MAX_LINE_COUNT - 1), text.slice(at + 1)];
}
