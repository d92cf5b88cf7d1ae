/** A pipe that is read while nothing holds it. What is not read stays with the server, which waits when the pipe is full. */
import type { Readable } from 'node:stream';

/** `unread`: the server does not read what it is sent; `behind`: what was read is not recorded yet. */
export type HoldReason = 'unread' | 'behind';

export class Flow {
  readonly #pipe: Readable;
  readonly #held = new Set<HoldReason>();
  #free = false;

  constructor(pipe: Readable) {
    this.#pipe = pipe;
  }

  /** Do not read on; true when that is new. */
  hold(reason: HoldReason): boolean {
    if (this.#free || this.#held.has(reason)) return false;
    if (this.#held.size === 0) this.#pipe.pause();
    this.#held.add(reason);
    return true;
  }

  /** This reason is over; true when it held the pipe. */
  release(reason: HoldReason): boolean {
    if (!this.#held.delete(reason)) return false;
    if (this.#held.size === 0) this.#pipe.resume();
    return true;
  }

  /** Read to the end, whatever may come to hold it. */
  free(): void {
    this.#free = true;
    if (this.#held.size > 0) this.#pipe.resume();
    this.#held.clear();
  }
}
