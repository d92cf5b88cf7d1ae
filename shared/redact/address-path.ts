/** Finds secrets in the path of an address: whoever has such an address needs nothing else. */

const ORIGIN = /^\s{0,8}https?:\/\/[^/?#\s]{1,1024}/i;
/** A segment of letters and digits only: file names have points. */
const SEGMENT = /\/([\w~-]{32,65000}(?:=|%3D){0,2})(?=\/|$)/gi;
/** Words that are written together have a new one every few characters; random characters look as if they had more. */
const WORDS = 0.28;
const FEWEST_DIGITS = 2;

/**
 * The ranges of the segments that look random, in a text that is an address of http or https as a whole. Identifiers and
 * hashes in hexadecimal digits are none, as they have letters of one case.
 */
export function secretSegments(text: string): (readonly [from: number, to: number])[] {
  const origin = ORIGIN.exec(text)?.[0].length;
  if (origin === undefined) return [];
  const whole = text.trimEnd();
  if (/\s/.test(whole.slice(origin))) return [];
  const query = whole.slice(origin).search(/[?#]/);
  const path = query < 0 ? whole.slice(origin) : whole.slice(origin, origin + query);
  const ranges: (readonly [from: number, to: number])[] = [];
  for (const { 1: segment = '', index } of path.matchAll(SEGMENT))
    if (looksRandom(segment)) ranges.push([origin + index + 1, origin + index + 1 + segment.length]);
  return ranges;
}

/** True for upper and lower case with digits among them, all mixed. */
function looksRandom(text: string): boolean {
  let words = 0;
  let digits = 0;
  let last = '';
  const kinds = new Set<string>();
  for (const char of text) {
    const kind = /\d/.test(char) ? 'digit' : /[a-z]/.test(char) ? 'lower' : /[A-Z]/.test(char) ? 'upper' : 'sign';
    if (kind === 'digit') digits++;
    // A word goes on in lower case.
    if (kind !== last && !(kind === 'lower' && last === 'upper')) words++;
    last = kind;
    kinds.add(kind);
  }
  const isMixed = kinds.has('lower') && kinds.has('upper') && digits >= FEWEST_DIGITS;
  return isMixed && /[g-zG-Z]/.test(text) && words >= text.length * WORDS;
}
