/** What is found by reading each event of a log once, as the log grows. */
import type { WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';

export abstract class LogReader {
  protected readonly log: SessionLog;
  #processed = 0;

  constructor(log: SessionLog) {
    this.log = log;
  }

  get processed(): number {
    return this.#processed;
  }

  /** Read at most `limit` events that are new. Gives true when more are left. */
  advance(limit = Infinity): boolean {
    const end = Math.min(this.log.length, this.#processed + limit);
    for (; this.#processed < end; this.#processed++) {
      const event = this.log.event(this.#processed);
      if (event) this.process(event);
    }
    return end < this.log.length;
  }

  protected abstract process(event: WireEvent): void;
}
