/**
 * The rows of the sequence diagram: the events that pass the filter, with a band where a phase begins, a row where nothing
 * happened for a while, and one row for a run of like events. Grows with the log; a new filter starts it over. Rows are
 * numbers, so a million of them stay small.
 */
import { countBefore, countBelow } from '#shared/base';
import { isRoutine } from './routine.ts';
import { CALL, codeOf, EVENT, GAP, LINE, PHASE, RUN, TYPES, withBand } from './row-codes.ts';
import { RowList } from './row-list.ts';
import type { Run } from './runs.ts';

const MAX_IDLE_US = 2_000_000;

export class Timeline extends RowList {
  #lastAt: number | undefined;
  readonly #hidden: number[] = [];
  /** What is outside of a window of time, where nobody looked at each event: numbers of events from and to, ascending. */
  readonly #skipped: { readonly from: number; to: number }[] = [];
  /** Calls one of whose events a negated token of the filter names, by their beginnings. */
  readonly #excluded = new Set<number>();
  #processed = 0;
  #phases = 0;
  /** How many of them are done with: they have a band, or ended without a row. */
  #banded = 0;

  get processed(): number {
    return this.#processed;
  }

  /** Take in at most `limit` events of the log that are new. Gives true when more are left. */
  advance(limit = Infinity): boolean {
    const { length } = this.log;
    const index = this.index;
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

  toggle(run: Run): void {
    const known = this.runs.of(run.events[0] ?? -1);
    if (!known) return;
    known.open = !known.open;
    const { events, open } = known;
    const from = this.firstAtLeast(codeOf(events[0] ?? 0, CALL));
    const end = this.firstAtLeast(codeOf(events.at(-1) ?? 0, LINE) + 1);
    const others = rowsApart(this.rows.slice(from, end), events);
    const rows = open ? [...others, ...this.#codesOf(known)].sort((one, other) => one - other) : others;
    this.rows.splice(from, end - from, rows);
  }

  #process(end: number): void {
    const { phases } = this.log.state;
    for (let s = this.#processed; s < end; s++) {
      this.#processed = s + 1;
      if (phases.at(this.#phases)?.s === s) this.#phases++;
      if (this.#isLeftOut(s)) continue;
      const passes = this.filter.empty || this.filter.matches(this.log, s);
      const begin = this.beginOf(s);
      if (begin >= 0 && this.filter.excludes?.(this.log, s) === true) this.#excluded.add(begin);
      if (begin >= 0 && begin < s) this.#addToCall(s, begin, passes);
      else if (passes) this.#show(s, this.index.timeOf(s));
      else this.#hidden.push(s);
      if (this.filter.late && this.log.notes.get(s)?.role === 'closes') this.#refilterEarlier(s);
    }
  }

  /** Hide the events up to number `end`, whatever they are. */
  #skip(end: number): void {
    const from = this.#processed;
    if (end <= from) return;
    this.#processed = end;
    const { phases } = this.log.state;
    while ((phases.at(this.#phases)?.s ?? Infinity) < end) this.#phases++;
    const last = this.#skipped.at(-1);
    if (last?.to === from) last.to = end;
    else this.#skipped.push({ from, to: end });
  }

  #stepsIn(from: number, end: number): number {
    const { routine } = this.index;
    return this.options.routine ? 0 : countBelow(routine, end) - countBelow(routine, from);
  }

  /** Event `s` comes and is shown. Between rows that a filter leaves, the time column says how long nothing was. */
  #show(s: number, t: number): void {
    const idle = this.#lastAt === undefined ? 0 : t - this.#lastAt;
    this.#lastAt = t;
    const gap = idle > MAX_IDLE_US && this.filter.timeOnly;
    if (gap) this.gaps.set(s, this.index.waitedFor(s) ? -idle : idle);
    const change = this.#folds ? this.runs.process(s, gap, this.#banded !== this.#phases) : undefined;
    // What comes late to a run in a phase that is folded away has its place there.
    if (change) this.folded.unfoldAt(change.run.events[0] ?? s);
    if (change?.moved === s && !change.kept && !change.run.open) return;
    // The band of a phase stands above its first row.
    if (this.#banded !== this.#phases) this.rows.push(codeOf(s, PHASE));
    this.#banded = this.#phases;
    // The time in which the answer to the probe was waited for stands in the row of the probe.
    if (gap && change?.run.kind !== 'probe') this.rows.push(codeOf(s, GAP));
    if (change?.kept) this.#fold(change.run, change.kept);
    else for (const code of this.codesAt(s)) this.rows.push(code);
    if (change && change.moved !== s && !change.run.open) this.#remove(change.moved);
  }

  /** A run begins: its row comes in place of those of its events. */
  #fold({ events }: Run, kept: readonly number[]): void {
    const [first = 0] = events;
    const index = this.firstAtLeast(codeOf(first, CALL));
    const below = this.rows.slice(index, this.rows.length);
    const rows = [...rowsApart(below, [...events, ...kept]), ...kept.flatMap((s) => this.codesAt(s))];
    this.rows.splice(index, below.length, [codeOf(first, RUN), ...rows.sort((one, other) => one - other)]);
  }

  /** The rows of a run's events, and of idle time between them. What happened during the probe is not among its own. */
  #codesOf({ kind, events }: Run): number[] {
    return events.flatMap((s, at) =>
      at > 0 && kind !== 'probe' && this.gaps.has(s) ? [codeOf(s, GAP), ...this.ownCodes(s)] : this.ownCodes(s),
    );
  }

  get #folds(): boolean {
    return this.filter.timeOnly && this.options.whole !== true;
  }
  #isLeftOut(s: number): boolean {
    return !this.options.routine && isRoutine(this.log, s);
  }
  /** The row of event `s` came or went among earlier ones: the band of its phase moves to the first that is left. */
  #moveBand(s: number): void {
    const { phases } = this.log.state;
    const at = this.phaseAt(s);
    if (at < 0) return;
    const top = this.firstAtLeast(codeOf(phases.at(at)?.s ?? 0, PHASE));
    const end = codeOf(phases.at(at + 1)?.s ?? this.processed, PHASE);
    // One row came or went, so the band is the first or the second of these.
    const head = this.rows.slice(top, top + 2).filter((code) => code < end);
    const banded = withBand(head);
    this.rows.splice(top, head.length, banded);
    // Of the present phase, the next row must know whether there is a band.
    if (at === this.#phases - 1) this.#banded = banded.length > 0 ? this.#phases : this.#phases - 1;
  }

  /** What is found at these events changed: a filter that asks for it may now say otherwise of them. */
  refilter(events: readonly number[]): void {
    for (const s of events) if (s < this.#processed) this.#refilterEvent(s);
  }

  /** Operations ended with event `s`: a filter that asks for that may now say otherwise of their earlier events. */
  #refilterEarlier(s: number): void {
    for (const { events, opened } of this.log.endedBy(s))
      if (this.calls) this.#refilterEvent(opened);
      else for (const earlier of events) if (earlier < s) this.#refilterEvent(earlier);
  }

  #refilterEvent(s: number): void {
    if (this.#isLeftOut(s)) return;
    const begin = this.beginOf(s);
    if (begin >= 0) return this.#refilterCall(begin);
    const code = codeOf(s, EVENT);
    const index = this.firstAtLeast(code);
    const present = index < this.length && this.rows.get(index) === code;
    if (present === this.filter.matches(this.log, s)) return;
    const hidden = countBelow(this.#hidden, s);
    if (present) {
      this.#remove(s);
      this.#hidden.splice(hidden, 0, s);
    } else {
      this.rows.splice(index, 0, this.codesAt(s));
      this.#hidden.splice(hidden, 1);
    }
    this.#moveBand(s);
  }

  #remove(s: number): void {
    const [from, end] = [this.firstAtLeast(codeOf(s, CALL)), this.firstAtLeast(codeOf(s, LINE) + 1)];
    this.rows.splice(from, end - from);
  }

  /** Give the events of the call that begins with event `begin` rows of their own, or take them together again. */
  toggleCall(begin: number): void {
    if (!this.callOf(begin)) return;
    const open = !this.isOpen(begin);
    this.calls?.set(begin, open);
    const events = this.calls?.eventsOf(begin).filter((s) => s < this.#processed && !this.#isLeftOut(s)) ?? [];
    const own = events.flatMap((s) => this.ownCodes(s));
    const line = codeOf(begin, LINE);
    if (open) this.rows.merge(own, new Set([line]));
    else this.rows.merge(this.isLined(begin) ? [line] : [], new Set(own));
  }

  /** Event `s` is of a call that began before it: it changes what the call's row says, or has a row of its own where the call is open. */
  #addToCall(s: number, begin: number, passes: boolean): void {
    this.#lastAt = this.index.timeOf(s);
    const probe = this.#folds ? this.runs.addToProbe(s) : undefined;
    if (probe) this.folded.unfoldAt(probe.run.events[0] ?? s);
    if (probe?.kept) this.#fold(probe.run, probe.kept);
    const lined = this.options.lined?.(s) === true;
    if (lined) this.folded.unfoldAt(begin);
    if (probe?.run.open && !probe.kept) for (const code of this.ownCodes(s)) this.rows.push(code);
    if (probe || this.runs.of(begin) || this.folded.hides(begin)) return;
    const excluded = this.#excluded.has(begin);
    if (!this.rows.has(codeOf(begin, CALL))) {
      if (!passes || excluded) return;
      this.#showCall(begin);
    } else if (excluded) return this.#hideCall(begin);
    if (this.isOpen(begin)) for (const code of this.ownCodes(s)) this.rows.push(code);
    else if (lined && !this.rows.has(codeOf(begin, LINE))) this.rows.merge([codeOf(begin, LINE)], new Set());
  }

  /** A call that the filter hid until now has its row. */
  #showCall(begin: number): void {
    const codes = this.isLined(begin) ? [codeOf(begin, CALL), codeOf(begin, LINE)] : [codeOf(begin, CALL)];
    this.rows.splice(this.firstAtLeast(codeOf(begin, CALL)), 0, codes);
    const hidden = countBelow(this.#hidden, begin);
    if (this.#hidden[hidden] === begin) this.#hidden.splice(hidden, 1);
    this.#moveBand(begin);
  }

  /** What the filter says of the events of a call may be another: it is shown while it shows one of them. */
  #refilterCall(begin: number): void {
    const present = this.rows.has(codeOf(begin, CALL));
    const events = this.calls?.eventsOf(begin).filter((s) => s < this.#processed && !this.#isLeftOut(s)) ?? [];
    const excluded = events.some((s) => this.filter.excludes?.(this.log, s) === true);
    if (excluded) this.#excluded.add(begin);
    else this.#excluded.delete(begin);
    if (present === (!excluded && events.some((s) => this.filter.matches(this.log, s)))) return;
    if (present) this.#hideCall(begin);
    else this.#showCall(begin);
  }

  #hideCall(begin: number): void {
    if (this.isOpen(begin)) this.toggleCall(begin);
    this.#remove(begin);
    this.#hidden.splice(countBelow(this.#hidden, begin), 0, begin);
    this.#moveBand(begin);
  }

  /** What was found at these events is another: lines come below their rows, or go. One pass over the rows from the first on. */
  mark(events: readonly number[]): void {
    const lines = new Set<number>();
    const dropped = new Set<number>();
    for (const s of events) {
      const lined = this.options.lined?.(s) === true;
      // What went wrong is not folded away.
      if (lined) this.folded.unfoldAt(s);
      const begin = this.beginOf(s);
      if (lined && begin >= 0) this.folded.unfoldAt(begin);
      const inCall = begin >= 0 && !this.isOpen(begin);
      const [at, type] = inCall ? [begin, CALL] : [s, EVENT];
      const line = codeOf(at, LINE);
      if (!this.rows.has(codeOf(at, type)) || lined === this.rows.has(line)) continue;
      if (lined) lines.add(line);
      else if (!inCall || !this.isLined(begin)) dropped.add(line);
    }
    this.rows.merge(
      [...lines].sort((one, other) => one - other),
      dropped,
    );
  }

  /** Fold the rows of a phase that has ended away under its head, or put them back. Gives true when there was something to do. */
  foldPhase(phase: number, folded: boolean): boolean {
    return this.folded.set(phase, folded, this.#processed);
  }
}

/** Those of some rows that are of none of these events, which are in the row of a run. */
function rowsApart(rows: readonly number[], events: readonly number[]): number[] {
  const inRun = new Set(events);
  return rows.filter((code) => !inRun.has(Math.floor(code / TYPES)));
}
