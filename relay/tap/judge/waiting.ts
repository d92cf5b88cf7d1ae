/** Messages that wait at the tap: for a person, or for their time. Each ends in one way, once. */
import type { Direction } from '#shared/recording';
import type { Arrived } from './arrived.ts';
import type { ControllerId, Order } from './in-force.ts';

const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** Memory of a message beside its bytes. */
const OVERHEAD = 1024;

export interface Waiting {
  readonly key: number;
  readonly message: Arrived;
  readonly controllerId: ControllerId;
  readonly order: Order;
  /** When it came, in milliseconds of the process. */
  readonly since: number;
}

export class WaitingMessages {
  readonly #waiting = new Map<number, { readonly message: Waiting; timer: NodeJS.Timeout }>();
  readonly #most: number;
  #bytes = 0;

  constructor(most = MAX_WAITING_BYTES) {
    this.#most = most;
  }

  /** Adds a message; `over` is called after `ms` milliseconds unless it was taken. Gives messages that exceed the bound. */
  add(message: Waiting, ms: number, over: () => void): Waiting[] {
    this.#waiting.set(message.key, { message, timer: this.#timer(message.key, ms, over) });
    this.#bytes += weightOf(message);
    const tooMany: Waiting[] = [];
    for (const key of this.#waiting.keys()) {
      if (this.#bytes <= this.#most) break;
      const oldest = this.take(key);
      if (oldest) tooMany.push(oldest);
    }
    return tooMany;
  }

  again(key: number, ms: number, over: () => void): void {
    const waiting = this.#waiting.get(key);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    waiting.timer = this.#timer(key, ms, over);
  }

  /** Undefined when it does not wait. */
  take(key: number): Waiting | undefined {
    const waiting = this.#waiting.get(key);
    if (!waiting) return undefined;
    clearTimeout(waiting.timer);
    this.#waiting.delete(key);
    this.#bytes -= weightOf(waiting.message);
    return waiting.message;
  }

  get(key: number): Waiting | undefined {
    return this.#waiting.get(key)?.message;
  }

  any(dir: Direction): boolean {
    return [...this.#waiting.values()].some(({ message }) => message.message.dir === dir);
  }

  /** Removes and gives all that match, in the order in which they came. */
  takeThose(are: (message: Waiting) => boolean): Waiting[] {
    const keys = [...this.#waiting].flatMap(([key, { message }]) => (are(message) ? [key] : []));
    return keys.flatMap((key) => this.take(key) ?? []);
  }

  #timer(key: number, ms: number, over: () => void): NodeJS.Timeout {
    return setTimeout(() => {
      if (this.#waiting.has(key)) over();
      // Waiting messages must not keep the process alive.
    }, ms).unref();
  }
}

const weightOf = ({ message }: Waiting): number => message.bytes.length + OVERHEAD;
