/**
 * The rows of the sequence diagram: the events that pass the filter, with a band where a phase begins, a row where nothing
 * happened for a while, and one row for a run of like events. Grows with the log; a new filter starts it over. Rows are
 * numbers, so a million of them stay small.
 */
import { countBefore, countBelow } from '#shared/base';
import type { Phase, SessionLog } from '#shared/session';
import { EventIndex } from './event-index.ts';
import { parseFilter, type Filter, type FoundLookup } from './filter.ts';
import { isRoutine } from './routine.ts';
import { codeOf, EVENT, GAP, LINE, PHASE, RowCodes, RUN, TYPES, withBand } from './row-codes.ts';
import { Runs, type Run } from './runs.ts';

const MAX_IDLE_US = 2_000_000;

export type Row =
  | { readonly type: 'event'; readonly s: number }
  /** Stands for the events of a run, the first of which is `s`; when they have rows themselves, they begin below it. */
  | { readonly type: 'run'; readonly s: number; readonly run: Run }
  /** The phase, with its place among those of the session, whose first row is that of event `s`, or of the idle time before it. */
  | { readonly type: 'phase'; readonly s: number; readonly at: number; readonly phase: Phase }
  /** Nothing was shown for `idle` microseconds before event `s`; with `waiting`, a request was open all the while or when it ended. */
  | { readonly type: 'gap'; readonly s: number; readonly idle: number; readonly waiting?: true }
  /** What was found at event `s`, whose row is above. */
  | { readonly type: 'line'; readonly s: number };

export interface TimelineOptions {
  readonly filter: string;
  /** Show the steps of HTTP exchanges that went as they should. */
  readonly routine: boolean;
  /** Every event has a row of its own. */
  readonly whole?: boolean;
  readonly found?: FoundLookup | undefined;
  /** Whether a line stands below the row of event `s`; asked when its row comes, and for `mark`. */
  readonly lined?: (s: number) => boolean;
}

export class Timeline {
  readonly #log: SessionLog;
  readonly #options: TimelineOptions;
  readonly filter: Filter;
  readonly #index: EventIndex;
  readonly #runs: Runs;
  readonly #rows = new RowCodes();
  /** The rows of phases that are folded away under their heads, by the number of the phase. */
  readonly #folded = new Map<number, readonly number[]>();
  /** How long nothing was shown before these events (microseconds), negative while a request was open. */
  readonly #gaps = new Map<number, number>();
  #lastAt: number | undefined;
  readonly #hidden: number[] = [];
  /** What is outside of a window of time, where nobody looked at each event: numbers of events from and to, ascending. */
  readonly #skipped: { readonly from: number; to: number }[] = [];
  #processed = 0;
  #phases = 0;
  /** How many of them are done with: they have a band, or ended without a row. */
  #banded = 0;

  constructor(
    log: SessionLog,
    options: TimelineOptions = { filter: '', routine: false },
    index: EventIndex = new EventIndex(log),
  ) {
    this.#log = log;
    this.#options = options;
    this.#index = index;
    this.#runs = new Runs(log);
    this.filter = parseFilter(options.filter, options.found);
  }

  get length(): number {
    return this.#rows.length;
  }
  get processed(): number {
    return this.#processed;
  }

  get firstStep(): number | undefined {
    return this.#index.firstStep;
  }

