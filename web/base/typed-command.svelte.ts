/** Commands that carry something: how one feature has another do what it cannot do itself, without importing it. */
import { untrack } from 'svelte';

export class TypedCommand<Payload> {
  #handler: ((payload: Payload) => unknown) | undefined = $state.raw();

  /** True where something carries it out: the page of an exported recording, for one, has no composer. Reactive. */
  get possible(): boolean {
    return this.#handler !== undefined;
  }

  /** Have `carryOut` do it from now on; gives the function that ends this, as `$effect` wants it. */
  handle(carryOut: (payload: Payload) => unknown): () => void {
    const own = (payload: Payload): unknown => carryOut(payload);
    untrack(() => (this.#handler = own));
    return () => untrack(() => (this.#handler = this.#handler === own ? undefined : this.#handler));
  }

  /** Have it done; where nothing carries it out, nothing happens. */
  run(payload: Payload): void {
    this.#handler?.(payload);
  }
}
