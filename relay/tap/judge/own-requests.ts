/** The tap's own requests: what answers them goes no further. */
import type { IdKey } from '#shared/jsonrpc';
import type { Direction } from '#shared/recording';

/** Milliseconds until a response counts as lost: a person may have to give it. */
const PATIENCE = 15 * 60_000;
const MAX_REQUEST_COUNT = 1000;

export class OwnRequests {
  /** When each expires, in milliseconds of the process; the oldest first. */
  readonly #asked: { readonly [dir in Direction]: Map<IdKey, number> } = { c2s: new Map(), s2c: new Map() };

  add(dir: Direction, key: IdKey): void {
    const asked = this.#asked[dir];
    asked.set(key, performance.now() + PATIENCE);
    const [oldest] = asked.size > MAX_REQUEST_COUNT ? asked.keys() : [];
    if (oldest !== undefined) asked.delete(oldest);
  }

  /** True while a response may come. */
  get any(): boolean {
    const now = performance.now();
    for (const asked of Object.values(this.#asked))
      for (const [key, until] of asked) {
        if (until > now) return true;
        asked.delete(key);
      }
    return false;
  }

  delete(dir: Direction, key: IdKey): boolean {
    return this.#asked[dir].delete(key);
  }
}
