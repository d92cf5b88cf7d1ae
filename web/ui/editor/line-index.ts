/** Where the rows of a large text begin: lines, or pieces of long ones, in typed arrays that keep millions small. */

/** UTF-16 units of a line that make one row; longer lines go on in the next. */
const MAX_ROW_CHARS = 400;

export interface TextRow {
  readonly text: string;
  /** Number of the line that begins here, from 1; absent for a later piece of a long line. */
  readonly line?: number;
}

export class LineIndex {
  readonly #text: string;
  #starts = new Uint32Array(1024);
  /** Number of the line a row begins, or 0. */
  #lines = new Uint32Array(1024);
  /** Number of rows; at least 1. */
  count = 0;

  constructor(text: string) {
    this.#text = text;
    let at = 0;
    for (let line = 1; at <= text.length; line++) {
      const feed = text.indexOf('\n', at);
      const end = feed < 0 ? text.length : feed;
      this.#add(at, line);
      for (let next = this.#cut(at, end); next < end; next = this.#cut(next, end)) this.#add(next, 0);
      at = end + 1;
    }
  }

  /** Rows `from` (inclusive) to `to` (exclusive). */
  rows(from: number, to: number): TextRow[] {
    const rows: TextRow[] = [];
    for (let row = Math.max(0, from); row < Math.min(to, this.count); row++) {
      const start = this.#starts[row] ?? 0;
      const end = row + 1 < this.count ? (this.#starts[row + 1] ?? 0) : this.#text.length;
      const line = this.#lines[row] ?? 0;
      const text = this.#text.slice(start, end).replace(/\r?\n$/, '');
      rows.push(line > 0 ? { text, line } : { text });
    }
    return rows;
  }

  /** End of the row that begins at `at`; never between the halves of a surrogate pair. */
  #cut(at: number, end: number): number {
    const next = at + MAX_ROW_CHARS;
    if (next >= end) return end;
    return (this.#text.charCodeAt(next) & 0xfc00) === 0xdc00 ? next - 1 : next;
  }

  #add(start: number, line: number): void {
    if (this.count === this.#starts.length) {
      this.#starts = doubled(this.#starts);
      this.#lines = doubled(this.#lines);
    }
    this.#starts[this.count] = start;
    this.#lines[this.count++] = line;
  }
}

function doubled(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(values.length * 2);
  more.set(values);
  return more;
}
