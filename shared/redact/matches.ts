/** What the rules that look for secrets in a text have in common. */

/** Every match. To ask first is quicker: most texts have none, and `matchAll` copies the pattern each time. */
export function allMatches(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  return text.search(pattern) < 0 ? [] : text.matchAll(pattern);
}

export interface Match {
  /** What stands before it and says what it is; empty where the pattern alone says enough. */
  readonly name: string;
  readonly value: string;
  readonly quoted: boolean;
  readonly from: number;
  readonly to: number;
  readonly all: string;
}

/** Matches of a pattern with groups `value` (quoted or not), `name` (may be left out) and `rest` (all behind it). */
export function* valueMatches(text: string, pattern: RegExp): Generator<Match> {
  for (const { 0: all, groups, index } of allMatches(text, pattern)) {
    const { name = '', value: written = '', rest = '' } = groups ?? {};
    const quoted = written.length > 1 && /^["']/.test(written) && written.endsWith(written.charAt(0));
    const edge = quoted ? 1 : 0;
    const to = index + all.length - rest.length - edge;
    const value = quoted ? written.slice(1, -1) : written;
    yield { name, value, quoted, from: to - value.length, to, all };
  }
}

/** A text of an address without its percent-encoding (RFC 3986, section 2.1); the text itself where that is wrong. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
