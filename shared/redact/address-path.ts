/** Finds secrets in the path of an address: whoever has such an address needs nothing else. */

/** Addresses in any text; a whole one is the commonest. As long as the longest segment, which must not be cut, and more. */
const ADDRESS = /\bhttps?:\/\/[^\s"'<>\\‹›`|]{1,70000}/gi;
const ORIGIN = /^https?:\/\/[^/?#\s]{1,1024}/i;
/** A segment of letters and digits only: file names have points. */
const SEGMENT = /\/([\w~-]{32,65000}(?:=|%3D){0,2})(?=\/|$)/gi;
/** A segment behind one that says what it is. */
const NAMED_SEGMENT =
  /\/(?:(?:access|api|auth|bearer|secret)[-_]?)?(?:token|key|secret)\/([\w~.-]{8,65000}(?:=|%3D){0,2})(?=\/|$)/gi;
/** A segment of a server's own address: shorter ones, UUIDs and hexadecimal digits let people in as well. */
const SEGMENT_OF_SERVER = /\/([\w~-]{20,65000}(?:=|%3D){0,2})(?=\/|$)/gi;
const HEX = /^(?:[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** Words that are written together have a new one every few characters; random characters look as if they had more. */
const MIN_WORDS_PER_CHAR = 0.28;
const MIN_DIGIT_COUNT = 2;

/**
 * The ranges of the segments that look random, or that stand behind `/token/` and the like, in the addresses of http and https
 * in a text. Identifiers and hashes in hexadecimal digits are none, as they have letters of one case; in the address of the
 * server itself (`isServer`), they are.
 */
export function secretSegments(text: string, isServer = false): (readonly [from: number, to: number])[] {
  const ranges: (readonly [from: number, to: number])[] = [];
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const origin = ORIGIN.exec(address)?.[0].length ?? 0;
    const query = address.slice(origin).search(/[?#]/);
    const path = query < 0 ? address.slice(origin) : address.slice(origin, origin + query);
    for (const pattern of isServer ? [SEGMENT_OF_SERVER, NAMED_SEGMENT] : [SEGMENT, NAMED_SEGMENT]) {
      for (const { 0: all, 1: segment = '', index: within } of path.matchAll(pattern)) {
        if (pattern === NAMED_SEGMENT ? !/\d/.test(segment) : !looksRandom(segment) && !(isServer && HEX.test(segment)))
          continue;
        const from = index + origin + within + all.length - segment.length;
        ranges.push([from, from + segment.length]);
      }
    }
  }
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
  const isMixed = kinds.has('lower') && kinds.has('upper') && digits >= MIN_DIGIT_COUNT;
  return isMixed && /[g-zG-Z]/.test(text) && words >= text.length * MIN_WORDS_PER_CHAR;
}
