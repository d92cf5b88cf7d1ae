/** What a row says of the HTTP exchange that carried its event. */
import type { SessionLog } from '#shared/session';
import type { Exchange, Exchanges } from './exchanges.ts';
import { isTrouble } from './filter.ts';

/** How an exchange went so far. */
export type ExchangeState = 'open' | 'good' | 'bad';

/** How an exchange went as of the first `shown` events. */
export function exchangeState(log: SessionLog, { responded, ended }: Exchange, shown = Infinity): ExchangeState {
  const known = [responded, ended].filter((s) => s !== undefined && s < shown);
  if (known.some((s) => s !== undefined && isTrouble(log, s))) return 'bad';
  return known.length > 0 ? 'good' : 'open';
}

/** What a row says of the exchange that carried it: its name, and on the message that it began with its status too. */
export interface Carrier {
  readonly text: string;
  readonly state: ExchangeState;
  /** The program did it by itself: in the relay, when that has a line of its own. */
  readonly own: boolean;
}

/** Characters of a name. */
const LONGEST = 6;

/** The exchange that carried event `s`, as of the first `shown` events. */
export function carrierOf(exchanges: Exchanges, log: SessionLog, s: number, shown = Infinity): Carrier | undefined {
  const exchange = exchanges.of(s);
  const event = log.events[s];
  if (!exchange || !event) return undefined;
  const state = exchangeState(log, exchange, shown);
  const answered = exchange.responded !== undefined && exchange.responded < shown;
  const status = answered ? String(exchange.status ?? '') : state === 'bad' ? '✗' : '…';
  const begins = event.k === 'message' && event.dir === 'c2s';
  const own = event.k !== 'message' || (event.by ?? log.operationOf(s)?.by) === 'auto';
  return { text: begins ? `${exchange.x.slice(0, LONGEST)} ${status}` : exchange.x.slice(0, LONGEST), state, own };
}
