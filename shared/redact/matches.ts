/** What the rules that look for secrets in a text have in common. */

/** Every match. To ask first is quicker: most texts have none, and `matchAll` copies the pattern each time. */
export function allMatches(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  return text.search(pattern) < 0 ? [] : text.matchAll(pattern);
}

/** A text of an address without its percent-encoding (RFC 3986, section 2.1); the text itself where that is wrong. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
