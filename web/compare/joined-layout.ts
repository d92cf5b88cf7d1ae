/** Where operations stand in two diagrams: each side in its order, what both have at one height where orders agree. */
import { countBefore, longestIncreasing } from '#shared/base';
import type { PairRow } from './overview.ts';

/** One stretch of the two diagrams. `before` and `after` are indexes of rows; both are the same where they stand together. */
export interface Band {
  /** First line of the stretch, in lines from the top. */
  readonly y: number;
  readonly lines: number;
  readonly before?: number;
  readonly after?: number;
}

export interface JoinedLayout {
  readonly bands: readonly Band[];
  readonly lines: number;
  /** First line of a row's stretch on either side. */
  readonly yBefore: ReadonlyMap<number, number>;
  readonly yAfter: ReadonlyMap<number, number>;
}

/** Lay out the rows `shown` (indexes into `rows`, in any order). Takes time in proportion to n log n. */
export function joinedLayout(rows: readonly PairRow[], shown: readonly number[]): JoinedLayout {
  const on = (side: 'before' | 'after'): number[] =>
    shown.filter((index) => rows[index]?.[side]).sort((one, other) => at(one, side) - at(other, side));
  const at = (index: number, side: 'before' | 'after'): number => rows[index]?.[side]?.s ?? 0;
  const left = on('before');
  const right = on('after');
  const place = new Map(right.map((index, order) => [index, order]));
  const onBoth = left.filter((index) => place.has(index));
  const together = new Set(longestIncreasing(onBoth.map((index) => place.get(index) ?? 0)).map((at) => onBoth[at]));

  const bands: Band[] = [];
  const yBefore = new Map<number, number>();
  const yAfter = new Map<number, number>();
  let y = 0;
  const add = (before: number | undefined, after: number | undefined): void => {
    const lines = Math.max(linesOf(rows[before ?? -1], 'before'), linesOf(rows[after ?? -1], 'after'));
    if (before !== undefined) yBefore.set(before, y);
    if (after !== undefined) yAfter.set(after, y);
    bands.push({ y, lines, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) });
    y += lines;
  };
  let next = 0;
  for (const index of left) {
    if (!together.has(index)) {
      add(index, undefined);
      continue;
    }
    for (; next < right.length && right[next] !== index; next++) add(undefined, right[next]);
    add(index, index);
    next++;
  }
  for (; next < right.length; next++) add(undefined, right[next]);
  return { bands, lines: y, yBefore, yAfter };
}

/** Lines that an operation takes: its request, and its answer where there is one. */
export function linesOf(row: PairRow | undefined, side: 'before' | 'after'): number {
  const of = row?.[side];
  if (!of) return 0;
  return of.closed === undefined ? 1 : 2;
}

export function bandsBetween({ bands }: JoinedLayout, first: number, last: number): readonly Band[] {
  const from = countBefore(bands.length, (index) => {
    const band = bands[index];
    return band !== undefined && band.y + band.lines <= first;
  });
  return bands.slice(
    from,
    countBefore(bands.length, (index) => (bands[index]?.y ?? 0) < last),
  );
}
