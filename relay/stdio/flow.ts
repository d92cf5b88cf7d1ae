/** A pipe that is read while nothing holds it. What is not read stays with the server, which waits when the pipe is full. */
import type { Readable } from 'node:stream';

/** `unread`: the server does not read its input; `behind`: its output is not recorded yet. */
export type HoldReason = 'unread' | 'behind';

export class Flow {
  readonly #pipe: Readable;
  readonly #held = new Set<HoldReason>();
  #free = false;

  constructor(pipe: Readable) {
    this.#pipe = pipe;
  }

  /** Stop reading; true when this reason is new. */
  hold(reason: HoldReason): boolean {
    if (this.#free || this.#held.has(reason)) return false;
    if (this.#held.size === 0) this.#pipe.pause();
    this.#held.add(reason);
    return true;
  }

  /** Remove a reason; true when it had stopped the pipe. */
  release(reason: HoldReason): boolean {
    if (!this.#held.delete(reason)) return false;
    if (this.#held.size === 0) this.#pipe.resume();
    return true;
  }

  free(): void {
    this.#free = true;
    if (this.#held.size > 0) this.#pipe.resume();
    this.#held.clear();
  }
}
