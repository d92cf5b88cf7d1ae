/** What looks like a value that a server made up: a cursor, an id, a handle, not a word that a person would write. */

/** Shorter values are words and counters; longer ones are contents. */
const SHORTEST = 8;
const LONGEST = 8192;
const MOST_TOKENS = 64;
const LONGEST_TEXT = 64 * 1024;

const TOKEN = /[A-Za-z0-9_-]+/g;

export interface Token {
  readonly value: string;
  readonly at: number;
}

/** Letters and digits together, or a long number. A date, a version or a word is none. */
function isToken(run: string): boolean {
  if (run.length < SHORTEST || run.length > LONGEST || !/\d/.test(run)) return false;
  return /[A-Za-z]/.test(run) || /\d{10}/.test(run);
}

/** True for a string that is nothing but an opaque value: no blanks, and something in it that nobody would make up. */
export function isOpaque(value: string): boolean {
  return (
    value.length >= SHORTEST && value.length <= LONGEST && /^[\x21-\x7e]+$/.test(value) && tokensIn(value).length > 0
  );
}

/** The opaque values inside a text, in order, as many as are looked at. */
export function tokensIn(text: string): Token[] {
  if (text.length < SHORTEST || text.length > LONGEST_TEXT) return [];
  const found: Token[] = [];
  for (const { 0: value, index } of text.matchAll(TOKEN)) {
    if (!isToken(value)) continue;
    found.push({ value, at: index });
    if (found.length === MOST_TOKENS) break;
  }
  return found;
}
