/** What costs time to make, such as a figure over a whole log, while what it is made of changes with every event. */

/** Part of the time that making it may take: one of so many. */
export const SHARE = 10;

export class Throttled<Value> {
  #made: { readonly of: readonly unknown[]; readonly age: unknown; readonly value: Value } | undefined;
  #cost = 0;
  #at = -Infinity;

  /** The value for these parts. With another age alone it may be an older one; `later` is told that another comes. */
  get(of: readonly unknown[], age: unknown, make: () => Value, later: () => void): Value {
    const made = this.#made;
    if (made && same(made.of, of)) {
      if (made.age === age) return made.value;
      if (performance.now() - this.#at < this.#cost * SHARE) {
        later();
        return made.value;
      }
    }
    const began = performance.now();
    const value = make();
    this.#at = performance.now();
    this.#cost = this.#at - began;
    this.#made = { of, age, value };
    return value;
  }
}

export function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}
