/** The operations that are open while the events of a log are taken in, one after the other. */
import type { Operation, SessionLog } from '#shared/session';

/** Requests that stay open as long as they are wanted: nobody waits for them, and time does not pass. */
const STANDING = 'subscriptions/listen';

export class OpenOperations {
  readonly #log: SessionLog;
  readonly #counts: (operation: Operation) => boolean;
  readonly #open = new Set<number>();
  #begun = 0;

  /** Operations that do not count are left out, and those that stand. */
  constructor(log: SessionLog, counts: (operation: Operation) => boolean = () => true) {
    this.#log = log;
    this.#counts = counts;
  }

  /** How many are open after the events taken in. */
  get size(): number {
    return this.#open.size;
  }

  take(s: number): void {
    const { operations, notes } = this.#log;
    for (let next = operations[this.#begun]; next?.opened === s; next = operations[++this.#begun])
      if (next.method !== STANDING && this.#counts(next)) this.#open.add(next.index);
    if (notes[s]?.role === 'closes') for (const { index } of this.#log.endedBy(s)) this.#open.delete(index);
  }
}
