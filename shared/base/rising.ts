/** What keeps its order in a list. */
import { countBefore } from './search.ts';

/** Indexes of a longest increasing subsequence, ascending. O(n log n): patience sorting with links back. */
export function longestIncreasing(values: readonly number[]): number[] {
  const ends: number[] = [];
  const previous = new Int32Array(values.length).fill(-1);
  values.forEach((value, index) => {
    const length = countBefore(ends.length, (at) => (values[ends[at] ?? 0] ?? 0) < value);
    previous[index] = length > 0 ? (ends[length - 1] ?? -1) : -1;
    ends[length] = index;
  });
  const found: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) found.push(at);
  return found.reverse();
}
