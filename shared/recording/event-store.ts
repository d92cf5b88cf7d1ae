/** Events in columns: the texts of messages as bytes, outside of the heap that a program's objects share. */
import { MadeEvents } from './event-list.ts';
import type { WireEvent } from './kinds/index.ts';

/** Events of a piece. The latest are held as they came, twice as many at most: whoever follows a session asks for them again. */
const PIECE = 1024;
/** UTF-16 units of a text from which on an event is held as it came: there are few. */
const LONG = 8 * 1024;

/** Pieces whose texts stay decoded: as many as there may be readers of a session, each somewhere else. */
const DECODED = 8;

/** What nearly all messages have beside number, time and text, in the order in which their lines have it. */
const HEADS = [
  { k: 'message', dir: 's2c' },
  { k: 'message', dir: 'c2s' },
  { k: 'message', dir: 'c2s', by: 'user' },
  { k: 'message', dir: 'c2s', by: 'auto' },
] as const;
/** The event is held as it came. */
const HELD = 255;

interface Piece {
  readonly times: Float64Array;
  /** Places in `HEADS`, or `HELD`. */
  readonly heads: Uint8Array;
  readonly texts: Uint8Array;
  /** Where the text of each event ends, in UTF-16 units. */
  readonly ends: Uint32Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Grows by `add`. The same number gives equal events, not always the same one. */
export class EventStore extends MadeEvents {
  readonly #pieces: Piece[] = [];
  readonly #held = new Map<number, WireEvent>();
  #latest: WireEvent[] = [];
  /** The last one that was made: whoever asks for an event does so several times. */
  #made: WireEvent | undefined;
  readonly #decoded = new Map<Piece, string>();

  get length(): number {
    return this.#pieces.length * PIECE + this.#latest.length;
  }

  /** Append an event, which is not changed afterwards. */
  add(event: WireEvent): void {
    this.#latest.push(event);
    if (this.#latest.length < 2 * PIECE) return;
    this.#put(this.#latest.slice(0, PIECE));
    this.#latest = this.#latest.slice(PIECE);
  }

  at(number: number): WireEvent | undefined {
    const s = number < 0 ? this.length + number : number;
    const piece = this.#pieces[Math.floor(s / PIECE)];
    if (!piece) return this.#latest[s - this.#pieces.length * PIECE];
    if (this.#made?.s === s) return this.#made;
    const { times, heads, ends } = piece;
    const index = s % PIECE;
    const head = HEADS[heads[index] ?? HELD];
    if (!head) return this.#held.get(s);
    return (this.#made = {
      s,
      t: times[index] ?? 0,
      ...head,
      raw: this.#text(piece).slice(ends[index - 1] ?? 0, ends[index]),
    });
  }

  /** A call of a decoder costs more than most texts do: those of a piece are decoded together. */
  #text(piece: Piece): string {
    let text = this.#decoded.get(piece);
    if (text !== undefined) return text;
    text = decoder.decode(piece.texts);
    this.#decoded.set(piece, text);
    const [first] = this.#decoded.keys();
    if (first && this.#decoded.size > DECODED) this.#decoded.delete(first);
    return text;
  }

  #put(events: readonly WireEvent[]): void {
    const heads = Uint8Array.from(events, headOf);
    let texts = events.map((event, index) => textIn(event, heads[index]));
    // UTF-8 has no bytes for one half of a pair.
    if (LONE.test(texts.join(''))) {
      for (const [index, text] of texts.entries()) if (LONE.test(text)) heads[index] = HELD;
      texts = events.map((event, index) => textIn(event, heads[index]));
    }
    let end = 0;
    const ends = Uint32Array.from(texts, (text) => (end += text.length));
    const first = this.#pieces.length * PIECE;
    for (const [index, event] of events.entries()) if (heads[index] === HELD) this.#held.set(first + index, event);
    this.#pieces.push({
      times: Float64Array.from(events, ({ t }) => t),
      heads,
      texts: encoder.encode(texts.join('')),
      ends,
    });
  }
}

const LONE = /\p{Surrogate}/u;

const textIn = (event: WireEvent, head?: number): string =>
  head === HELD || event.k !== 'message' ? '' : (event.raw ?? '');

/** Its place in `HEADS` where the event has these members, number, time and text in their order, and no other. */
function headOf(event: WireEvent): number {
  if (event.k !== 'message' || event.raw === undefined || event.raw.length > LONG) return HELD;
  const head = HEAD_OF.get(`${event.dir} ${event.by ?? ''}`) ?? HELD;
  const names = event.by === undefined ? NAMES : NAMES_BY;
  let at = 0;
  for (const name in event) if (names[at++] !== name) return HELD;
  return at === names.length ? head : HELD;
}

const HEAD_OF: ReadonlyMap<string, number> = new Map(
  HEADS.map((head, at) => [`${head.dir} ${'by' in head ? head.by : ''}`, at]),
);

const NAMES = ['s', 't', 'k', 'dir', 'raw'];
const NAMES_BY = ['s', 't', 'k', 'dir', 'by', 'raw'];
