/** Searching in ascending lists by halving. */

/** How many of `length` places come first for which `isBefore` holds, where it holds for none after one for which it does not. */
export function countBefore(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many values of an ascending list are below `limit`; so also the index of the first that is not. */
export function countBelow(values: readonly number[], limit: number): number {
  return countBefore(values.length, (index) => (values[index] ?? Infinity) < limit);
}
