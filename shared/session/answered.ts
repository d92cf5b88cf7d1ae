/** Responses that nobody waits for: whether they come late, come again, or answer nothing. */
import type { Fault } from '#shared/jsonrpc';
import type { Outcome, StepNote } from './step-note.ts';
import { Recent } from './tables.ts';

/** Says of an unmatched response which operation it belongs to and what is wrong with it. */
export interface CompletesNotes {
  /** `note` is what the step of event `s` did. Gives it back, or a copy with `touches` and `faults` where a response was unmatched. */
  complete(note: StepNote, s: number): StepNote;
}

interface End {
  readonly op: number;
  /** Absent while it waits for input that its answer asked for. */
  outcome?: Outcome;
}

/** A response to an older one answers nothing, as far as a host knows. */
const MAX_REQUEST_COUNT = 50_000;
const ANSWERED: ReadonlySet<Outcome | undefined> = new Set<Outcome>(['result', 'error', 'tool-error']);

/** Remembers how requests ended, event by event; of too many, the first go. */
export class Answered implements CompletesNotes {
  /** By direction and id. */
  readonly #ends: Recent<string, End>;
  /** Ends of operations that wait for input. */
  readonly #waiting = new Map<number, End>();

  /** `most` is how many requests are remembered at least; at most it is twice as many. */
  constructor(most = MAX_REQUEST_COUNT) {
    this.#ends = new Recent(most);
  }

  complete(note: StepNote): StepNote {
    if (note.closed.length === 0 && !note.unmatched && !note.awaits) return note;
    for (const { pending, outcome } of note.closed) {
      const waited = this.#waiting.get(pending.op);
      if (waited) waited.outcome = outcome;
      this.#waiting.delete(pending.op);
      if (pending.key !== undefined) this.#ends.set(`${pending.dir}:${pending.key}`, { op: pending.op, outcome });
    }
    const completed = note.unmatched ? this.#judged(note, note.unmatched) : note;
    const { pending } = note.awaits ?? {};
    // A response that asks for input leaves its operation open, but a second one to the same id is one too many.
    if (pending?.key !== undefined) {
      const end = this.#waiting.get(pending.op) ?? { op: pending.op };
      this.#waiting.set(pending.op, end);
      this.#ends.set(`${pending.dir}:${pending.key}`, end);
    }
    return completed;
  }

  /** A response that crosses a cancellation, or comes on another stream than the one that ended, is late but no duplicate. */
  #judged(note: StepNote, { response, asked }: NonNullable<StepNote['unmatched']>): StepNote {
    const key = `${asked}:${response.key ?? ''}`;
    const end = response.key === undefined ? undefined : this.#ends.get(key);
    const touches = note.touches ?? end?.op;
    const unasked: Fault = response.key === undefined ? 'no-id' : 'unknown-id';
    if (touches === undefined) return { ...note, faults: [...note.faults, unasked] };
    const again = ANSWERED.has(end?.outcome);
    return { ...note, touches, faults: again ? [...note.faults, 'duplicate-response'] : note.faults };
  }
}
