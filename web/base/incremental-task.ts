/** What costs time to make is made piece by piece, a little at a time, while what was made last is shown. */
import { inBackground } from './yield-to-page.ts';

/** Part of the time that making it may take: one of so many. */
const SHARE = 10;

interface Going<Value> {
  readonly of: readonly unknown[];
  readonly age: unknown;
  readonly advance: () => Value | undefined;
}

export class IncrementalTask<Value> {
  #made: { readonly of: readonly unknown[]; readonly age: unknown; readonly value: Value } | undefined;
  #going: Going<Value> | undefined;
  /** Milliseconds that the last whole one took; when it was whole. */
  #cost = 0;
  #at = -Infinity;

  /** What was made last: for other parts, or another age, until the one that is asked for is whole. */
  get now(): Value | undefined {
    return this.#made?.value;
  }

  /**
   * Ask for what is made of these parts: `begin` gives a function that does a short piece of it, and gives it once it is whole. The
   * first piece is done at once, the others in the background. With another age alone it is made anew only when that takes a small
   * part of the time. `later` is told when to ask again.
   */
  advance(
    of: readonly unknown[],
    age: unknown,
    begin: () => () => Value | undefined,
    later: () => void,
  ): Value | undefined {
    if (this.#going && !same(this.#going.of, of)) this.#going = undefined;
    const known = this.#made && same(this.#made.of, of) ? this.#made : undefined;
    const wanted = known?.age !== age || !known;
    if (!this.#going && wanted && (!known || performance.now() - this.#at >= this.#cost * SHARE))
      this.#begin({ of, age, advance: begin() }, later);
    if (!this.#going && this.#made?.age !== age) later();
    return this.now;
  }

  #begin(going: Going<Value>, later: () => void): void {
    const { of, age } = going;
    this.#going = going;
    let spent = 0;
    const step = (): boolean => {
      if (this.#going !== going) return false;
      const began = performance.now();
      const value = going.advance();
      const now = performance.now();
      spent += now - began;
      if (value === undefined) return true;
      this.#made = { of, age, value };
      this.#going = undefined;
      [this.#cost, this.#at] = [spent, now];
      return false;
    };
    if (step()) void inBackground(step).then(later);
  }
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}