  /** Take in at most `limit` events of the log that are new. Gives true when more are left. */
  advance(limit = Infinity): boolean {
    const { length } = this.#log;
    const index = this.#index;
    const end = Math.min(length, this.#processed + limit);
    index.advance(end - index.processed);
    const { range, timeOnly } = this.filter;
    if (range && timeOnly && index.ordered) {
      // Of a window of time alone, nobody looks at what is outside.
      const [from, count] = [this.#processed, end - this.#processed];
      this.#skip(from + countBefore(count, (at) => index.timeOf(from + at) < range.from));
      this.#process(from + countBefore(count, (at) => index.timeOf(from + at) <= range.to));
      this.#skip(end);
    } else this.#process(end);
    return end < length;
  }

  /** How many of the first `count` events have a row, or a part in that of a run. */
  eventsOf(count: number): number {
    const processed = Math.min(count, this.processed);
    return processed - this.#stepsIn(0, processed) - this.hiddenOf(processed);
  }

  /** How many of the first `count` events the filter hides. Routine steps that are left out anyway do not count. */
  hiddenOf(count: number): number {
    let hidden = countBelow(this.#hidden, count);
    for (const { from, to } of this.#skipped) {
      const end = Math.min(to, count);
      if (end > from) hidden += end - from - this.#stepsIn(from, end);
    }
    return hidden;
  }

  /** Microseconds from the row above's last event to this row's first; 0 where the row itself shows the idle time. */
  timeBefore(index: number): number {
    const [above, code] = [this.#rows.get(index - 1), this.#rows.get(index)];
    if (index < 1 || index >= this.length || code % TYPES === GAP || code % TYPES === LINE) return 0;
    const s = Math.floor(above / TYPES);
    const run = above % TYPES === RUN ? this.#runs.of(s) : undefined;
    const begun = this.#index.timeOf(s);
    const ended = run && !run.open ? Math.max(begun, this.#index.timeOf(run.events.at(-1) ?? s)) : begun;
    return Math.max(0, this.#index.timeOf(Math.floor(code / TYPES)) - ended);
  }

  row(index: number): Row | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    const code = this.#rows.get(index);
    const s = Math.floor(code / TYPES);
    const type = code % TYPES;
    if (type === EVENT) return { type: 'event', s };
    if (type === LINE) return { type: 'line', s };
    const run = type === RUN ? this.#runs.of(s) : undefined;
    if (run) return { type: 'run', s, run };
    const idle = this.#gaps.get(s) ?? 0;
    if (type === GAP) return { type: 'gap', s, idle: Math.abs(idle), ...(idle < 0 ? { waiting: true } : {}) };
    const at = this.phaseAt(s);
    return { type: 'phase', s, at, phase: this.#log.state.phases.at(at)?.phase ?? 'connection' };
  }

  runOf(s: number): Run | undefined {
    return this.#runs.of(s);
  }

  toggle(run: Run): void {
    const known = this.#runs.of(run.events[0] ?? -1);
    if (!known) return;
    known.open = !known.open;
    const { kind, events, open } = known;
    const from = this.#firstAtLeast(codeOf(events[0] ?? 0, EVENT));
    const end = this.#firstAtLeast(codeOf(events.at(-1) ?? 0, LINE) + 1);
    const own = this.#codesOf(known);
    // Between the rows of a run are no others; during the probe much may have happened.
    const others = kind === 'probe' ? this.#rows.slice(from, end).filter((code) => !own.includes(code)) : [];
    this.#rows.splice(from, end - from, open ? [...others, ...own].sort((one, other) => one - other) : others);
  }

  /** Index of the row of event `s`, of the run or the phase in which it is folded, or of the next event's row when it is hidden. */
  rowOf(s: number): number {
    const phase = this.#folded.size > 0 ? this.phaseAt(s) : -1;
    if (this.isFolded(phase)) return this.#firstAtLeast(codeOf(this.#log.state.phases.at(phase)?.s ?? 0, PHASE));
    const run = this.#runs.of(s);
    let index = this.#firstAtLeast(codeOf(run && !run.open ? (run.events[0] ?? s) : s, RUN));
    while (index < this.#rows.length && !this.#standsForEvents(index)) index++;
    return index;
  }

  /** The row that stands for event `s`, alone or with others: its index, or -1 when there is none. */
  ownRow(s: number): number {
    const index = this.rowOf(s);
    const row = this.row(index);
    return row?.s === s || (row?.type === 'run' && row.run === this.#runs.of(s)) ? index : -1;
  }

  rowsOf(count: number): number {
    return this.#firstAtLeast(codeOf(count, 0));
  }

  #process(end: number): void {
    const { phases } = this.#log.state;
    for (let s = this.#processed; s < end; s++) {
      this.#processed = s + 1;
      if (phases.at(this.#phases)?.s === s) this.#phases++;
      if (!this.#options.routine && isRoutine(this.#log, s)) continue;
      if (this.filter.empty || this.filter.matches(this.#log, s)) this.#show(s, this.#index.timeOf(s));
      else this.#hidden.push(s);
      if (this.filter.late && this.#log.notes.get(s)?.role === 'closes') this.#refilterEarlier(s);
    }
  }

  /** Hide the events up to number `end`, whatever they are. */
  #skip(end: number): void {
    const from = this.#processed;
    if (end <= from) return;
    this.#processed = end;
    const { phases } = this.#log.state;
    while ((phases.at(this.#phases)?.s ?? Infinity) < end) this.#phases++;
    const last = this.#skipped.at(-1);
    if (last?.to === from) last.to = end;
    else this.#skipped.push({ from, to: end });
  }

  #stepsIn(from: number, end: number): number {
    const { routine } = this.#index;
    return this.#options.routine ? 0 : countBelow(routine, end) - countBelow(routine, from);
  }

  /** Event `s` comes and is shown. Between rows that a filter leaves, the time column says how long nothing was. */
  #show(s: number, t: number): void {
    const idle = this.#lastAt === undefined ? 0 : t - this.#lastAt;
    this.#lastAt = t;
    const gap = idle > MAX_IDLE_US && this.filter.timeOnly;
    if (gap) this.#gaps.set(s, this.#index.waitedFor(s) ? -idle : idle);
    const folds = this.filter.timeOnly && this.#options.whole !== true;
    const change = folds ? this.#runs.process(s, gap, this.#banded !== this.#phases) : undefined;
    // What comes late to a run in a phase that is folded away has its place there.
    if (change && this.#folded.size > 0) this.foldPhase(this.phaseAt(change.run.events[0] ?? s), false);
    if (change?.moved === s && !change.kept && !change.run.open) return;
    // The band of a phase stands above its first row.
    if (this.#banded !== this.#phases) this.#rows.push(codeOf(s, PHASE));
    this.#banded = this.#phases;
    // The time in which the answer to the probe was waited for stands in the row of the probe.
    if (gap && change?.run.kind !== 'probe') this.#rows.push(codeOf(s, GAP));
    if (change?.kept) this.#fold(change.run, change.kept);
    else for (const code of this.#codesAt(s)) this.#rows.push(code);
    if (change && change.moved !== s && !change.run.open) this.#remove(change.moved);
  }

  /** A run begins: its row comes in place of those of its events. */
  #fold({ kind, events: [first = 0] }: Run, kept: readonly number[]): void {
    const index = this.#firstAtLeast(codeOf(first, EVENT));
    if (kind !== 'probe') this.#rows.length = index;
    this.#rows.set(index, codeOf(first, RUN));
    for (const s of kept) for (const code of this.#codesAt(s)) this.#rows.push(code);
  }

  /** The rows of a run's events, and of idle time between them. What happened during the probe is not among its own. */
  #codesOf({ kind, events }: Run): number[] {
    return events.flatMap((s, at) =>
      at > 0 && kind !== 'probe' && this.#gaps.has(s) ? [codeOf(s, GAP), ...this.#codesAt(s)] : this.#codesAt(s),
    );
  }

  #standsForEvents(index: number): boolean {
    const code = this.#rows.get(index);
    return code % TYPES === EVENT || (code % TYPES === RUN && this.#runs.of(Math.floor(code / TYPES))?.open === false);
  }

  /** The row of event `s` came or went among earlier ones: the band of its phase moves to the first that is left. */
  #moveBand(s: number): void {
    const { phases } = this.#log.state;
    const at = phases.all.findLastIndex((start) => start.s <= s);
    if (at < 0) return;
    const top = this.#firstAtLeast(codeOf(phases.at(at)?.s ?? 0, PHASE));
    const end = codeOf(phases.at(at + 1)?.s ?? this.processed, PHASE);
    // One row came or went, so the band is the first or the second of these.
    const head = this.#rows.slice(top, top + 2).filter((code) => code < end);
    const banded = withBand(head);
    this.#rows.splice(top, head.length, banded);
    // Of the present phase, the next row must know whether there is a band.
    if (at === this.#phases - 1) this.#banded = banded.length > 0 ? this.#phases : this.#phases - 1;
  }

  /** What is found at these events changed: a filter that asks for it may now say otherwise of them. */
  refilter(events: readonly number[]): void {
    for (const s of events) if (s < this.#processed) this.#refilterEvent(s);
  }

  /** Operations ended with event `s`: a filter that asks for that may now say otherwise of their earlier events. */
  #refilterEarlier(s: number): void {
    for (const { events } of this.#log.endedBy(s))
      for (const earlier of events) if (earlier < s) this.#refilterEvent(earlier);
  }

  #refilterEvent(s: number): void {
    if (!this.#options.routine && isRoutine(this.#log, s)) return;
    const code = codeOf(s, EVENT);
    const index = this.#firstAtLeast(code);
    const present = index < this.length && this.#rows.get(index) === code;
    if (present === this.filter.matches(this.#log, s)) return;
    const hidden = countBelow(this.#hidden, s);
    if (present) {
      this.#remove(s);
      this.#hidden.splice(hidden, 0, s);
    } else {
      this.#rows.splice(index, 0, this.#codesAt(s));
      this.#hidden.splice(hidden, 1);
    }
    this.#moveBand(s);
  }

  /** The row of an event, and its line. */
  #codesAt(s: number): number[] {
    return this.#options.lined?.(s) === true ? [codeOf(s, EVENT), codeOf(s, LINE)] : [codeOf(s, EVENT)];
  }
  #remove(s: number): void {
    const [from, end] = [this.#firstAtLeast(codeOf(s, EVENT)), this.#firstAtLeast(codeOf(s, LINE) + 1)];
    this.#rows.splice(from, end - from);
  }

  /** What was found at these events is another: lines come below their rows, or go. One pass over the rows from the first on. */
  mark(events: readonly number[]): void {
    const lines: number[] = [];
    const dropped = new Set<number>();
    for (const s of new Set(events.toSorted((one, other) => one - other))) {
      // What went wrong is not folded away.
      if (this.#folded.size > 0 && this.#options.lined?.(s) === true) this.foldPhase(this.phaseAt(s), false);
      const index = this.#firstAtLeast(codeOf(s, EVENT));
      if (index >= this.length || this.#rows.get(index) !== codeOf(s, EVENT)) continue;
      const line = codeOf(s, LINE);
      const present = index + 1 < this.length && this.#rows.get(index + 1) === line;
      if (present === (this.#options.lined?.(s) === true)) continue;
      if (present) dropped.add(line);
      else lines.push(line);
    }
    this.#rows.merge(lines, dropped);
  }

  /** Which phase event `s` is in: its place among those of the session, or -1. */
  phaseAt(s: number): number {
    return this.#log.state.phases.all.findLastIndex((start) => start.s <= s);
  }
  isFolded(phase: number): boolean {
    return this.#folded.has(phase);
  }
  /** Fold the rows of a phase that has ended away under its head, or put them back. Gives true when there was something to do. */
  foldPhase(phase: number, folded: boolean): boolean {
    const [start, next] = [this.#log.state.phases.at(phase), this.#log.state.phases.at(phase + 1)];
    if (folded === this.isFolded(phase) || !start || !next || this.#processed < next.s) return false;
    if (!folded) {
      this.#rows.merge(this.#folded.get(phase) ?? [], new Set());
      this.#folded.delete(phase);
      return true;
    }
    const [head, end] = [this.#firstAtLeast(codeOf(start.s, PHASE)), this.#firstAtLeast(codeOf(next.s, PHASE))];
    if (head + 1 >= end) return false;
    this.#folded.set(phase, this.#rows.slice(head + 1, end));
    this.#rows.splice(head + 1, end - head - 1);
    return true;
  }

  #firstAtLeast(code: number): number {
    return this.#rows.firstAtLeast(code);
  }
}
