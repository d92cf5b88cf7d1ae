/** Copies of the states of folds, so that the state at any event is one copy and a bounded number of steps away. */
import { countBefore } from '#shared/base';
import type { WireEvent } from '#shared/recording';
import type { CompletesNotes } from './answered.ts';
import { SESSION, SessionFold, type Fold } from './fold.ts';
import { initialState } from './session-state.ts';
import type { StepNote } from './step-note.ts';

/** Work between two copies of a state: that many events, or fewer that do more. */
export const CHECKPOINT_EVERY = 256;
/** Characters that are read in the time of a step. */
const TEXT_OF_STEP = 1000;

/** The work of an event, in steps: a batch and what ends much at once are many, and so is a long text. */
export function workOf(event: WireEvent, { opened, closed }: StepNote): number {
  const chars = event.k === 'message' ? (event.raw?.length ?? 0) : 0;
  return Math.max(1, opened.length, closed.length, Math.floor(chars / TEXT_OF_STEP));
}

interface Checkpoint<State> {
  /** Events before it. */
  readonly at: number;
  readonly state: State;
}

/** The copies of one fold's state: all together they are as small as what changed in it (see `table.ts`). */
export class Checkpoints<State extends object> {
  readonly #fold: Fold<State>;
  readonly #kept: Checkpoint<State>[] = [];

  constructor(fold: Fold<State>) {
    this.#fold = fold;
  }

  /** Keep a copy of the state after `at` events, which must be more than before. */
  add(at: number, state: State): void {
    this.#kept.push({ at, state: this.#fold.copy(state) });
  }

  /** Where the last copy was made that holds at most `length` events. */
  lastUpTo(length: number): number {
    return this.#last(length)?.at ?? 0;
  }

  /** That copy, to be changed at will. */
  take(length: number): State {
    const last = this.#last(length);
    return last ? this.#fold.copy(last.state) : this.#fold.init();
  }

  #last(length: number): Checkpoint<State> | undefined {
    return this.#kept[countBefore(this.#kept.length, (index) => (this.#kept[index]?.at ?? Infinity) <= length) - 1];
  }
}

/** What a cursor needs of a log. */
export interface Kept {
  readonly log: {
    readonly length: number;
    event(s: number): WireEvent | undefined;
    /** The state after the last event. */
    follow<State extends object>(fold: Fold<State>): Readonly<State>;
  };
  readonly notes: CompletesNotes;
  checkpoints<State extends object>(fold: Fold<State>): Checkpoints<State>;
}

/** A place to read fold states at. Forward costs the steps on the way; else a copy of each state and steps from it. */
export class Cursor {
  readonly #kept: Kept;
  #here: SessionFold;

  constructor(kept: Kept) {
    this.#kept = kept;
    this.#here = new SessionFold(initialState(), kept.notes);
  }

  /** The state of a fold just after event `s` (before any event for -1). It changes with the next call. */
  asOf<State extends object>(fold: Fold<State>, s: number): Readonly<State> {
    const length = Math.max(0, s + 1);
    const { log } = this.#kept;
    if (length >= log.length) return log.follow(fold);
    if (!this.#here.of(fold)) this.#jump(length, [...this.#here.followed, fold]);
    else if (this.#here.length > length || this.#here.length + 1 < this.#kept.checkpoints(SESSION).lastUpTo(length))
      this.#jump(length, this.#here.followed);
    this.#advance(length);
    return this.#here.of(fold) ?? fold.init();
  }

  /** Put these folds at their last copies before `length`, unless they are between those and it. */
  #jump(length: number, folds: readonly Fold<object>[]): void {
    const starts = folds.map((fold) => ({ fold, at: this.#kept.checkpoints(fold).lastUpTo(length) }));
    const sessions = this.#kept.checkpoints(SESSION);
    const from = sessions.lastUpTo(starts.reduce((least, { at }) => Math.min(least, at), length));
    const { length: here, followed } = this.#here;
    if (here >= from && here <= length && followed.length === folds.length) return;
    this.#here = new SessionFold(sessions.take(from), this.#kept.notes);
    for (const { fold, at } of starts.sort((a, b) => a.at - b.at)) {
      this.#advance(at);
      this.#here.follow(fold, this.#kept.checkpoints(fold).take(at));
    }
  }

  #advance(length: number): void {
    for (let next = this.#here.length; next < length; next++) {
      const event = this.#kept.log.event(next);
      if (event) this.#here.append(event);
    }
  }
}
