/**
 * The whole session in a strip: how much passed in each slice of time, in which direction, and where it went wrong.
 * Counted once an event into slices of equal time; when time outgrows them, neighbours are joined, so that drawing costs
 * the same however long the session is.
 */
import type { SessionLog } from '#shared/session';
import { isTrouble } from './filter.ts';
import type { Timeline } from './timeline.ts';

export interface OverviewSlice {
  client: number;
  server: number;
  other: number;
  /** First event of the slice that went wrong, or -1. */
  trouble: number;
}

/** Slices kept; a strip is drawn with fewer. */
const OVERVIEW_SLICES = 4096;

const emptySlice = (): OverviewSlice => ({ client: 0, server: 0, other: 0, trouble: -1 });

export class Overview {
  readonly #log: SessionLog;
  readonly #slices: OverviewSlice[] = [];
  /** Microseconds of the timeline's axis (idle time cut out) in one slice. */
  #span = 1;
  #taken = 0;
  readonly #troubles: number[] = [];

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Sequence numbers of the counted events that went wrong, ascending. */
  get troubles(): readonly number[] {
    return this.#troubles;
  }

  /** Count the events that the timeline has taken in since the last time. */
  advance(timeline: Timeline): void {
    for (; this.#taken < timeline.taken; this.#taken++) this.#count(this.#taken, timeline.time(this.#taken));
  }

  /**
   * The strip in `width` slices of the timeline's whole axis. `shown` events exist: the slice in which they end is
   * counted whole, later ones are empty.
   */
  slices(timeline: Timeline, width: number, shown = this.#taken): OverviewSlice[] {
    const strip = Array.from({ length: width }, emptySlice);
    const whole = Math.max(1, timeline.time(timeline.taken - 1));
    const end = shown === 0 ? 0 : Math.floor(timeline.time(shown - 1) / this.#span) + 1;
    for (let at = 0; at < Math.min(end, this.#slices.length); at++) {
      const from = this.#slices[at];
      const into = strip[Math.min(width - 1, Math.floor(((at * this.#span) / whole) * width))];
      if (!from || !into) continue;
      join(into, from.trouble < shown ? from : { ...from, trouble: -1 });
    }
    return strip;
  }

  #count(s: number, time: number): void {
    while (time / this.#span >= OVERVIEW_SLICES) this.#halve();
    const at = Math.floor(time / this.#span);
    while (this.#slices.length <= at) this.#slices.push(emptySlice());
    const slice = this.#slices[at];
    const event = this.#log.events[s];
    if (!slice || !event) return;
    if (event.k !== 'message') slice.other++;
    else if (event.dir === 'c2s') slice.client++;
    else slice.server++;
    if (!isTrouble(this.#log, s)) return;
    this.#troubles.push(s);
    if (slice.trouble < 0) slice.trouble = s;
  }

  #halve(): void {
    this.#span *= 2;
    for (let at = 0; at * 2 < this.#slices.length; at++) {
      const joined = this.#slices[at * 2] ?? emptySlice();
      const second = this.#slices[at * 2 + 1];
      if (second) join(joined, second);
      this.#slices[at] = joined;
    }
    this.#slices.length = Math.ceil(this.#slices.length / 2);
  }
}

/** Add a later slice to an earlier one. */
function join(into: OverviewSlice, from: OverviewSlice): void {
  into.client += from.client;
  into.server += from.server;
  into.other += from.other;
  if (into.trouble < 0) into.trouble = from.trouble;
}
