/** What decoding a text leaves: the text, and which pieces of it stand for which ranges of what it was decoded from. */
import { countBefore } from '#shared/base';
import { signsOf } from './signs.ts';

/** Numbers of a piece in the list of pieces: `width` units at `at` in the view stand for the range [start, end) of the parent. */
const AT = 0;
const WIDTH = 1;
const START = 2;
const END = 3;
const NUMBERS_PER_PIECE = 4;
/** Slices of text that are joined at a time: a text of many megabytes may have an escape every few characters. */
const MAX_SLICE_COUNT = 4096;

/** Decoded pieces, in order, as numbers side by side: there can be millions. */
class Pieces {
  #numbers = new Int32Array(16 * NUMBERS_PER_PIECE);
  #used = 0;

  get count(): number {
    return this.#used / NUMBERS_PER_PIECE;
  }

  add(at: number, width: number, start: number, end: number): void {
    if (this.#used === this.#numbers.length) {
      const longer = new Int32Array(this.#numbers.length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#used++] = at;
    this.#numbers[this.#used++] = width;
    this.#numbers[this.#used++] = start;
    this.#numbers[this.#used++] = end;
  }

  number(piece: number, which: number): number {
    return this.#numbers[piece * NUMBERS_PER_PIECE + which] ?? 0;
  }

  /** The last piece that begins at or before a place; -1 when none does. */
  before(at: number): number {
    return countBefore(this.count, (piece) => this.number(piece, AT) <= at) - 1;
  }
}

/** A text with pieces decoded, while it is written. */
export class Decoding {
  readonly pieces = new Pieces();
  readonly #joined: string[] = [];
  #slices: string[] = [];
  #length = 0;

  /** What stands as it is. */
  keep(text: string): void {
    this.#slices.push(text);
    this.#length += text.length;
    if (this.#slices.length < MAX_SLICE_COUNT) return;
    this.#joined.push(this.#slices.join(''));
    this.#slices = [];
  }

  /** What stands for the range [start, end) of the parent. */
  decode(text: string, start: number, end: number): void {
    this.pieces.add(this.#length, text.length, start, end);
    this.keep(text);
  }

  text(): string {
    return this.#joined.join('') + this.#slices.join('');
  }
}

export interface Source {
  /** See `View.encoded`, `View.quotes`. */
  readonly encoded: boolean;
  readonly quotes?: string | undefined;
  /** The range in the recording for a range that is not empty. */
  source(from: number, to: number): readonly [from: number, to: number];
}

/** A text read in another way (unescaped, percent-decoded), with ranges mapped back: secrets are found here, replaced in the recording. */
export class View implements Source {
  readonly text: string;
  /** How many levels of JSON escapes are resolved; undefined for a view that JSON can't be read in. */
  readonly level: number | undefined;
  /** Read out of base64 or UTF-16: quotes that are put there are none. */
  readonly encoded: boolean;
  /** The quotes that every placeholder needs in a text that is written as numbers of JSON. */
  readonly quotes: string | undefined;
  readonly #parent: Source | undefined;
  readonly #pieces: Pieces | undefined;
  /** JSON of this level is not told by its escapes: nothing was unescaped yet. */
  readonly #isFirst: boolean;
  #signs: number | undefined;

  constructor(
    text: string,
    level: number | undefined = 0,
    parent?: Source,
    pieces?: Pieces,
    encoded = parent?.encoded ?? false,
    quotes = parent?.quotes,
  ) {
    this.text = text;
    this.level = level;
    this.encoded = encoded;
    this.quotes = quotes;
    this.#isFirst = level === 0;
    this.#parent = parent;
    this.#pieces = pieces;
  }

  /** What is in the text, as bits of `SIGN`. */
  get signs(): number {
    return (this.#signs ??= signsOf(this.text));
  }

  /** True when the unit at this place was written as an escape in the parent (always in a text as it stands). */
  isDecoded(at: number): boolean {
    if (this.#isFirst) return true;
    const pieces = this.#pieces;
    const piece = pieces?.before(at) ?? -1;
    return pieces !== undefined && piece >= 0 && at < pieces.number(piece, AT) + pieces.number(piece, WIDTH);
  }

  source(from: number, to: number): readonly [from: number, to: number] {
    const start = this.#place(from, START, 0);
    const end = this.#place(to - 1, END, 1);
    return this.#parent ? this.#parent.source(start, end) : [start, end];
  }

  /** Where a unit stands in the parent: where it begins, or where it ends. */
  #place(at: number, edge: typeof START | typeof END, after: 0 | 1): number {
    const pieces = this.#pieces;
    const piece = pieces?.before(at) ?? -1;
    if (!pieces || piece < 0) return at + after;
    const past = at - pieces.number(piece, AT) - pieces.number(piece, WIDTH);
    return past < 0 ? pieces.number(piece, edge) : pieces.number(piece, END) + past + after;
  }
}
