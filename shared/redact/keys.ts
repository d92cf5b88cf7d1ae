/** Finds the secret members of keys that are written as JSON: JWK (RFC 7517), its parameters in RFC 7518 section 6. */
import { PLACEHOLDER, type WireEvent } from '#shared/recording';
import { SIGN } from './signs.ts';

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

/** What goes on for longer is no key. */
const MAX_LINE_COUNT = 200;
/** Some write the whole body as one line. */
const MAX_LINE_CHARS = 16_384;
const MARK = /PRIVATE KEY|Private-Lines/;
/** A line that begins a key, alone or with the first of its body behind it. */
const BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\w+/=]{0,16384}$|^Private-Lines: \d+$/;
/** A line of the body, the checksum of PGP, or a header of the key's own. */
const OF_KEY = /^(?:[A-Za-z0-9+/]+={0,2}|=[A-Za-z0-9+/]{4}|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): .+)$/;
/** Messages of JSON that such a line could be, too: they stay valid. */
const JSON_WORD = /^(?:true|false|null|\d+(?:[eE]\+?\d+)?)$/;

/** Where the lines of a program come from, one after the other; undefined for every other event. */
export type Stream = 'stderr' | 'stdout';

/** The stream of whose lines an event is one: messages that came over HTTP are none. */
export function streamOf(event: WireEvent | undefined): Stream | undefined {
  if (event?.k === 'stderr') return 'stderr';
  return event?.k === 'message' && event.dir === 's2c' && event.x === undefined ? 'stdout' : undefined;
}

/** Remembers, for each stream, whether its last line stood inside a private key. */
export class PemLines {
  /** How many more lines the key may have; none outside of keys. */
  readonly #left: Record<Stream, number> = { stderr: 0, stdout: 0 };

  /** Take a stream's next text. Gives ranges of lines of a key begun in an earlier text; one that begins here is found as a whole. */
  take(stream: Stream, text: string, signs: number): (readonly [from: number, to: number])[] {
    const ranges: (readonly [from: number, to: number])[] = [];
    let left = this.#left[stream];
    if (left === 0 && ((signs & SIGN.name) === 0 || !MARK.test(text))) return ranges;
    let beganHere = false;
    let from = 0;
    for (const whole of text.replace(/\n$/, '').split('\n')) {
      const line = whole.trim();
      const start = from + whole.indexOf(line);
      from += whole.length + 1;
      if (BEGIN.test(line)) {
        left = MAX_LINE_COUNT;
        beganHere = true;
      } else if (left > 0) {
        const isKey = isOfKey(line, stream);
        left = isKey ? left - 1 : 0;
        if (isKey && !beganHere && line !== '' && !line.includes('‹')) ranges.push([start, start + line.length]);
      }
    }
    this.#left[stream] = left;
    return ranges;
  }
}

/** True for a line that can stand in a key, with placeholders too: a key that was replaced in part goes on behind them. */
function isOfKey(line: string, stream: Stream): boolean {
  if (line.length > MAX_LINE_CHARS || (stream === 'stdout' && JSON_WORD.test(line))) return false;
  const rest = line.includes('‹') ? line.replace(PLACEHOLDER, '') : line;
  return rest === '' || OF_KEY.test(rest);
}
