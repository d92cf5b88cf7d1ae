/**
 * The session log: an append-only list of wire events and the folds over it. Live sessions, opened files, the command
 * line and tests all use this one class; each event is decoded once while it is folded and again only when looked at.
 */
import { decodeText, readDecoded, type Decoded } from '#shared/jsonrpc';
import { textOf, type WireEvent } from '#shared/recording';
import { countBefore } from './search.ts';
import { copyState, initialState, tableSize, type SessionState } from './state.ts';
import { stepSession } from './step.ts';
import type { StepNote } from './step-note.ts';
import { Trace, type EventNote, type Operation } from './trace.ts';

/** Least events between two checkpoints: a state at any event is one copy and about this many steps away. */
const CHECKPOINT_EVERY = 512;
const DECODED_KEPT = 64;

/** The message of an event, or undefined for events that are not messages. Never throws. */
export function decodeEvent(event: WireEvent): Decoded | undefined {
  if (event.k !== 'message') return undefined;
  return event.large ? readDecoded(event.large.decoded) : decodeText(textOf(event));
}

/** The state alone, for a host that keeps its events elsewhere: it takes a session's events in and holds on to none. */
export class SessionFold {
  readonly #state = initialState();

  /** How many events were taken in. */
  get length(): number {
    return this.#state.events;
  }
  /** The state after the last event. Read it; it changes with the next `append`. */
  get state(): Readonly<SessionState> {
    return this.#state;
  }

  /**
   * Take in one event, whose `s` must be the present length (others are ignored, so that a resent event does no harm).
   * Gives what the event did, or undefined when it was ignored.
   */
  append(event: WireEvent): StepNote | undefined {
    return event.s === this.length ? stepSession(this.#state, event, decodeEvent(event)) : undefined;
  }
}

export class SessionLog {
  readonly #events: WireEvent[] = [];
  readonly #trace = new Trace();
  readonly #fold = new SessionFold();
  /** States before the event with the same index in `#checkpointAt`, ascending. */
  readonly #checkpoints: SessionState[] = [];
  readonly #checkpointAt: number[] = [];
  readonly #decoded = new Map<number, Decoded | undefined>();
  #past: { readonly s: number; readonly state: SessionState } | undefined;
  readonly #watchers = new Set<(note: StepNote) => void>();

  get events(): readonly WireEvent[] {
    return this.#events;
  }
  get length(): number {
    return this.#events.length;
  }
  /** The state after the last event. Read it; it changes with the next `append`. */
  get state(): Readonly<SessionState> {
    return this.#fold.state;
  }
  get operations(): readonly Operation[] {
    return this.#trace.operations;
  }
  get notes(): readonly EventNote[] {
    return this.#trace.notes;
  }
  /** Sequence numbers of the events with a fault, ascending. */
  get faulty(): readonly number[] {
    return this.#trace.faulty;
  }

  /**
   * Append one event, whose `s` must be the present length (others are ignored, so that a resent event does no harm).
   * Gives what the event did, or undefined when it was ignored.
   */
  append(event: WireEvent): StepNote | undefined {
    if (event.s !== this.#events.length) return undefined;
    this.#checkpoint(event.s);
    const note = this.#fold.append(event);
    if (!note) return undefined;
    this.#events.push(event);
    this.#trace.add(event, note);
    for (const each of this.#watchers) each(note);
    return note;
  }

  /** Be told what each event from here on does; the result ends that. Nothing may be appended meanwhile. */
  watch(listener: (note: StepNote) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** The message of event `s`, from a small cache. */
  decoded(s: number): Decoded | undefined {
    if (this.#decoded.has(s)) return this.#decoded.get(s);
    const event = this.#events[s];
    if (!event) return undefined;
    const decoded = decodeEvent(event);
    this.#decoded.set(s, decoded);
    if (this.#decoded.size > DECODED_KEPT) this.#decoded.delete(this.#decoded.keys().next().value ?? -1);
    return decoded;
  }

  /** The operation an event belongs to. */
  operationOf(s: number): Operation | undefined {
    return this.#trace.operations[this.#trace.notes[s]?.op ?? -1];
  }

  /** Operations that are open at some time while events `from` to `to` pass, in the order in which they began. */
  spanning(from: number, to: number): Operation[] {
    return this.#trace.spanning(from, to);
  }

  /** The state just after event `s` (before any event for -1). Costs at most one checkpoint's worth of steps. */
  stateAt(s: number): Readonly<SessionState> {
    if (s >= this.#events.length - 1) return this.#fold.state;
    const last = Math.max(-1, s);
    if (this.#past?.s === last) return this.#past.state;
    const at = this.#checkpointAt;
    const index = countBefore(at.length, (place) => (at[place] ?? Infinity) <= last + 1) - 1;
    const from = at[index] ?? 0;
    const near = this.#past && this.#past.s < last && this.#past.s + 1 >= from ? this.#past : undefined;
    const state = copyState(near?.state ?? this.#checkpoints[index] ?? initialState());
    for (let next = near ? near.s + 1 : from; next <= last; next++) {
      const event = this.#events[next];
      if (event) stepSession(state, event, decodeEvent(event));
    }
    this.#past = { s: last, state };
    return state;
  }

  /** Keep a copy of the state now and then; the larger it is, the rarer, so that all copies together stay as small as the log. */
  #checkpoint(s: number): void {
    if (s - (this.#checkpointAt.at(-1) ?? -Infinity) < Math.max(CHECKPOINT_EVERY, tableSize(this.#fold.state))) return;
    this.#checkpoints.push(copyState(this.#fold.state));
    this.#checkpointAt.push(s);
  }
}
