/** Which commands a search text means, the most likely first. */

/** Rank: equal, prefix, each search word starts a word, each is contained, letters in order; 0 when nothing fits. */
export function fit(name: string, search: string): number {
  const [text, wanted] = [name.toLowerCase(), search.trim().toLowerCase()];
  if (wanted === '') return 1;
  if (text === wanted) return 6;
  if (text.startsWith(wanted)) return 5;
  const parts = wanted.split(/\s+/);
  const words = text.split(/[^\p{L}\p{N}]+/u);
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 4;
  if (parts.every((part) => text.includes(part))) return 3;
  let at = 0;
  for (const letter of wanted.replaceAll(/\s/g, '')) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return 0;
  }
  return 2;
}

/** The first `most` of those that fit, best first; of those that fit alike what is `near` (of what is looked at now), and then their own order. */
export function search<Item extends { readonly name: string; readonly near: boolean }>(
  items: readonly Item[],
  text: string,
  most: number,
): Item[] {
  return items
    .map((item, at) => ({ item, at, fit: fit(item.name, text) }))
    .filter((each) => each.fit > 0)
    .sort((a, b) => b.fit - a.fit || Number(b.item.near) - Number(a.item.near) || a.at - b.at)
    .slice(0, most)
    .map(({ item }) => item);
}
