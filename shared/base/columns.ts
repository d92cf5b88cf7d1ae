/** Columns for bars side by side: the lowest that is free is taken. */
export class Columns {
  readonly #taken: boolean[] = [];
  /** No column below this one is free. */
  #lowest = 0;

  take(): number {
    while (this.#taken[this.#lowest]) this.#lowest++;
    this.#taken[this.#lowest] = true;
    return this.#lowest++;
  }

  free(column: number): void {
    this.#taken[column] = false;
    this.#lowest = Math.min(this.#lowest, column);
  }
}
