/** Where each line of a recording begins, in bytes: eight bytes an event, so that a million of them cost eight megabytes. */

export class Offsets {
  #starts = new Float64Array(1024);
  count = 0;
  /** Where the last line ends, line end included. */
  end: number;

  constructor(start: number) {
    this.end = start;
  }

  add(bytes: number): void {
    if (this.count === this.#starts.length) {
      const grown = new Float64Array(this.#starts.length * 2);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#starts[this.count++] = this.end;
    this.end += bytes;
  }

  /** Skip bytes between two events: an end that was written before the recording continued. */
  skip(bytes: number): void {
    this.end += bytes;
  }

  /** Where line `index` begins; for `count`, where the last one ends. */
  startOf(index: number): number {
    return index >= this.count ? this.end : (this.#starts[index] ?? 0);
  }

  /** The line at which the range that begins with `from` exceeds `bytes`; the range has at least one line. */
  within(from: number, bytes: number): number {
    let to = Math.min(from + 1, this.count);
    while (to < this.count && this.startOf(to + 1) - this.startOf(from) <= bytes) to++;
    return to;
  }
}
