/** Which events are of one call: its request, what came meanwhile, its response, and the repeats of the request with other headers. */
import type { SessionLog } from '#shared/session';

export class Calls {
  readonly #log: SessionLog;
  /** The calls whose events have rows of their own, by the events with which they begin. */
  readonly #open = new Set<number>();

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** The event with which the call of event `s` begins; -1 for an event of none. */
  beginOf(s: number): number {
    const { notes, operations } = this.#log;
    const op = notes.opOf(s);
    return op < 0 ? -1 : operations.openedOf(operations.firstOf(op));
  }

  /** All events so far of the call that begins with event `begin`, ascending. */
  eventsOf(begin: number): number[] {
    const { notes, operations } = this.#log;
    const events: number[] = [];
    for (let op: number | undefined = notes.opOf(begin); op !== undefined && op >= 0; op = this.#log.repeatOf(op))
      for (const s of operations.eventsOf(op, Infinity)) events.push(s);
    return [...new Set(events)].sort((one, other) => one - other);
  }

  isOpen(begin: number): boolean {
    return this.#open.has(begin);
  }
  set(begin: number, open: boolean): void {
    if (open) this.#open.add(begin);
    else this.#open.delete(begin);
  }
}
