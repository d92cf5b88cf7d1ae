/** How far a session's log reached, marked before the call returns: events are stored later, and the page may end at any time. */
import { originStorage } from '../../base/safe-storage.ts';

export interface Reached {
  readonly events: number;
  readonly exact: boolean;
}

const KEY = 'lifeline-reached-';
const EVERY_MS = 50;
/** Events that one mark allows beyond those that there are. */
const MAX_AHEAD_EVENTS = 10_000;

/** What was marked last; undefined when nothing was, or nothing can be read. */
export function readReached(id: string): Reached | undefined {
  const found = /^(\d+)(\?)?$/.exec(originStorage.get(KEY + id) ?? '');
  return found ? { events: Number(found[1]), exact: found[2] === undefined } : undefined;
}

/** Without the mark a crash leaves a gap of unknown length. */
export function writeReached(id: string, { events, exact }: Reached): void {
  originStorage.set(KEY + id, `${events}${exact ? '' : '?'}`);
}

/** Events were added to a session that is over: where it is marked, it reaches at least so far. */
export function raiseReached(id: string, events: number): void {
  const reached = readReached(id);
  if (reached && reached.events < events) writeReached(id, { events, exact: true });
}

export function removeReached(id: string): void {
  originStorage.set(KEY + id, undefined);
}

/** Marks one growing log. Few events are marked one by one; when they pour in, a mark allows for those of the next moment. */
export class Reach {
  readonly #id: string;
  #marked: Reached;
  #ahead = 0;
  #last = -Infinity;

  constructor(id: string) {
    this.#id = id;
    this.#marked = readReached(id) ?? { events: 0, exact: true };
  }

  /** The log has so many events now. To be called before anyone sees the new ones. */
  reach(events: number): void {
    if (events <= this.#marked.events) return;
    const now = performance.now();
    const pours = now - this.#last < EVERY_MS;
    this.#ahead = pours ? Math.min(MAX_AHEAD_EVENTS, Math.max(64, this.#ahead * 2)) : 0;
    this.#last = now;
    this.#mark({ events: events + this.#ahead, exact: !pours });
  }

  /** The log has so many events, and no more are expected for now. */
  settle(events: number): void {
    if (events !== this.#marked.events || !this.#marked.exact) this.#mark({ events, exact: true });
  }

  #mark(reached: Reached): void {
    this.#marked = reached;
    writeReached(this.#id, reached);
  }
}
