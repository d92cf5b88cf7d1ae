/** The session log: append-only events and their folds, for live sessions, files, command line and tests. Decodes once for all folds. */
import type { Decoded } from '#shared/jsonrpc';
import { eventAt, EventStore, type EventList, type WireEvent } from '#shared/recording';
import { AllEnds, Answered } from './answered.ts';
import { CHECKPOINT_EVERY, Checkpoints, Cursor, workOf } from './checkpoints.ts';
import { decodeEvent, SESSION, SessionFold, type Fold } from './fold.ts';
import type { NoteTable } from './note-table.ts';
import type { Operation, OperationTable } from './operation-table.ts';
import { OperationsAsOf } from './operations.ts';
import { initialState, type SessionState } from './session-state.ts';
import type { StepNote } from './step-note.ts';
import { Trace } from './trace.ts';

const MAX_DECODED_COUNT = 64;

export class SessionLog {
  /** Where its events are; in `#own` unless they were given. */
  readonly #events: EventList;
  readonly #own: EventStore | undefined;
  readonly #trace = new Trace();
  readonly #fold = new SessionFold(initialState(), new Answered(new AllEnds()));
  readonly #checkpoints = new Map<Fold<object>, Checkpoints<object>>([[SESSION, new Checkpoints(SESSION)]]);
  /** Lengths of the log at which states are copied, and the work since the last of them. */
  readonly #copied: number[] = [];
  #work = 0;
  readonly #past = this.cursor();
  readonly #decoded = new Map<number, Decoded | undefined>();
  readonly #watchers = new Set<(event: WireEvent, note: StepNote) => void>();

  /**
   * Given `events` are where the events stand that will be appended, in order and each once: then the log holds none of them itself,
   * and no copies of states. To read a state of the past costs as many steps as there are events before it.
   */
  constructor(events?: EventList) {
    this.#own = events ? undefined : new EventStore();
    this.#events = events ?? this.#own ?? [];
  }

  /** Events that were given may be ahead of the log. */
  get events(): EventList {
    return this.#events;
  }
  /** Event `s`; undefined when there is none, as for -1. */
  event(s: number): WireEvent | undefined {
    return s < this.length ? eventAt(this.#events, s) : undefined;
  }
  get length(): number {
    return this.#fold.length;
  }
  /** The state after the last event. Read it; it changes with the next `append`. */
  get state(): Readonly<SessionState> {
    return this.#fold.state;
  }
  get operations(): OperationTable {
    return this.#trace.operations;
  }
  get notes(): NoteTable {
    return this.#trace.notes;
  }
  /** Sequence numbers of the events with a fault, ascending. */
  get faulty(): readonly number[] {
    return this.#trace.faulty;
  }

  /** Append an event and give what it did; undefined when ignored: its `s` is not the length, as in a resent event. */
  append(event: WireEvent): StepNote | undefined {
    if (event.s !== this.length) return undefined;
    if (this.#own && this.#work >= CHECKPOINT_EVERY) this.#copy();
    const note = this.#fold.append(event);
    if (!note) return undefined;
    this.#own?.add(event);
    this.#work += workOf(event, note);
    this.#trace.add(event, note);
    for (const each of this.#watchers) each(event, note);
    return note;
  }

  /** Calls `listener` for each event from here on; the result ends that. The listener must not append. */
  watch(listener: (event: WireEvent, note: StepNote) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** The message of event `s`, from a small cache. */
  decoded(s: number): Decoded | undefined {
    if (this.#decoded.has(s)) return this.#decoded.get(s);
    const event = this.event(s);
    if (!event) return undefined;
    const decoded = decodeEvent(event);
    this.#decoded.set(s, decoded);
    if (this.#decoded.size > MAX_DECODED_COUNT) this.#decoded.delete(this.#decoded.keys().next().value ?? -1);
    return decoded;
  }

  /** The operation an event belongs to. */
  operationOf(s: number): Operation | undefined {
    return this.#trace.operations.get(this.#trace.notes.opOf(s));
  }

  /** The operations just after event `s` (none for -1), each as it was then. Costs nothing until one is looked at. */
  operationsAsOf(s: number): OperationsAsOf {
    return new OperationsAsOf(this.#trace, s);
  }

  /** The operations that event `s` ended. */
  endedBy(s: number): Operation[] {
    return this.#trace.endedBy(s);
  }

  /** Indices of the operations that have this one as their parent, in the order in which they began. */
  nestedIn(index: number): readonly number[] {
    return this.#trace.nestedIn(index);
  }

  /** Index of the operation that repeats this one with other headers. */
  repeatOf(index: number): number | undefined {
    return this.#trace.repeatOf(index);
  }

  /** Operations that are open at some time while events `from` to `to` pass, in the order in which they began. */
  spanning(from: number, to: number): Operation[] {
    return this.#trace.spanning(from, to);
  }

  /** Follow a fold from the first event on; gives its live state, to be read only. Free before the first event, else a pass of the log. */
  follow<State extends object>(fold: Fold<State>): Readonly<State> {
    const known = this.#fold.of(fold);
    if (known) return known;
    const state = fold.init();
    const late = new SessionFold(initialState(), this.#trace);
    late.follow(fold, state);
    const kept = new Checkpoints(fold);
    this.#checkpoints.set(fold, kept);
    let copies = 0;
    for (const event of this.#events) {
      if (late.length === this.length) break;
      if (event.s === this.#copied[copies]) {
        kept.add(event.s, state);
        copies++;
      }
      late.append(event);
    }
    return this.#fold.follow(fold, state);
  }

  /**
   * The state of a fold just after event `s` (before any event for -1), which is followed from then on. Read it before the next call.
   * Costs a copy of little at most, and `CHECKPOINT_EVERY` steps.
   */
  asOf<State extends object>(fold: Fold<State>, s: number): Readonly<State> {
    return this.#past.asOf(fold, s);
  }

  /** A cursor for reading states one event after the other: going forward copies nothing. */
  cursor(): Cursor {
    return new Cursor({ log: this, notes: this.#trace, checkpoints: (fold) => this.#checkpointsOf(fold) });
  }

  #checkpointsOf<State extends object>(fold: Fold<State>): Checkpoints<State> {
    this.follow(fold);
    return this.#checkpoints.get(fold) as Checkpoints<State>;
  }

  #copy(): void {
    this.#work = 0;
    this.#copied.push(this.length);
    for (const [fold, kept] of this.#checkpoints) {
      const state = this.#fold.of(fold);
      if (state) kept.add(this.length, state);
    }
  }
}
