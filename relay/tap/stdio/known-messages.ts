/** The tap's numbers of messages and those of their events: verdicts name the one, what is recorded names the other. */
import { defined } from '#shared/base';
import type { EventBody, MessageBody } from '#shared/recording';
import type { Handled } from '../judge/index.ts';
import type { Copy } from './copy.ts';

/** Waiting messages are among the latest. */
const MAX_MESSAGE_COUNT = 100_000;

export class KnownMessages<From> {
  readonly #events = new Map<number, number>();
  readonly #keys = new Map<number, number>();
  readonly #last = new Map<From, number>();

  last(from: From, s: number): void {
    this.#last.set(from, s);
  }

  add({ key }: Handled, s: number): void {
    if (key === undefined) return;
    this.#events.set(key, s);
    this.#keys.set(s, key);
    const [oldest] = this.#events.size > MAX_MESSAGE_COUNT ? this.#events : [];
    if (!oldest) return;
    this.#events.delete(oldest[0]);
    this.#keys.delete(oldest[1]);
  }

  has(key: number): boolean {
    return this.#events.has(key);
  }

  keyOf(s: number): number | undefined {
    return this.#keys.get(s);
  }

  bodyOf(body: MessageBody, { leg, own, of }: Handled): EventBody {
    const at = of === undefined ? undefined : this.#events.get(of);
    return { ...body, leg, ...(own ? { by: 'tap' } : {}), ...defined({ of: at }) };
  }

  act({ act, about }: Extract<Copy<From, unknown>, { readonly is: 'act' }>): EventBody {
    const at =
      typeof about === 'number' ? this.#events.get(about) : about === undefined ? undefined : this.#last.get(about);
    return { k: 'tap', ...act, ...defined({ at }) };
  }
}
