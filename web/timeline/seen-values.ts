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

  /** Everything up to the log's present end, sorted. */
  values(): { readonly method: readonly string[]; readonly kind: readonly string[] } {
    const { notes } = this.#log;
    for (; this.#taken < notes.length; this.#taken++) {
      const note = notes[this.#taken];
      if (!note) continue;
      this.#kinds.add(note.kind);
      // A method with spaces or quotes cannot be written as a token.
      if (note.method !== undefined && this.#methods.size < MOST && /^[^\s"]{1,100}$/.test(note.method))
        this.#methods.add(note.method);
    }
    return { method: [...this.#methods].sort(), kind: [...this.#kinds].sort() };
  }
}
