/** Which of the pairs changed their place: those outside a longest run that kept its order, unless all they passed was concurrent. */
import { countBefore, longestIncreasing } from '#shared/base';
import type { Unit } from './units.ts';

export interface Placed {
  readonly before: Unit;
  readonly after: Unit;
  readonly place: number;
}

/** Checked for concurrency. */
const MAX_NEIGHBOUR_COUNT = 256;

/** Of pairs in the order of the first recording, those that moved in the second (by index). O(n log n). */
export function movedPairs(pairs: readonly Placed[]): Set<number> {
  const kept = longestIncreasing(pairs.map(({ place }) => place));
  const moved = new Set<number>();
  let next = 0;
  for (let index = 0; index < pairs.length; index++) {
    if (kept[next] === index) {
      next++;
      continue;
    }
    const pair = pairs[index];
    if (!pair) continue;
    // Of the run, those before it here that come after it there, or the other way round, stand together.
    const split = countBefore(kept.length, (at) => (pairs[kept[at] ?? 0]?.place ?? 0) < pair.place);
    const [from, to] = split < next ? [split, next] : [next, split];
    const passed = kept
      .slice(from, from + MAX_NEIGHBOUR_COUNT)
      .concat(kept.slice(Math.max(from + MAX_NEIGHBOUR_COUNT, to - MAX_NEIGHBOUR_COUNT), to));
    const within = passed.slice(0, to - from);
    if (within.some((other) => !wereConcurrent(pair, pairs[other]))) moved.add(index);
  }
  return moved;
}

function wereConcurrent(one: Placed, other: Placed | undefined): boolean {
  return other !== undefined && (overlap(one.before, other.before) || overlap(one.after, other.after));
}

function overlap(one: Unit, other: Unit): boolean {
  const [first, second] = one.s <= other.s ? [one, other] : [other, one];
  // What was only told takes no time: two such things have an order.
  return first.outcome !== 'sent' && second.s < (first.closed ?? Infinity);
}
