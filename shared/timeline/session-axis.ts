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

/** Where nothing passed for this long (microseconds) although a request was open: of these, the longest are kept. */
const MIN_SILENCE_US = 1_000_000;
const MAX_SILENCE_COUNT = 8;
/** One that is longer than so many times all the rest is cut, so that one request that hangs leaves room for the others. */
const SILENCE_TO_REST = 3;

export class SessionAxis extends LogReader {
  readonly #stretches: { readonly from: number; to: number }[] = [];
  readonly #open: OpenOperations;
  /** The longest silences, longest first. */
  #silences: Stretch[] = [];
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
    const cut = this.#hanging();
    const busy = cut.reduce((rest, silence) => rest - lengthOf(silence), this.#busy);
    let pause = Math.max(MIN_PAUSE_US, busy / PAUSE_PART);
    const stretches = without(this.#stretches, cut);
    let kept = joined(stretches, pause);
    while (kept.length > MAX_STRETCH_COUNT) kept = joined(kept, (pause *= 2));
    return (this.#axis = new TimeAxis(kept));
  }

  #addSilence(silence: Stretch): void {
    this.#silences = [...this.#silences, silence]
      .sort((one, other) => lengthOf(other) - lengthOf(one))
      .slice(0, MAX_SILENCE_COUNT);
  }

  /** The silences to cut, in the order of time. */
  #hanging(): Stretch[] {
    let rest = this.#busy;
    const cut = this.#silences.filter((each) => {
      const others = rest - lengthOf(each);
      const hangs = others > 0 && lengthOf(each) > SILENCE_TO_REST * others;
      if (hangs) rest = others;
      return hangs;
    });
    return cut.sort((one, other) => one.from - other.from);
  }

  protected override process(event: WireEvent): void {
    const latest = this.#stretches.at(-1);
    const counts = this.log.notes.get(event.s)?.role === 'closes' || isActivity(event);
    if (latest && (this.#open.size > 0 || (counts && event.t <= latest.to + MIN_PAUSE_US))) {
      this.#busy += Math.max(0, event.t - latest.to);
      if (event.t - latest.to > MIN_SILENCE_US) this.#addSilence({ from: latest.to, to: event.t });
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

const lengthOf = ({ from, to }: Stretch): number => to - from;

/** The stretches without some parts of them, in the order of time: each part lies within one of them. */
function without(stretches: readonly Stretch[], parts: readonly Stretch[]): readonly Stretch[] {
  if (parts.length === 0) return stretches;
  return stretches.flatMap(({ from, to }) => {
    const inside = parts.filter((each) => each.from >= from && each.to <= to);
    const ends = [...inside.map((each) => each.from), to];
    return [from, ...inside.map((each) => each.to)].map((begin, at) => ({ from: begin, to: ends[at] ?? to }));
  });
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
