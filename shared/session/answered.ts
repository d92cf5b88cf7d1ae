/** Responses that nobody waits for: whether they come late, come again, or answer nothing. */
import { addTo, Numbers } from '#shared/base';
import type { Fault } from '#shared/jsonrpc';
import type { Outcome, StepNote } from './step-note.ts';
import { Recent } from './tables.ts';

/** Says of an unmatched response which operation it belongs to and what is wrong with it. */
export interface CompletesNotes {
  /** `note` is what the step of event `s` did. Gives it back, or a copy with `touches` and `faults` where a response was unmatched. */
  complete(note: StepNote, s: number): StepNote;
}

/** How requests ended, by direction and id: the number of the operation twice, and one more when it was answered. */
interface Ends {
  get(key: string): number | undefined;
  set(key: string, end: number): void;
}

/** A response to an older one answers nothing, as far as a host knows. */
const MAX_REQUEST_COUNT = 50_000;
const ANSWERED: ReadonlySet<Outcome> = new Set<Outcome>(['result', 'error', 'tool-error']);

/** Of requests of one direction, by their ids. */
interface Counted {
  readonly ends: Numbers;
  count: number;
}

/** Ends of all requests: where ids are counted up, in four bytes each. */
export class AllEnds implements Ends {
  readonly #counted: { readonly [dir: string]: Counted } = {
    c2s: { ends: new Numbers(), count: 0 },
    s2c: { ends: new Numbers(), count: 0 },
  };
  readonly #others = new Map<string, number>();

  get(key: string): number | undefined {
    const id = countedId(key);
    const end = id === undefined ? 0 : (this.#counted[key.slice(0, 3)]?.ends.get(id) ?? 0);
    return end > 0 ? end - 1 : this.#others.get(key);
  }

  set(key: string, end: number): void {
    const id = countedId(key);
    const counted = this.#counted[key.slice(0, 3)];
    // The other side chooses ids: the row is no longer than a few times the requests that there were.
    if (id === undefined || !counted || id > 4 * counted.count + 1024) return void this.#others.set(key, end);
    counted.count++;
    counted.ends.set(id, end + 1);
    this.#others.delete(key);
  }
}

/** The id in a key of direction and id (`c2s:n:7`), where it is a small number written as such. */
function countedId(key: string): number | undefined {
  if (!key.startsWith('n:', 4) || key.length > 15) return undefined;
  const digits = key.slice(6);
  const id = Number(digits);
  return Number.isInteger(id) && id >= 0 && String(id) === digits ? id : undefined;
}

/** Remembers how requests ended, event by event; of too many, the first go. */
export class Answered implements CompletesNotes {
  readonly #ends: Ends;
  /** Operations that wait for input that an answer of theirs asked for, and the keys of those answers. */
  readonly #waiting = new Map<number, string[]>();

  /** Without `ends` some ten thousand requests are remembered. */
  constructor(ends: Ends = new Recent(MAX_REQUEST_COUNT)) {
    this.#ends = ends;
  }

  complete(note: StepNote): StepNote {
    if (note.closed.length === 0 && !note.unmatched && !note.awaits) return note;
    for (const { pending, outcome } of note.closed) {
      const end = 2 * pending.op + (ANSWERED.has(outcome) ? 1 : 0);
      for (const key of this.#waiting.get(pending.op) ?? [])
        if ((this.#ends.get(key) ?? -1) >> 1 === pending.op) this.#ends.set(key, end);
      this.#waiting.delete(pending.op);
      if (pending.key !== undefined) this.#ends.set(`${pending.dir}:${pending.key}`, end);
    }
    const completed = note.unmatched ? this.#judged(note, note.unmatched) : note;
    const { pending } = note.awaits ?? {};
    // A response that asks for input leaves its operation open, but a second one to the same id is one too many.
    if (pending?.key !== undefined) {
      const key = `${pending.dir}:${pending.key}`;
      addTo(this.#waiting, pending.op, key);
      this.#ends.set(key, 2 * pending.op);
    }
    return completed;
  }

  /** A response that crosses a cancellation, or comes on another stream than the one that ended, is late but no duplicate. */
  #judged(note: StepNote, { response, asked }: NonNullable<StepNote['unmatched']>): StepNote {
    const end = response.key === undefined ? undefined : this.#ends.get(`${asked}:${response.key}`);
    const touches = note.touches ?? (end === undefined ? undefined : end >> 1);
    const unasked: Fault = response.key === undefined ? 'no-id' : 'unknown-id';
    if (touches === undefined) return { ...note, faults: [...note.faults, unasked] };
    const again = end !== undefined && end % 2 === 1;
    return { ...note, touches, faults: again ? [...note.faults, 'duplicate-response'] : note.faults };
  }
}
