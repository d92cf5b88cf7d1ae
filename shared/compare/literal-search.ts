/** Where a text stands in another, in time that grows with their lengths whatever they are. */

export interface Needle {
  readonly text: string;
  /** How many units stay matched after a mismatch behind so many (Knuth, Morris, Pratt: Fast pattern matching in strings, 1977). */
  readonly stays: Int32Array;
}

/** A text to look for; not empty. */
export function needleOf(text: string): Needle {
  const stays = new Int32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at++) {
    while (matched > 0 && text[at] !== text[matched]) matched = stays[matched - 1] ?? 0;
    if (text[at] === text[matched]) matched++;
    stays[at] = matched;
  }
  return { text, stays };
}

/** Where the needle stands first from `from` on, or -1. */
export function findNeedle({ text: needle, stays }: Needle, text: string, from: number): number {
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    while (matched > 0 && text[at] !== needle[matched]) matched = stays[matched - 1] ?? 0;
    if (text[at] === needle[matched]) matched++;
    if (matched === needle.length) return at - matched + 1;
  }
  return -1;
}
