/** Automatic messages that a server has not taken: they wait for the head of their response, each on a connection of its own. */
import { pauseUntil } from './pause.ts';

/** Beyond it no stream is read: a server that asks but takes no answers can't make ever more connections. */
export const MAX_UNTAKEN_COUNT = 256;

export class Untaken {
  readonly #onMany: () => void;
  #count = 0;
  #waiting: (() => void)[] = [];
  /** That they are too many was said, and is so still. */
  #said = false;

  /** `onMany` is called when the first stream waits, and again only after all of them were taken. */
  constructor(onMany: () => void) {
    this.#onMany = onMany;
  }

  /** Count one until the function that this gives is called, however often. */
  count(): () => void {
    this.#count++;
    let counted = true;
    return () => {
      if (!counted) return;
      counted = false;
      this.#count--;
      if (this.#count === 0) this.#said = false;
      if (this.#count > MAX_UNTAKEN_COUNT / 2) return;
      for (const go of this.#waiting.splice(0)) go();
    };
  }

  /** Resolves at once, or when there are few again, or when `signal` aborts. */
  async few(signal: AbortSignal): Promise<void> {
    if (this.#count <= MAX_UNTAKEN_COUNT || signal.aborted) return;
    if (!this.#said) this.#onMany();
    this.#said = true;
    await pauseUntil(new Promise((resolve) => this.#waiting.push(resolve)), signal);
  }
}
