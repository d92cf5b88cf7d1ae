/** The events of a session that went wrong, found as the log grows: each is looked at once. */
import { countBelow } from '#shared/base';
import type { SessionLog } from '#shared/session';
import { isTrouble } from './filter.ts';

export class Troubles {
  readonly #log: SessionLog;
  readonly #found: number[] = [];
  #taken = 0;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Look at no more than `limit` events that are new. Gives true when more are left. */
  advance(limit = Infinity): boolean {
    const end = Math.min(this.#log.length, this.#taken + limit);
    for (; this.#taken < end; this.#taken++) if (isTrouble(this.#log, this.#taken)) this.#found.push(this.#taken);
    return this.#taken < this.#log.length;
  }

  /** How many of the first `shown` events went wrong, among those looked at. */
  counts(shown: number) {
    const violations = countBelow(this.#log.faulty, Math.min(shown, this.#taken));
    return { violations, errors: countBelow(this.#found, shown) - violations };
  }

  /** Events that went wrong, among those looked at, ascending. */
  get found(): readonly number[] {
    return this.#found;
  }
}
