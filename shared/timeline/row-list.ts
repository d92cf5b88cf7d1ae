/** Rows that are there, and where the row of an event is. */
import { parseFilter, type Filter, type FoundLookup } from './filter.ts';
import type { Phase, SessionLog } from '#shared/session';
import { Calls } from './calls.ts';
import { EventIndex } from './event-index.ts';
import { FoldedPhases } from './folded-phases.ts';
import { CALL, codeOf, EVENT, GAP, LINE, PHASE, RowCodes, RUN, TYPES } from './row-codes.ts';
import { Runs, type Run } from './runs.ts';

export type Row =
  | { readonly type: 'event'; readonly s: number }
  /** Stands for the events of a run, the first of which is `s`; when they have rows themselves, they begin below it. */
  | { readonly type: 'run'; readonly s: number; readonly run: Run }
  /** The phase, with its place among those of the session, whose first row is that of event `s`, or of the idle time before it. */
  | { readonly type: 'phase'; readonly s: number; readonly at: number; readonly phase: Phase }
  /** Nothing was shown for `idle` microseconds before event `s`; with `waiting`, a request was open all the while or when it ended. */
  | { readonly type: 'gap'; readonly s: number; readonly idle: number; readonly waiting?: true }
  /** The call that begins with event `s`; when its events have rows themselves, they stand where they came. */
  | { readonly type: 'call'; readonly s: number; readonly open: boolean }
  /** What was found at event `s`, whose row is above. */
  | { readonly type: 'line'; readonly s: number };

export interface TimelineOptions {
  readonly filter: string;
  /** Show the steps of HTTP exchanges that went as they should. */
  readonly routine: boolean;
  /** Every event has a row of its own. */
  readonly whole?: boolean;
  /** A call has one row, where its request is. */
  readonly calls?: boolean;
  readonly found?: FoundLookup | undefined;
  /** Whether a line stands below the row of event `s`; asked when its row comes, and for `mark`. */
  readonly lined?: (s: number) => boolean;
}

export class RowList {
  protected readonly log: SessionLog;
  protected readonly options: TimelineOptions;
  readonly filter: Filter;
  protected readonly index: EventIndex;
  protected readonly runs: Runs;
  /** Undefined where every message has a row. */
  protected readonly calls: Calls | undefined;
  protected readonly rows = new RowCodes();
  protected readonly folded: FoldedPhases;
  /** How long nothing was shown before these events (microseconds), negative while a request was open. */
  protected readonly gaps = new Map<number, number>();

  constructor(
    log: SessionLog,
    options: TimelineOptions = { filter: '', routine: false },
    index: EventIndex = new EventIndex(log),
  ) {
    this.log = log;
    this.options = options;
    this.index = index;
    this.folded = new FoldedPhases(log, this.rows);
    this.runs = new Runs(log, options.calls === true);
    if (options.calls === true) this.calls = new Calls(log);
    this.filter = parseFilter(options.filter, options.found);
  }

  get length(): number {
    return this.rows.length;
  }
  get firstStep(): number | undefined {
    return this.index.firstStep;
  }

  /** Microseconds from the row above's last event to this row's first; 0 where the row itself shows the idle time. */
  timeBefore(index: number): number {
    const [above, code] = [this.rows.get(index - 1), this.rows.get(index)];
    if (index < 1 || index >= this.length || code % TYPES === GAP || code % TYPES === LINE) return 0;
    const s = Math.floor(above / TYPES);
    const run = above % TYPES === RUN ? this.runs.of(s) : undefined;
    const begun = this.index.timeOf(s);
    const ended = run && !run.open ? Math.max(begun, this.index.timeOf(run.events.at(-1) ?? s)) : begun;
    return Math.max(0, this.index.timeOf(Math.floor(code / TYPES)) - ended);
  }

