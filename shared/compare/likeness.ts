/** How much two calls of one method have in common, from 0 to 1. Each is given as a set of texts that say what it asks. */
export function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const leaf of left) if (right.has(leaf)) common++;
  const all = left.size + right.size - common;
  return all === 0 ? 1 : common / all;
}
