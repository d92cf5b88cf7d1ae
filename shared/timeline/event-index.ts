/** What rows ask of every event whatever the filter, found once: when it came, what was open then, and what is routine. Grows with the log. */
import type { SessionLog } from '#shared/session';
import { toAuthorizationServer } from './describe.ts';
import { OpenOperations } from './open-operations.ts';
import { isRoutine } from './routine.ts';

export class EventIndex {
  readonly #log: SessionLog;
  readonly #open: OpenOperations;
  readonly #routine: number[] = [];
  #times = new Float64Array(1024);
  /** 1 where a request was open before the event. */
  #waiting = new Uint8Array(1024);
  #taken = 0;
  #ordered = true;
  #firstStep: number | undefined;

  constructor(log: SessionLog) {
    this.#log = log;
    this.#open = new OpenOperations(log, ({ kind }) => kind === 'request');
  }

  /** No event that was taken in came before the one above it. A file may say otherwise. */
  get ordered(): boolean {
    return this.#ordered;
  }
  /** Numbers of the steps that are routine, ascending. */
  get routine(): readonly number[] {
    return this.#routine;
  }
  /** First event that has to do with an authorization server. */
  get firstStep(): number | undefined {
    return this.#firstStep;
  }

  /** Take in the events up to number `end`, which is left out. */
  advance(end: number): void {
    const { events } = this.#log;
    if (end > this.#times.length) this.#grow(end);
    for (let s = this.#taken; s < end; s++) {
      const event = events[s];
      if (!event) return;
      this.#ordered &&= s === 0 || event.t >= this.timeOf(s - 1);
      this.#times[s] = event.t;
      this.#waiting[s] = this.#open.size > 0 ? 1 : 0;
      if (this.#firstStep === undefined && toAuthorizationServer(event)) this.#firstStep = s;
      if (isRoutine(this.#log, s)) this.#routine.push(s);
      this.#open.take(s);
      this.#taken = s + 1;
    }
  }

  /** When event `s`, which was taken in, came (microseconds). */
  timeOf(s: number): number {
    return this.#times[s] ?? 0;
  }
  waitedFor(s: number): boolean {
    return this.#waiting[s] === 1;
  }

  #grow(least: number): void {
    const length = Math.max(least, this.#times.length * 2);
    const [times, waiting] = [this.#times, this.#waiting];
    this.#times = new Float64Array(length);
    this.#waiting = new Uint8Array(length);
    this.#times.set(times);
    this.#waiting.set(waiting);
  }
}
