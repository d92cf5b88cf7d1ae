/** A text read in another way (unescaped, percent-decoded), with ranges mapped back: secrets are found here, replaced in the recording. */
import { AT, END, START, WIDTH, type Pieces } from './decoding.ts';

export interface Source {
  /** See `View.encoded`, `View.quotes`. */
  readonly encoded: boolean;
  readonly quotes?: string | undefined;
  /** The range in the recording for a range that is not empty. */
  source(from: number, to: number): readonly [from: number, to: number];
}

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
