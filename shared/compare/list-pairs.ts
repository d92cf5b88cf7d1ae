/** Which items of two lists belong together. */
import { addTo } from '#shared/base';

/** How many items two lists have in common at their beginnings, and at their ends beyond that. */
export interface CommonEnds {
  readonly start: number;
  readonly end: number;
}
export const NO_ENDS: CommonEnds = { start: 0, end: 0 };

/** Of two texts, how many units. */
export function commonEnds<T>(
  one: ArrayLike<T>,
  other: ArrayLike<T>,
  same: (one: T | undefined, other: T | undefined) => boolean = Object.is,
): CommonEnds {
  const most = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < most && same(one[start], other[start])) start++;
  while (end < most - start && same(one[one.length - 1 - end], other[other.length - 1 - end])) end++;
  return { start, end };
}

export interface Unordered {
  /** Of each item before, the index of its equal after; undefined where there is none. */
  readonly partner: readonly (number | undefined)[];
  /** Indexes after that are nobody's partner, in order. */
  readonly rest: readonly number[];
  /** Equal items are in another order. */
  readonly moved: boolean;
}

/** Pair the items of lists whose order says nothing, by texts that are equal where the items are; equals are paired in their order. */
export function pairUnordered(before: readonly string[], after: readonly string[]): Unordered {
  const places = new Map<string, number[]>();
  for (const [index, key] of after.entries()) {
    addTo(places, key, index);
  }
  // Taken from the end.
  for (const list of places.values()) list.reverse();
  const partner = before.map((key) => places.get(key)?.pop());
  const free = new Set(after.keys());
  for (const index of partner) if (index !== undefined) free.delete(index);
  const ordered = partner.filter((index) => index !== undefined);
  return { partner, rest: [...free], moved: ordered.some((index, at) => at > 0 && index < (ordered[at - 1] ?? 0)) };
}
