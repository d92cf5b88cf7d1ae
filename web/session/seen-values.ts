/** Methods, names and kinds that occur in a session, for the filter's suggestions. Looks at each event once. */
import type { SessionLog } from '#shared/session';

/** A server that makes up methods or names without end shall not fill the memory. */
const MOST = 1000;

export interface Seen {
  readonly method: readonly string[];
  readonly tool: readonly string[];
  readonly kind: readonly string[];
}

export class SeenValues {
  readonly #log: SessionLog;
  readonly #methods = new Set<string>();
  readonly #names = new Set<string>();
  readonly #kinds = new Set<string>();
  #taken = 0;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Take in at most `limit` events that are new. Gives true when more are left. */
  advance(limit = Infinity): boolean {
    const { notes, operations } = this.#log;
    const end = Math.min(notes.length, this.#taken + limit);
    for (; this.#taken < end; this.#taken++) {
      const { kind, method, op, role } = notes[this.#taken] ?? {};
      if (kind !== undefined) this.#kinds.add(kind);
      take(this.#methods, method);
      if (role === 'opens' && op !== undefined) take(this.#names, operations[op]?.name);
    }
    return end < notes.length;
  }

  /** Everything that was taken in, sorted. */
  values(): Seen {
    return { method: [...this.#methods].sort(), tool: [...this.#names].sort(), kind: [...this.#kinds].sort() };
  }
}

function take(values: Set<string>, value: string | undefined): void {
  if (value === undefined || values.has(value) || values.size >= MOST) return;
  // One with spaces or quotes can't be written as a token.
  if (/^[^\s"]{1,100}$/.test(value)) values.add(value);
}
