/**
 * The rows of the sequence diagram: the events that pass the filter, with a band where a phase begins and a row where
 * time was cut out. Grows with the log; a new filter starts it over. Rows are numbers, so a million of them stay small.
 */
import { countBelow } from '#shared/base';
import type { Phase, SessionLog } from '#shared/session';
import { toAuthorizationServer } from './describe.ts';
import { parseFilter, type Filter } from './filter.ts';
import { isRoutine } from './routine.ts';

/** Idle time longer than this (microseconds) is drawn as a gap. */
const IDLE_GAP = 2_000_000;

export type Row =
  | { readonly type: 'event'; readonly s: number }
  /** The phase whose first row is that of event `s`, or of the idle time before it. */
  | { readonly type: 'phase'; readonly s: number; readonly phase: Phase }
  /** Nothing happened for `idle` microseconds before event `s`. */
  | { readonly type: 'gap'; readonly s: number; readonly idle: number };

const EVENT = 2;
const GAP = 1;
const PHASE = 0;

export interface TimelineOptions {
  readonly filter: string;
  /** Show the steps of HTTP exchanges that went as they should. */
  readonly routine: boolean;
}

export class Timeline {
  readonly #log: SessionLog;
  readonly #options: TimelineOptions;
  readonly #filter: Filter;
  /** Row codes: event number times 3, plus the row's type; ascending. */
  readonly #rows: number[] = [];
  /** Codes of the rows that are no events, and numbers of the routine steps left out: to count what a filter hides. */
  readonly #bands: number[] = [];
  readonly #steps: number[] = [];
  /** Phases that have begun, and how many of them were left behind: with a band, or without any row of their own. */
  #phases = 0;
  #taken = 0;
  #banded = 0;
  #firstStep: number | undefined;

  constructor(log: SessionLog, options: TimelineOptions = { filter: '', routine: false }) {
    this.#log = log;
    this.#options = options;
    this.#filter = parseFilter(options.filter);
  }

  get length(): number {
    return this.#rows.length;
  }
  /** How many events were taken in so far. */
  get taken(): number {
    return this.#taken;
  }
  get filter(): Filter {
    return this.#filter;
  }

  /** First event that has to do with an authorization server, among those taken in. */
  get firstStep(): number | undefined {
    return this.#firstStep;
  }

  /** Take in at most `limit` events of the log that are new. Gives true when more are left. */
  advance(limit = Infinity): boolean {
    const { events, state } = this.#log;
    const end = Math.min(events.length, this.#taken + limit);
    for (let s = this.#taken; s < end; s++) {
      const event = events[s];
      const t = event?.t ?? 0;
      if (this.#firstStep === undefined && event && toAuthorizationServer(event)) this.#firstStep = s;
      const idle = s === 0 ? 0 : t - (events[s - 1]?.t ?? 0);
      this.#taken = s + 1;
      if (state.phases[this.#phases]?.s === s) this.#phases++;
      // Between rows that a filter leaves, the time column says it; gaps would only pile up.
      if (idle > IDLE_GAP && this.#filter.empty) {
        this.#beginPhase(s);
        this.#band(s * 3 + GAP);
      }
      if (!this.#options.routine && isRoutine(this.#log, s)) this.#steps.push(s);
      else if (this.#filter.empty || this.#filter.matches(this.#log, s)) {
        this.#beginPhase(s);
        this.#rows.push(s * 3 + EVENT);
      }
      if (this.#filter.late && this.#log.notes[s]?.role === 'closes') this.#judgeAgain(s);
    }
    return end < events.length;
  }

  /** How many of the first `count` events have a row. */
  eventsOf(count: number): number {
    return this.rowsOf(count) - countBelow(this.#bands, count * 3);
  }

  /** How many of the first `count` events the filter hides. Routine steps that are left out anyway do not count. */
  hiddenOf(count: number): number {
    const taken = Math.min(count, this.taken);
    return taken - countBelow(this.#steps, taken) - this.eventsOf(taken);
  }

  /** The row at an index, or undefined outside. */
  row(index: number): Row | undefined {
    const code = this.#rows[index];
    if (code === undefined) return undefined;
    const s = Math.floor(code / 3);
    if (code % 3 === EVENT) return { type: 'event', s };
    if (code % 3 === GAP)
      return { type: 'gap', s, idle: (this.#log.events[s]?.t ?? 0) - (this.#log.events[s - 1]?.t ?? 0) };
    const phase = this.#log.state.phases.findLast((start) => start.s <= s)?.phase ?? 'connection';
    return { type: 'phase', s, phase };
  }

  /** Index of the row of event `s`, or of the first event's row after it when it is hidden. */
  rowOf(s: number): number {
    let index = this.#firstAtLeast(s * 3 + EVENT);
    while ((this.#rows[index] ?? EVENT) % 3 !== EVENT) index++;
    return index;
  }

  /** How many rows belong to the first `count` events. */
  rowsOf(count: number): number {
    return this.#firstAtLeast(count * 3);
  }

  /** A row of event `s` comes: the band of its phase stands above the first one. */
  #beginPhase(s: number): void {
    if (this.#banded === this.#phases) return;
    this.#banded = this.#phases;
    this.#band(s * 3 + PHASE);
  }

  #band(code: number): void {
    this.#rows.push(code);
    this.#bands.push(code);
  }

  /** Rows of the phase of event `s` came or went behind those taken in last: its band moves to the first, if there is one. */
  #moveBand(s: number): void {
    const { phases } = this.#log.state;
    const at = phases.findLastIndex((start) => start.s <= s);
    if (at < 0) return;
    const from = (phases[at]?.s ?? 0) * 3;
    const end = (phases[at + 1]?.s ?? this.taken) * 3;
    const top = this.#firstAtLeast(from);
    const [above = 0, below = Infinity] = this.#rows.slice(top, top + 2);
    // As a rule it stands there already.
    if (above % 3 === PHASE && Math.floor(above / 3) === Math.floor(below / 3)) return;
    const old = countBelow(this.#bands, from);
    if ((this.#bands[old] ?? Infinity) < end) {
      const [code = 0] = this.#bands.splice(old, 1);
      this.#rows.splice(this.#firstAtLeast(code), 1);
    }
    const index = this.#firstAtLeast(from);
    const first = this.#rows[index] ?? Infinity;
    const left = first < end;
    if (left) {
      const code = Math.floor(first / 3) * 3 + PHASE;
      this.#rows.splice(index, 0, code);
      this.#bands.splice(countBelow(this.#bands, code), 0, code);
    }
    // Of the phase taken in now, the next row must know whether there is a band.
    if (at === this.#phases - 1) this.#banded = left ? this.#phases : this.#phases - 1;
  }

  /** Operations ended with event `s`: a filter that asks for that may now say otherwise of their earlier events. */
  #judgeAgain(s: number): void {
    for (const { events } of this.#log.endedBy(s)) {
      for (const earlier of events) {
        if (earlier >= s || (!this.#options.routine && isRoutine(this.#log, earlier))) continue;
        const code = earlier * 3 + EVENT;
        const index = this.#firstAtLeast(code);
        const present = this.#rows[index] === code;
        if (present === this.#filter.matches(this.#log, earlier)) continue;
        if (present) this.#rows.splice(index, 1);
        else this.#rows.splice(index, 0, code);
        this.#moveBand(earlier);
      }
    }
  }

  #firstAtLeast(code: number): number {
    return countBelow(this.#rows, code);
  }
}
