/** Where each line of a recording begins, in bytes: eight bytes an event, so that a million of them cost eight megabytes. */

export class Offsets {
  #starts = new Float64Array(1024);
  #count = 0;
  #end: number;

  /** `start` is where the first event's line will begin. */
  constructor(start: number) {
    this.#end = start;
  }

  get count(): number {
    return this.#count;
  }

  /** Where the last line ends, its line end included. */
  get end(): number {
    return this.#end;
  }

  /** Note a line of so many bytes, its line end included. */
  add(bytes: number): void {
    if (this.#count === this.#starts.length) {
      const grown = new Float64Array(this.#starts.length * 2);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#starts[this.#count++] = this.#end;
    this.#end += bytes;
  }

  /** Note bytes between two events that are none: an end that was written before the recording went on. */
  skip(bytes: number): void {
    this.#end += bytes;
  }

  /** Where line `index` begins; for `count`, where the last one ends. */
  startOf(index: number): number {
    return index >= this.#count ? this.#end : (this.#starts[index] ?? 0);
  }

  /** The first line from `from` on that, with those before it back to `from`, is more than `bytes` long; at least one goes. */
  within(from: number, bytes: number): number {
    let to = Math.min(from + 1, this.#count);
    while (to < this.#count && this.startOf(to + 1) - this.startOf(from) <= bytes) to++;
    return to;
  }
}
