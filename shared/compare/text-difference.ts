/** Two texts side by side, line by line: the shortest way from one to the other, where it can be found in bounded time. */

/** One row of the two columns. Line numbers begin with 1. */
export interface TextRow {
  readonly kind: 'same' | 'changed' | 'removed' | 'added';
  readonly before?: { readonly line: number; readonly text: string };
  readonly after?: { readonly line: number; readonly text: string };
}

export interface TextDifference {
  readonly rows: readonly TextRow[];
  /** False when the texts differ too much to look for the shortest way: what lies between their equal ends is told as changed. */
  readonly exact: boolean;
}

/** Lines that may be removed and added in all; the work grows with its square. */
const MOST_EDITS = 1000;
/** Lines of either text that are looked at; the rest is one row. */
const MOST_LINES = 100_000;

/** Compare two texts (E. W. Myers, An O(ND) difference algorithm, 1986). Takes any strings; never throws. */
export function textDifference(before: string, after: string): TextDifference {
  const [one, other] = [linesOf(before), linesOf(after)];
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  const middle = [one.slice(start, one.length - end), other.slice(start, other.length - end)] as const;
  const kept = keptLines(middle[0], middle[1]);

  const rows: TextRow[] = [];
  let [at, to] = [0, 0];
  const row = (kind: TextRow['kind'], hasBefore: boolean, hasAfter: boolean): void => {
    rows.push({
      kind,
      ...(hasBefore ? { before: { line: at + 1, text: one[at++] ?? '' } } : {}),
      ...(hasAfter ? { after: { line: to + 1, text: other[to++] ?? '' } } : {}),
    });
  };
  const upTo = (beforeEnd: number, afterEnd: number): void => {
    while (at < beforeEnd && to < afterEnd) row('changed', true, true);
    while (at < beforeEnd) row('removed', true, false);
    while (to < afterEnd) row('added', false, true);
  };
  while (at < start) row('same', true, true);
  for (const [x, y] of kept ?? []) {
    upTo(start + x, start + y);
    row('same', true, true);
  }
  upTo(one.length - end, other.length - end);
  while (at < one.length) row('same', true, true);
  return { rows, exact: kept !== undefined };
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n', MOST_LINES + 1);
  if (lines.length <= MOST_LINES) return lines;
  let at = -1;
  for (let line = 0; line < MOST_LINES - 1; line++) at = text.indexOf('\n', at + 1);
  return [...lines.slice(0, MOST_LINES - 1), text.slice(at + 1)];
}

/** The lines that both keep, as pairs of indexes; undefined when more than `MOST_EDITS` would have to change. */
function keptLines(one: readonly string[], other: readonly string[]): [number, number][] | undefined {
  const most = one.length + other.length;
  if (one.length === 0 || other.length === 0) return [];
  const furthest = new Int32Array(2 * Math.min(most, MOST_EDITS) + 3);
  const middle = (furthest.length - 1) / 2;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= Math.min(most, MOST_EDITS); edits++) {
    trace.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const below = furthest[middle + diagonal - 1] ?? 0;
      const above = furthest[middle + diagonal + 1] ?? 0;
      let x = diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1;
      let y = x - diagonal;
      while (x < one.length && y < other.length && one[x] === other[y]) {
        x++;
        y++;
      }
      furthest[middle + diagonal] = x;
      if (x >= one.length && y >= other.length) return wayBack(trace, edits, one.length, other.length);
    }
  }
  return undefined;
}

function wayBack(trace: readonly Int32Array[], edits: number, length: number, otherLength: number): [number, number][] {
  const kept: [number, number][] = [];
  let [x, y] = [length, otherLength];
  for (let step = edits; step > 0; step--) {
    const row = trace[step];
    const diagonal = x - y;
    const reach = (of: number): number => row?.[of + step + 1] ?? 0;
    const down = diagonal === -step || (diagonal !== step && reach(diagonal - 1) < reach(diagonal + 1));
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = reach(from);
    const fromY = fromX - from;
    while (x > fromX && y > fromY) kept.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  while (x > 0 && y > 0) kept.push([--x, --y]);
  return kept.reverse();
}
