/** Opaque values that stand for each other: the same before is the same after, or something changed. */

/** Beyond it any two values count as a pair. */
const MAX_BINDING_COUNT = 200_000;

export class Bindings {
  readonly #after = new Map<string, string>();
  readonly #before = new Map<string, string>();

  /** Bind two values to each other. False when either is bound to another. */
  bind(before: string, after: string): boolean {
    const isNew = !this.#after.has(before) && !this.#before.has(after);
    if (isNew && this.#after.size < MAX_BINDING_COUNT) {
      this.#after.set(before, after);
      this.#before.set(after, before);
    }
    return isNew || this.areBound(before, after);
  }

  areBound(before: string, after: string): boolean {
    return this.#after.get(before) === after;
  }
}
