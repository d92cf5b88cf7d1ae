/** What decoding a text leaves: the text, and which pieces of it stand for which ranges of what it was decoded from. */
import { countBefore } from '#shared/base';

/** Numbers of a piece in the list of pieces: `width` units at `at` in the view stand for the range [start, end) of the parent. */
export const AT = 0;
export const WIDTH = 1;
export const START = 2;
export const END = 3;
const NUMBERS_PER_PIECE = 4;
/** Slices of text that are joined at a time: a text of many megabytes may have an escape every few characters. */
const MAX_SLICE_COUNT = 4096;

/** Decoded pieces, in order, as numbers side by side: there can be millions. */
export class Pieces {
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
