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

/** A timer set for longer than this many milliseconds fires at once, whatever the platform. */
export const LONGEST_TIMER = 2 ** 31 - 1;

interface Watch {
  readonly pending: Pending;
  readonly idleMs: number;
  readonly extends: boolean;
  idle?: Timer;
  total?: Timer;
}

/** Streams that are meant to stay open have no deadline. */
const ENDLESS: readonly (string | undefined)[] = ['subscriptions/listen', 'tasks/result'];

export class Deadlines {
  readonly #watched = new Map<number, Watch>();
  readonly #over: (pending: Pending, limit: 'idle' | 'total', ms: number) => void;

  /** `over` is told when a limit has passed; the request is not watched any more then. */
  constructor(over: (pending: Pending, limit: 'idle' | 'total', ms: number) => void) {
    this.#over = over;
  }

  /** A request went out. `probe`: the first `server/discover`, whose silence is an answer. */
  start(pending: Pending, { timeouts, probeMs }: Policy, probe: boolean, own: RequestLimits = {}): void {
    if (pending.dir !== 'c2s' || pending.kind !== 'request') return;
    this.stop(pending.op);
    const endless = ENDLESS.includes(pending.method);
    const idleMs = probe ? probeMs : (own.idleMs ?? (endless ? 0 : timeouts.idleMs));
    const totalMs = own.totalMs ?? (endless ? 0 : timeouts.totalMs);
    if (idleMs <= 0 && totalMs <= 0) return;
    const watch: Watch = { pending, idleMs, extends: timeouts.progressExtends };
    this.#watched.set(pending.op, watch);
    this.#startIdle(watch);
    if (totalMs > 0) watch.total = this.#startTimer(watch, 'total', totalMs);
  }

  /** Something came that belongs to the request. */
  extend(op: number): void {
    const watch = this.#watched.get(op);
    if (watch?.extends) this.#startIdle(watch);
  }

  /** The request is over. */
  stop(op: number): void {
    const watch = this.#watched.get(op);
    clearTimeout(watch?.idle);
    clearTimeout(watch?.total);
    this.#watched.delete(op);
  }

  clear(): void {
    for (const op of [...this.#watched.keys()]) this.stop(op);
  }

  #startIdle(watch: Watch): void {
    clearTimeout(watch.idle);
    if (watch.idleMs > 0) watch.idle = this.#startTimer(watch, 'idle', watch.idleMs);
  }

  #startTimer(watch: Watch, limit: 'idle' | 'total', ms: number): Timer {
    return setTimeout(() => this.#expire(watch, limit, ms), Math.min(ms, LONGEST_TIMER));
  }

  #expire(watch: Watch, limit: 'idle' | 'total', ms: number): void {
    this.stop(watch.pending.op);
    this.#over(watch.pending, limit, ms);
  }
}
