/** Rows of numbers of four or eight bytes each, which outside of arrays of objects cost no more than that. */

type Kind = Int32ArrayConstructor | Float64ArrayConstructor;

/** Grows at its end. Whole numbers of 32 bits, or with `Float64Array` any. */
export class Numbers {
  #values: Int32Array | Float64Array;
  readonly #kind: Kind;
  length = 0;

  constructor(kind: Kind = Int32Array) {
    this.#kind = kind;
    this.#values = new kind(256);
  }

  /** 0 where there is none. */
  get(index: number): number {
    return this.#values[index] ?? 0;
  }

  slice(from: number, to: number): number[] {
    return [...this.#values.subarray(from, Math.min(to, this.length))];
  }

  /** Put others in the place of `count` numbers. */
  splice(at: number, count: number, others: readonly number[] = []): void {
    const [end, { length }] = [at + count, this];
    const grown = length + others.length - count;
    if (grown > length) this.set(grown - 1, 0);
    this.length = grown;
    this.#values.copyWithin(at + others.length, end, length);
    this.#values.set(others, at);
  }

  push(value: number): void {
    this.set(this.length, value);
  }

  /** Put a number at a place, beyond the end too. */
  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      // Pages that nothing was written to take no memory.
      const grown = new this.#kind(2 * (index + 1));
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[index] = value;
    if (index >= this.length) this.length = index + 1;
  }
}
