/** The HTTP exchanges of a session, each from its request to its end: what the diagram draws beside the lifelines. */
import { addTo, Columns, countBefore } from '#shared/base';
import type { WireEvent } from '#shared/recording';
import { LogReader } from './log-reader.ts';

export interface Exchange {
  readonly index: number;
  /** As it is called in the recording: `x3`. */
  readonly x: string;
  /** Of its request; empty when the recording does not have it. */
  readonly method: string;
  readonly column: number;
  readonly opened: number;
  responded?: number;
  status?: number;
  ended?: number;
}

/** Fewest events between two lists of the exchanges that are open. */
const MIN_LIST_DISTANCE = 1024;

export class Exchanges extends LogReader {
  readonly #all: Exchange[] = [];
  /** By name, in order: a recording of another program may use one again. */
  readonly #named = new Map<string, Exchange[]>();
  readonly #open = new Set<Exchange>();
  readonly #openAt: { readonly s: number; readonly open: readonly Exchange[] }[] = [];
  readonly #columns = new Columns();

  get count(): number {
    return this.#all.length;
  }

  of(s: number): Exchange | undefined {
    const event = this.log.event(s);
    if (!event || !('x' in event) || event.x === undefined) return undefined;
    return this.#named.get(event.x)?.findLast(({ opened }) => opened <= s);
  }

  /** The exchanges that are open at some time while events `from` to `to` pass, in the order in which they began. */
  spanning(from: number, to: number): Exchange[] {
    const lists = this.#openAt;
    const block = lists[countBefore(lists.length, (at) => (lists[at]?.s ?? Infinity) <= from) - 1];
    const begun = countBefore(this.#all.length, (at) => (this.#all[at]?.opened ?? Infinity) < (block?.s ?? 0));
    const end = countBefore(this.#all.length, (at) => (this.#all[at]?.opened ?? Infinity) <= to);
    return [...(block?.open ?? []), ...this.#all.slice(begun, end)].filter(({ ended = to }) => ended >= from);
  }

  protected override process(event: WireEvent): void {
    if (!('x' in event) || event.x === undefined) return;
    const { s, x } = event;
    const http = event.k === 'http' ? event : undefined;
    const known = http?.phase === 'request' ? undefined : this.#named.get(x)?.at(-1);
    const exchange = known ?? this.#begin(x, s, http?.method ?? '');
    if (http?.phase === 'response') {
      exchange.responded = s;
      exchange.status = http.status ?? 0;
    }
    if (http?.phase !== 'end' || exchange.ended !== undefined) return;
    exchange.ended = s;
    this.#open.delete(exchange);
    this.#columns.free(exchange.column);
  }

  #begin(x: string, s: number, method: string): Exchange {
    if (s - (this.#openAt.at(-1)?.s ?? -Infinity) >= Math.max(MIN_LIST_DISTANCE, this.#open.size))
      this.#openAt.push({ s, open: [...this.#open] });
    const exchange = { index: this.#all.length, x, method, column: this.#columns.take(), opened: s };
    this.#all.push(exchange);
    this.#open.add(exchange);
    addTo(this.#named, x, exchange);
    return exchange;
  }
}
