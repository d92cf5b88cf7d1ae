/** Finds the secret members of keys that are written as JSON: JWK (RFC 7517), its parameters in RFC 7518 section 6. */

/** The member that every such key has; in quotes of either kind, as programs print objects. */
const KEY_TYPE = /["']kty["']\s{0,40}:/g;
/** Members that only a private key has, and a symmetric one; `r`, `d` and `t` are those of its other primes (`oth`). */
const SECRET_MEMBER = /(["'])(?:d|p|q|dp|dq|qi|k|r|t|priv)\1\s{0,40}:\s{0,40}(["'])([\w+/=-]{1,8192})\2/g;
/** How far an object reaches from there (UTF-16 units): no key is longer, its certificates included. */
const MAX_KEY_CHARS = 32_768;

/** The range of every value in a text that only the holder of such a key may know, in order. */
export function* privateKeyMembers(text: string): Generator<readonly [from: number, to: number]> {
  let read = 0;
  for (const { index } of text.matchAll(KEY_TYPE)) {
    if (index < read) continue;
    // No further back than what was read, so that nothing is walked twice.
    const from = edge(text, index, -1, Math.max(read, index - MAX_KEY_CHARS));
    read = edge(text, index, 1, Math.min(text.length, index + MAX_KEY_CHARS));
    for (const { 0: all, 3: value = '', index: at } of text.slice(from, read).matchAll(SECRET_MEMBER)) {
      const to = from + at + all.length - 1;
      yield [to - value.length, to];
    }
  }
}

/** Where the object that a place lies in begins (`step` -1) or ends (1), at `last` at the furthest; no value of a key has a brace in it. */
function edge(text: string, at: number, step: 1 | -1, last: number): number {
  const [opens, closes] = step === 1 ? '{}' : '}{';
  let depth = 0;
  for (let here = at; here !== last; here += step) {
    const char = text.charAt(here);
    if (char === opens) depth++;
    else if (char === closes && depth-- === 0) return here;
  }
  return last;
}
