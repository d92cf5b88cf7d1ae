/** What rows ask of every event whatever the filter, found once: when it came, what was open then, and what is routine. */
import { Numbers } from '#shared/base';
import type { WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { toAuthorizationServer } from './describe.ts';
import { LogReader } from './log-reader.ts';
import { OpenOperations } from './open-operations.ts';
import { isRoutine } from './routine.ts';

export class EventIndex extends LogReader {
  /** No event came before the one above it. A file may say otherwise. */
  ordered = true;
  readonly routine: number[] = [];
  firstStep: number | undefined;
  readonly #open: OpenOperations;
  readonly #times = new Numbers(Float64Array);
  /** A request was open before the event: a bit each. */
  readonly #waiting = new Numbers();

  constructor(log: SessionLog) {
    super(log);
    this.#open = new OpenOperations(log);
  }

  protected override process(event: WireEvent): void {
    const { s, t } = event;
    this.ordered &&= s === 0 || t >= this.timeOf(s - 1);
    this.#times.push(t);
    if (this.#open.size > 0) this.#waiting.set(s >> 5, this.#waiting.get(s >> 5) | (1 << (s & 31)));
    if (this.firstStep === undefined && toAuthorizationServer(event)) this.firstStep = s;
    if (isRoutine(this.log, s)) this.routine.push(s);
    this.#open.take(s);
  }

  /** When event `s`, which was read, came (microseconds). */
  timeOf(s: number): number {
    return this.#times.get(s);
  }
  waitedFor(s: number): boolean {
    return (this.#waiting.get(s >> 5) & (1 << (s & 31))) !== 0;
  }
}
