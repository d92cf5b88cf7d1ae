/** Which items of two lists belong together. */
import { addTo, longestIncreasing } from '#shared/base';
import { ExactNumber, ExactObject, leafText, type Exact } from './exact-json.ts';

/** Of two texts, how many units. */
export function commonEnds<T>(
  one: ArrayLike<T>,
  other: ArrayLike<T>,
  same: (one: T | undefined, other: T | undefined) => boolean = Object.is,
) {
  const most = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < most && same(one[start], other[start])) start++;
  while (end < most - start && same(one[one.length - 1 - end], other[other.length - 1 - end])) end++;
  return { start, end };
}

/** In a deeper list, a text of each item at each depth would take too long. */
const MAX_ALIGNED_DEPTH = 12;

/** True for lists of one length, so many members `deep`, whose items go by their places: of numbers, of one item, and deep ones. */
export const goesByPlace = (before: readonly Exact[], after: readonly Exact[], deep: number): boolean =>
  before.length === after.length &&
  (before.length < 2 || deep > MAX_ALIGNED_DEPTH || before.every((item) => item instanceof ExactNumber));

/** Members that say which item of a list one is, where each has another. */
const NAMES = ['name', 'uri', 'id'] as const;

/** What names the items of both lists; undefined where nothing names each of them, or no name is in both. */
export function namesOf(before: readonly Exact[], after: readonly Exact[]): [string[], string[]] | undefined {
  for (const name of NAMES) {
    const [one = [], other = []] = [before, after].map((list) => {
      const names = list.flatMap((item) => {
        const value = item instanceof ExactObject ? item.members.get(name) : undefined;
        return typeof value === 'string' || value instanceof ExactNumber ? [leafText(value)] : [];
      });
      return new Set(names).size === list.length ? names : [];
    });
    const known = new Set(one);
    if (other.some((each) => known.has(each))) return [one, other];
  }
  return undefined;
}

/** An item of each list that belong together; one of them undefined where it has no partner. */
export type ListPair = readonly [before: number | undefined, after: number | undefined];

/** Beyond it items are paired by position. */
const MAX_GAP_DEPTH = 12;

/**
 * Pair the items of lists whose order says something, by texts that are equal where items are the same: an item that came or went
 * moves those behind it, and changes none of them. Lists of one length go by places, unless most of their items then have an equal.
 * What has no equal goes by its place between those that have one. Takes time in proportion to the lists.
 */
export function pairOrdered(before: readonly string[], after: readonly string[]): ListPair[] {
  const pairs: ListPair[] = [];
  const between = (from: number, to: number, start: number, end: number, depth = 0): void => {
    const [one, other] = [before.slice(from, to), after.slice(start, end)];
    const ends = commonEnds(one, other);
    for (let at = 0; at < ends.start; at++) pairs.push([from + at, start + at]);
    const anchors = depth < MAX_GAP_DEPTH ? uniqueInBoth(one, other, ends) : [];
    let [here, there] = [from + ends.start, start + ends.start];
    for (const [at, is] of anchors) {
      between(here, from + at, there, start + is, depth + 1);
      pairs.push([from + at, start + is]);
      [here, there] = [from + at + 1, start + is + 1];
    }
    const [last, lastAfter] = [to - ends.end, end - ends.end];
    if (anchors.length > 0) between(here, last, there, lastAfter, depth + 1);
    else
      for (; here < last || there < lastAfter; here++, there++)
        pairs.push([here < last ? here : undefined, there < lastAfter ? there : undefined]);
    for (let at = ends.end; at > 0; at--) pairs.push([to - at, end - at]);
  };
  between(0, before.length, 0, after.length);
  if (before.length !== after.length) return pairs;
  const places = before.map((_, at): ListPair => [at, at]);
  const fitting = (list: readonly ListPair[]): number =>
    list.filter(([at, is]) => at !== undefined && is !== undefined && before[at] === after[is]).length;
  return fitting(pairs) > Math.max(fitting(places), before.length / 2) ? pairs : places;
}

/** Places of texts that either list has once between its ends, as many as are in the same order in both. */
function uniqueInBoth(
  one: readonly string[],
  other: readonly string[],
  { start, end }: ReturnType<typeof commonEnds>,
): [number, number][] {
  const once = (list: readonly string[]): Map<string, number> => {
    const places = new Map<string, number>();
    for (let at = start; at < list.length - end; at++) {
      const key = list[at] ?? '';
      places.set(key, places.has(key) ? -1 : at);
    }
    return places;
  };
  const places = once(other);
  const both = [...once(one)].flatMap(([key, at]): [number, number][] => {
    const is = places.get(key) ?? -1;
    return at < 0 || is < 0 ? [] : [[at, is]];
  });
  return longestIncreasing(both.map(([, is]) => is)).flatMap((index) => both.slice(index, index + 1));
}

/**
 * Pair the items of lists whose order says nothing, by texts that are equal where the items are; equals are paired in their order.
 * `partner`: of each item before, the index of its equal after. `rest`: indexes after that are nobody's partner. `moved`: equal items are in another order.
 */
export function pairUnordered(before: readonly string[], after: readonly string[]) {
  const places = new Map<string, number[]>();
  for (const [index, key] of after.entries()) addTo(places, key, index);
  // Taken from the end.
  for (const list of places.values()) list.reverse();
  const partner = before.map((key) => places.get(key)?.pop());
  const free = new Set(after.keys());
  for (const index of partner) if (index !== undefined) free.delete(index);
  const ordered = partner.filter((index) => index !== undefined);
  return { partner, rest: [...free], moved: ordered.some((index, at) => at > 0 && index < (ordered[at - 1] ?? 0)) };
}
