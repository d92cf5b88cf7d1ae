/** Folds: questions about a session answered event by event. Each has a name and one place; the log decodes an event once for all. */
import { decodeText, readDecoded, type Decoded } from '#shared/jsonrpc';
import { textOf, type WireEvent } from '#shared/recording';
import { Answered, type CompletesNotes } from './answered.ts';
import { copyState } from './copy-state.ts';
import { stepPassing } from './passing.ts';
import { initialState, type SessionState } from './session-state.ts';
import { stepSession } from './step.ts';
import type { StepNote } from './step-note.ts';

/**
 * A fold over the events of a session. Its state is an accumulator that the log owns and `step` changes in place. What it
 * holds after an event depends on that event and those before it alone: no clock, no randomness, no input or output.
 */
export interface Fold<State extends object> {
  /** The state before the first event. */
  init(): State;
  /**
   * Take in the next event. `decoded` is its message, undefined where it carries none, or where a
   * tap forwards a message that was handed over before; `note` is what the session's own fold
   * found it to do: the requests it opened and closed, the operation it belongs to. Never throws, whatever the event holds.
   */
  step(state: State, event: WireEvent, decoded: Decoded | undefined, note: StepNote): void;
  /** Log messages and progress (see `stepPassing`) change nothing of the state: they are not given to `step`. */
  readonly ignoresPassing?: true;
  /** A copy that later steps on the original do not change, nor the other way round. What it costs must not grow with the state. */
  copy(state: State): State;
}

/** The session itself: what every other fold builds on. `SessionFold` steps it, and has the notes. */
export const SESSION: Fold<SessionState> = {
  init: initialState,
  step: stepSession,
  copy: copyState,
};

/** The message of an event, or undefined for events that are not messages. Never throws. */
export function decodeEvent(event: WireEvent): Decoded | undefined {
  if (event.k !== 'message') return undefined;
  return event.large ? readDecoded(event.large.decoded) : decodeText(textOf(event));
}

/** A fold with its state after the same event. */
interface Step {
  readonly fold: Fold<object>;
  readonly state: object;
}

/** States of the session and other folds after the same event. Keeps no events, for hosts that store them; `SessionLog` uses it too. */
export class SessionFold {
  readonly #session: SessionState;
  readonly #states = new Map<Fold<object>, object>();
  #all: readonly Step[] = [];
  #ofPassing: readonly Step[] = [];
  readonly #notes: CompletesNotes;

  /** From the first event or from `session`, changed in place; then `notes` must know what unmatched responses were. */
  constructor(session = initialState(), notes: CompletesNotes = new Answered()) {
    this.#session = session;
    this.#notes = notes;
  }

  /** Count of events so far. */
  get length(): number {
    return this.#session.events;
  }
  /** The session's state after the last event. Read it; it changes with the next `append`. */
  get state(): Readonly<SessionState> {
    return this.#session;
  }
  get followed(): Fold<object>[] {
    return [...this.#states.keys()];
  }

  /** Step another fold with each event from here on. `state` is its state after the events so far; it is changed from here on. */
  follow<State extends object>(fold: Fold<State>, state: State): Readonly<State> {
    this.#states.set(fold, state);
    this.#all = [...this.#states].map(([each, its]) => ({ fold: each, state: its }));
    this.#ofPassing = this.#all.filter((each) => !each.fold.ignoresPassing);
    return state;
  }

  /** The state of a fold after the last event; undefined for one that is not followed. It changes with the next `append`. */
  of<State extends object>(fold: Fold<State>): Readonly<State> | undefined {
    return ((fold as Fold<object>) === SESSION ? this.#session : this.#states.get(fold)) as State | undefined;
  }

  /** Take in an event and give what it did; undefined when ignored: its `s` is not the length, as in a resent event. */
  append(event: WireEvent): StepNote | undefined {
    if (event.s !== this.length) return undefined;
    const passed = stepPassing(this.#session, event);
    const note = passed ?? this.#folded(event);
    const own = event.k === 'message' && event.of !== undefined ? undefined : note.decoded;
    const steps = passed ? this.#ofPassing : this.#all;
    for (const { fold, state } of steps) fold.step(state, event, own, note);
    return note;
  }

  #folded(event: WireEvent): StepNote {
    return this.#notes.complete(stepSession(this.#session, event, decodeEvent(event)), event.s);
  }
}
