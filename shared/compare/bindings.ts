/** Opaque values that stand for each other: the same before is the same after, or something changed. */

/** Beyond it any two values count as a pair. */
const MAX_BINDING_COUNT = 200_000;

export class Bindings {
  readonly #after = new Map<string, string>();
  readonly #before = new Map<string, string>();

  /** Bind two values of a scope to each other. False when either is bound to another. */
  bind(scope: string, before: string, after: string): boolean {
    const one = `${scope}\0${before}`;
    const other = `${scope}\0${after}`;
    const boundAfter = this.#after.get(one);
    const boundBefore = this.#before.get(other);
    if (boundAfter === undefined && boundBefore === undefined) {
      if (this.#after.size < MAX_BINDING_COUNT) {
        this.#after.set(one, after);
        this.#before.set(other, before);
      }
      return true;
    }
    return boundAfter === after && boundBefore === before;
  }

  /** True when the two were bound in one of the scopes. */
  areBound(scopes: readonly string[], before: string, after: string): boolean {
    return scopes.some((scope) => this.#after.get(`${scope}\0${before}`) === after);
  }
}
