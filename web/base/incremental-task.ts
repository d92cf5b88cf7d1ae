/** What costs time to make is made piece by piece, a little of it in each frame, while what was made last is shown. */
import { same, SHARE } from './throttled.ts';

const SLICE_MS = 8;

export class IncrementalTask<Value> {
  #made: { readonly of: readonly unknown[]; readonly age: unknown; readonly value: Value } | undefined;
  #going:
    | { readonly of: readonly unknown[]; readonly age: unknown; readonly advance: () => Value | undefined }
    | undefined;
  /** Milliseconds that the last whole one took, and that the one that is being made has taken; when the last was whole. */
  #cost = 0;
  #spent = 0;
  #at = -Infinity;

  /** What was made last: for other parts, or another age, until the one that is asked for is whole. */
  get now(): Value | undefined {
    return this.#made?.value;
  }

  /**
   * Go on for a moment with what is made for these parts: `begin` gives a function that does a piece of it, and gives it once it is
   * whole. With another age alone it is made anew only when that takes a small part of the time. `later` is told when there is
   * more to do.
   */
  advance(
    of: readonly unknown[],
    age: unknown,
    begin: () => () => Value | undefined,
    later: () => void,
  ): Value | undefined {
    const began = performance.now();
    if (this.#going && !same(this.#going.of, of)) this.#going = undefined;
    const known = this.#made && same(this.#made.of, of) ? this.#made : undefined;
    const wanted = known?.age !== age || !known;
    if (!this.#going && wanted && (!known || began - this.#at >= this.#cost * SHARE)) {
      this.#going = { of, age, advance: begin() };
      this.#spent = 0;
    }
    const going = this.#going;
    if (going) {
      let value = going.advance();
      while (value === undefined && performance.now() - began < SLICE_MS) value = going.advance();
      const now = performance.now();
      this.#spent += now - began;
      if (value !== undefined) {
        this.#made = { of: going.of, age: going.age, value };
        this.#going = undefined;
        this.#cost = this.#spent;
        this.#at = now;
      }
    }
    if (this.#going || this.#made?.age !== age) later();
    return this.now;
  }
}
