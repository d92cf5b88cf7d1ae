/** What rows ask of every event whatever the filter, found once: when it came, what was open then, and what is routine. */
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
  readonly #times: number[] = [];
  /** A request was open before the event. */
  readonly #waiting: boolean[] = [];

  constructor(log: SessionLog) {
    super(log);
    this.#open = new OpenOperations(log);
  }

  protected override process(event: WireEvent): void {
    const { s, t } = event;
    this.ordered &&= s === 0 || t >= this.timeOf(s - 1);
    this.#times.push(t);
    this.#waiting.push(this.#open.size > 0);
    if (this.firstStep === undefined && toAuthorizationServer(event)) this.firstStep = s;
    if (isRoutine(this.log, s)) this.routine.push(s);
    this.#open.take(s);
  }

  /** When event `s`, which was read, came (microseconds). */
  timeOf(s: number): number {
    return this.#times[s] ?? 0;
  }
  waitedFor(s: number): boolean {
    return this.#waiting[s] === true;
  }
}
