/** Finds private keys printed line by line, an event each: lines after the one that begins a key are its body while they look like it. */
import { PLACEHOLDER, type WireEvent } from '#shared/recording';

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
  take(stream: Stream, text: string): (readonly [from: number, to: number])[] {
    const ranges: (readonly [from: number, to: number])[] = [];
    let left = this.#left[stream];
    if (left === 0 && !MARK.test(text)) return ranges;
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
