/** What looks like a value that a server made up: a cursor, an id, a handle, not a word that a person would write. */

/** Shorter values are words and counters; longer ones are contents. */
const MIN_VALUE_CHARS = 8;
const MAX_VALUE_CHARS = 8192;
const MAX_TOKEN_COUNT = 64;
const MAX_TEXT_CHARS = 64 * 1024;

const TOKEN = /[A-Za-z0-9_-]+/g;

export interface Token {
  readonly value: string;
  readonly at: number;
}

/** Letters and digits together, or a long number. A date, a version or a word is none. */
function isToken(run: string): boolean {
  if (run.length < MIN_VALUE_CHARS || run.length > MAX_VALUE_CHARS || !/\d/.test(run)) return false;
  return /[A-Za-z]/.test(run) || /\d{10}/.test(run);
}

/** True for a string that is nothing but an opaque value: no blanks, and something in it that nobody would make up. */
export function isOpaque(value: string): boolean {
  return (
    value.length >= MIN_VALUE_CHARS &&
    value.length <= MAX_VALUE_CHARS &&
    /^[\x21-\x7e]+$/.test(value) &&
    tokensIn(value).length > 0
  );
}

/** The opaque values inside a text, in order, as many as are looked at. */
export function tokensIn(text: string): Token[] {
  if (text.length < MIN_VALUE_CHARS || text.length > MAX_TEXT_CHARS) return [];
  const found: Token[] = [];
  for (const { 0: value, index } of text.matchAll(TOKEN)) {
    if (!isToken(value)) continue;
    found.push({ value, at: index });
    if (found.length === MAX_TOKEN_COUNT) break;
  }
  return found;
}