  row(index: number): Row | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    const code = this.rows.get(index);
    const s = Math.floor(code / TYPES);
    const type = code % TYPES;
    if (type === EVENT) return { type: 'event', s };
    if (type === LINE) return { type: 'line', s };
    if (type === CALL) return { type: 'call', s, open: this.calls?.isOpen(s) === true };
    const run = type === RUN ? this.runs.of(s) : undefined;
    if (run) return { type: 'run', s, run };
    const idle = this.gaps.get(s) ?? 0;
    if (type === GAP) return { type: 'gap', s, idle: Math.abs(idle), ...(idle < 0 ? { waiting: true } : {}) };
    const at = this.phaseAt(s);
    return { type: 'phase', s, at, phase: this.log.state.phases.at(at)?.phase ?? 'connection' };
  }

  /** The row with this index stands for a call, whose events have no rows of their own. */
  isCall(index: number): boolean {
    const code = this.rows.get(index);
    return index < this.length && code % TYPES === CALL && !this.isOpen(Math.floor(code / TYPES));
  }

  runOf(s: number): Run | undefined {
    return this.runs.of(s);
  }

  /** Index of the row of event `s`, of the run or the phase in which it is folded, or of the next event's row when it is hidden. */
  rowOf(s: number): number {
    if (this.folded.hides(s)) {
      const start = this.log.state.phases.at(this.phaseAt(s));
      return this.firstAtLeast(codeOf(start?.s ?? 0, PHASE));
    }
    const run = this.runs.of(s);
    const begin = this.beginOf(s);
    let code = codeOf(s, RUN);
    if (run) code = run.open ? codeOf(s, EVENT) : codeOf(run.events[0] ?? s, RUN);
    else if (begin >= 0) code = this.isOpen(begin) ? codeOf(s, EVENT) : codeOf(begin, RUN);
    let index = this.firstAtLeast(code);
    while (index < this.rows.length && !this.standsForEvents(index)) index++;
    return index;
  }

  /** The row that stands for event `s`, alone or with others: its index, or -1 when there is none. */
  ownRow(s: number): number {
    const index = this.rowOf(s);
    const row = this.row(index);
    if (row?.s === s || (row?.type === 'run' && row.run === this.runs.of(s))) return index;
    return row?.type === 'call' && row.s === this.beginOf(s) ? index : -1;
  }

  rowsOf(count: number): number {
    return this.firstAtLeast(codeOf(count, 0));
  }

  /** Which phase event `s` is in: its place among those of the session, or -1. */
  phaseAt(s: number): number {
    return this.folded.phaseAt(s);
  }
  isFolded(phase: number): boolean {
    return this.folded.has(phase);
  }
  /** The row of an event, or that of the call that begins with it, and the line below. */
  protected codesAt(s: number): number[] {
    if (this.beginOf(s) !== s) return this.ownCodes(s);
    return this.options.lined?.(s) === true ? [codeOf(s, CALL), codeOf(s, LINE)] : [codeOf(s, CALL)];
  }
  protected ownCodes(s: number): number[] {
    return this.options.lined?.(s) === true ? [codeOf(s, EVENT), codeOf(s, LINE)] : [codeOf(s, EVENT)];
  }
  /** The event with which the call of event `s` begins that has a row of its own; -1 for an event of none. */
  protected beginOf(s: number): number {
    return this.calls?.beginOf(s) ?? -1;
  }
  protected isOpen(begin: number): boolean {
    return this.calls?.isOpen(begin) === true;
  }
  protected isLined(begin: number): boolean {
    return this.calls?.eventsOf(begin).some((s) => this.options.lined?.(s) === true) === true;
  }
  /** The events of the call that event `s` is of, which have no rows of their own; none where it has one. */
  eventsIn(s: number): readonly number[] {
    const begin = this.beginOf(s);
    return begin < 0 || this.isOpen(begin) ? [] : (this.calls?.eventsOf(begin) ?? []);
  }
  /** The beginning of the call of event `s`, and whether its events have rows of their own; undefined where it has no row. */
  callOf(s: number): { readonly s: number; readonly open: boolean } | undefined {
    const begin = this.beginOf(s);
    if (begin < 0 || !this.rows.has(codeOf(begin, CALL))) return undefined;
    return { s: begin, open: this.isOpen(begin) };
  }

  /** The row with this index stands for an event, or for several that have none of their own. */
  standsForEvents(index: number): boolean {
    const code = this.rows.get(index);
    const [s, type] = [Math.floor(code / TYPES), code % TYPES];
    if (type === RUN) return this.runs.of(s)?.open === false;
    return type === EVENT || (type === CALL && !this.isOpen(s));
  }

  protected firstAtLeast(code: number): number {
    return this.rows.firstAtLeast(code);
  }
}
