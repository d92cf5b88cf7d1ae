/** Methods and kinds that occur in a session, for the filter's suggestions. Looks at each event once. */
import type { SessionLog } from '#shared/session';

/** A server that makes up methods without end shall not fill the memory. */
const MOST = 1000;

export class SeenValues {
  readonly #log: SessionLog;
  readonly #methods = new Set<string>();
  readonly #kinds = new Set<string>();
  #taken = 0;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Take in at most `limit` events that are new. Gives true when more are left. */
  advance(limit = Infinity): boolean {
    const { notes } = this.#log;
    const end = Math.min(notes.length, this.#taken + limit);
    for (; this.#taken < end; this.#taken++) {
      const { kind, method } = notes[this.#taken] ?? {};
      if (kind !== undefined) this.#kinds.add(kind);
      if (method === undefined || this.#methods.has(method) || this.#methods.size >= MOST) continue;
      // A method with spaces or quotes cannot be written as a token.
      if (/^[^\s"]{1,100}$/.test(method)) this.#methods.add(method);
    }
    return end < notes.length;
  }

  /** Everything that was taken in, sorted. */
  values(): { readonly method: readonly string[]; readonly kind: readonly string[] } {
    return { method: [...this.#methods].sort(), kind: [...this.#kinds].sort() };
  }
}
