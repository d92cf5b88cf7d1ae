/** The clock's side of timeouts: one timer an open request, and one for its time in all. */
import type { Pending } from '#shared/session';
import type { Policy } from './policy.ts';

/** Limits of one request in milliseconds, in place of the policy's; 0 is never. */
export interface RequestLimits {
  readonly idleMs?: number;
  readonly totalMs?: number;
}

/** What `setTimeout` gives, which differs between platforms. */
export type Timer = ReturnType<typeof setTimeout>;

/** A longer timer fires at once on every platform. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

interface Watch {
  pending: Pending;
  readonly extends: boolean;
  readonly idle: Countdown | undefined;
  readonly total: Countdown | undefined;
  /** Operations by which the server waits for this side; the time until they are answered is not the server's. */
  readonly owed: Set<number>;
}

/** One limit: a timer that can be stopped and resumed with the time that was left. */
class Countdown {
  readonly #ms: number;
  readonly #over: () => void;
  #left: number;
  #since = 0;
  #timer: Timer | undefined;

  constructor(ms: number, over: () => void) {
    this.#ms = this.#left = ms;
    this.#over = over;
  }
  go(): void {
    if (this.#timer !== undefined) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#over, Math.min(this.#left, MAX_TIMER_MS));
  }
  stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left -= performance.now() - this.#since;
  }
  /** Begins anew, at once or when it is resumed. */
  renew(): void {
    const goes = this.#timer !== undefined;
    this.stop();
    this.#left = this.#ms;
    if (goes) this.go();
  }
}

/** Streams that are meant to stay open have no deadline. */
const ENDLESS: readonly (string | undefined)[] = ['subscriptions/listen', 'tasks/result'];

export class Deadlines {
  readonly #watched = new Map<number, Watch>();
  /** The operations that wait with each open question of the server. */
  readonly #waiting = new Map<number, readonly number[]>();
  readonly #over: (pending: Pending, limit: 'idle' | 'total', ms: number) => void;

  /** `over` is called when a limit has passed; then the request is not watched any more. */
  constructor(over: (pending: Pending, limit: 'idle' | 'total', ms: number) => void) {
    this.#over = over;
  }

  /** A request was sent, or sent again with the input that was asked for. `probe`: the first `server/discover`, whose silence is an answer. */
  start(pending: Pending, { timeouts, probeMs }: Policy, probe: boolean, own: RequestLimits = {}): void {
    const { op, dir, kind, method } = pending;
    if (dir !== 'c2s' || kind !== 'request') return;
    const before = this.#watched.get(op);
    if (before && Object.keys(own).length === 0) {
      before.pending = pending;
      before.idle?.renew();
      return this.#settle(op, op);
    }
    this.stop(op);
    const endless = ENDLESS.includes(method);
    const countdown = (limit: 'idle' | 'total', ms: number): Countdown | undefined =>
      ms > 0 ? new Countdown(ms, () => this.#expire(op, limit, ms)) : undefined;
    const idle = countdown('idle', probe ? probeMs : (own.idleMs ?? (endless ? 0 : timeouts.idleMs)));
    const total = countdown('total', own.totalMs ?? (endless ? 0 : timeouts.totalMs));
    if (!idle && !total) return;
    // What the server waits for stays so when the request gets other limits.
    this.#watched.set(op, { pending, extends: timeouts.progressExtends, idle, total, owed: new Set(before?.owed) });
    this.#settle(op, op);
  }

  /** Something came that belongs to the request. */
  extend(op: number): void {
    const watch = this.#watched.get(op);
    if (watch?.extends) watch.idle?.renew();
  }

  /** Until the server's request is answered, stop the clocks of its exchange's requests, or of all open if unknown. */
  ask({ op, x }: Pending): void {
    const open = [...this.#watched.values()];
    const carried = x === undefined ? [] : open.filter(({ pending }) => pending.x === x);
    const waiting = carried.length > 0 ? carried : open;
    const ops = waiting.map(({ pending }) => pending.op);
    for (const each of ops) this.await(each, op);
    this.#waiting.set(op, ops);
  }

  /** The clocks of request `op` stop until `question` is answered: by default its own answer asks for input, and it is sent again with it. */
  await(op: number, question = op): void {
    const watch = this.#watched.get(op);
    watch?.owed.add(question);
    watch?.idle?.stop();
    watch?.total?.stop();
  }

  /** The request is over: of the client, or a question of the server. */
  stop(op: number): void {
    this.await(op);
    this.#watched.delete(op);
    for (const each of this.#waiting.get(op) ?? []) this.#settle(each, op);
    this.#waiting.delete(op);
  }

  clear(): void {
    this.#waiting.clear();
    for (const op of [...this.#watched.keys()]) this.stop(op);
  }

  /** Request `op` does not wait for `question` any more. */
  #settle(op: number, question: number): void {
    const watch = this.#watched.get(op);
    watch?.owed.delete(question);
    if (watch?.owed.size !== 0) return;
    watch.idle?.go();
    watch.total?.go();
  }

  #expire(op: number, limit: 'idle' | 'total', ms: number): void {
    const pending = this.#watched.get(op)?.pending;
    this.stop(op);
    if (pending) this.#over(pending, limit, ms);
  }
}
