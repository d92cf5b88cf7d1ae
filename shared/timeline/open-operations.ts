/** The requests that are open while the events of a log are taken in, one after the other. */
import type { SessionLog } from '#shared/session';

/** Requests that stay open as long as they are wanted: nobody waits for them, and time does not pass. */
const STANDING = 'subscriptions/listen';

export class OpenOperations {
  readonly #log: SessionLog;
  readonly #open = new Set<number>();
  #begun = 0;

  /** Those that stand are left out. */
  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** How many are open after the events taken in. */
  get size(): number {
    return this.#open.size;
  }

  take(s: number): void {
    const { operations, notes } = this.#log;
    for (; operations.openedOf(this.#begun) === s; this.#begun++) {
      const { kind, method, index } = operations.get(this.#begun) ?? {};
      if (kind === 'request' && method !== STANDING && index !== undefined) this.#open.add(index);
    }
    if (this.#open.size > 0 && notes.get(s)?.role === 'closes')
      for (const { index } of this.#log.endedBy(s)) this.#open.delete(index);
  }
}
