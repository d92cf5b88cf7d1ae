/** Which call took longest, found once a call. */
import { heldUntil, tapWaits, type SessionLog } from '#shared/session';

/** Streams are open as long as the client listens, and what begins a session takes as long as its server takes to start. */
const APART: ReadonlySet<string> = new Set(['subscriptions/listen', 'server/discover', 'initialize']);
/** Calls that are open at once; beyond these, one that ends late is not compared. */
const MAX_WAITING_COUNT = 1000;

export class SlowestCall {
  readonly #log: SessionLog;
  readonly #waiting = new Set<number>();
  #looked = 0;
  #compared = 0;
  #most = -1;
  #op = -1;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** The client's operation, once the session has begun, that took longest of those that ended, without what a tap held; undefined when there are fewer than two to compare. */
  get op(): number | undefined {
    return this.#compared > 1 ? this.#op : undefined;
  }

  /** Look at what has ended, and at `limit` operations that are new. Gives true when more are left. */
  advance(limit = Infinity): boolean {
    const { operations } = this.#log;
    for (const op of this.#waiting) if (this.#take(op)) this.#waiting.delete(op);
    const end = Math.min(operations.length, this.#looked + limit);
    for (; this.#looked < end; this.#looked++)
      if (!this.#take(this.#looked) && this.#waiting.size < MAX_WAITING_COUNT) this.#waiting.add(this.#looked);
    return end < operations.length;
  }

  /** Gives true when there is nothing to wait for. */
  #take(op: number): boolean {
    const operation = this.#log.operations.get(op);
    if (operation?.dir !== 'c2s' || operation.method === undefined || APART.has(operation.method)) return true;
    const { closedAt, openedAt, tapped } = operation;
    if (closedAt === undefined) return false;
    const held = tapped === undefined ? 0 : heldUntil(tapWaits(this.#log, operation, Infinity), closedAt);
    this.#compared += 1;
    if (closedAt - openedAt - held > this.#most) [this.#most, this.#op] = [closedAt - openedAt - held, op];
    return true;
  }
}
