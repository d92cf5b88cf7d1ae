/** Messages of one body that wait at the tap: the end of the body comes after them. */
export class Undecided {
  #count = 0;
  #last: (() => void) | undefined;

  received(): void {
    this.#count++;
  }

  settled(): void {
    this.#count--;
    if (this.#count === 0) this.#last?.();
  }

  /** Do this once none waits; nothing more comes. */
  afterAll(act: () => void): void {
    if (this.#count === 0) act();
    else this.#last = act;
  }
}
