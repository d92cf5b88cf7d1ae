/** Searching in ascending lists. */

/** How many of `length` places come first for which `isBefore` holds, where it holds for none after one for which it does not. */
export function countBefore(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
