/** The time axis of a session: when something was open or passed, counted once an event. */
import type { WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { TimeAxis, type Stretch } from './axis.ts';
import { LogReader } from './log-reader.ts';
import { OpenOperations } from './open-operations.ts';

/** A pause is cut when it is longer than this, and than this part of the time in which something went on. */
const MIN_PAUSE_US = 100_000;
const PAUSE_PART = 10;
/** More breaks could not be told apart. */
const MAX_STRETCH_COUNT = 200;

export class SessionAxis extends LogReader {
  readonly #stretches: { readonly from: number; to: number }[] = [];
  readonly #open: OpenOperations;
  #busy = 0;
  #axis: TimeAxis | undefined;

  constructor(log: SessionLog) {
    super(log);
    this.#open = new OpenOperations(log);
  }

  /** The axis of the log as it is now: the same one until events come. */
  get axis(): TimeAxis {
    if (this.#axis && this.processed === this.log.length) return this.#axis;
    this.advance();
    let pause = Math.max(MIN_PAUSE_US, this.#busy / PAUSE_PART);
    let kept = joined(this.#stretches, pause);
    while (kept.length > MAX_STRETCH_COUNT) kept = joined(kept, (pause *= 2));
    return (this.#axis = new TimeAxis(kept));
  }

  protected override process(event: WireEvent): void {
    const latest = this.#stretches.at(-1);
    const counts = this.log.notes.get(event.s)?.role === 'closes' || isActivity(event);
    if (latest && (this.#open.size > 0 || (counts && event.t <= latest.to + MIN_PAUSE_US))) {
      this.#busy += Math.max(0, event.t - latest.to);
      latest.to = Math.max(latest.to, event.t);
    } else if (counts || !latest) this.#stretches.push({ from: event.t, to: event.t });
    this.#open.take(event.s);
  }
}

/** Something that a session is about, and not what its transport does by itself meanwhile, or what is noted later. */
function isActivity(event: WireEvent): boolean {
  if (event.k === 'http') return event.step !== undefined;
  return event.k !== 'sse' && event.k !== 'body' && event.k !== 'note';
}

function joined(stretches: readonly Stretch[], pause: number): Stretch[] {
  const kept: { readonly from: number; to: number }[] = [];
  for (const { from, to } of stretches) {
    const latest = kept.at(-1);
    if (latest && from - latest.to <= pause) latest.to = Math.max(latest.to, to);
    else kept.push({ from, to });
  }
  return kept;
}
