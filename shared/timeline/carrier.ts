/** What a row says of the HTTP exchange that carried its event. */
import type { Operation, SessionLog } from '#shared/session';
import type { Exchange, Exchanges } from './exchanges.ts';
import { isTrouble } from './filter.ts';

export type ExchangeState = 'open' | 'good' | 'bad';

export function exchangeState(log: SessionLog, { responded, ended }: Exchange, shown = Infinity): ExchangeState {
  const known = [responded, ended].filter((s) => s !== undefined && s < shown);
  if (known.some((s) => s !== undefined && isTrouble(log, s))) return 'bad';
  return known.length > 0 ? 'good' : 'open';
}

const MAX_NAME_CHARS = 6;

export type Carrier = NonNullable<ReturnType<typeof carrierOf>>;

/** What a row says of the exchange that carried it: its name, and on the message that it began with its status too. */
export function carrierOf(exchanges: Exchanges, log: SessionLog, s: number, shown = Infinity) {
  const exchange = exchanges.of(s);
  const event = log.event(s);
  if (!exchange || !event) return undefined;
  const state = exchangeState(log, exchange, shown);
  const answered = exchange.responded !== undefined && exchange.responded < shown;
  const status = answered ? String(exchange.status ?? '') : state === 'bad' ? '✗' : '…';
  const begins = event.k === 'message' && event.dir === 'c2s';
  const operation = log.operationsAsOf(shown - 1).of(s);
  const asked = operation?.dir === 's2c' && answeredByItself(log, operation);
  const own = event.k !== 'message' || asked || (event.by ?? operation?.by) === 'auto';
  const x = exchange.x.slice(0, MAX_NAME_CHARS);
  return {
    text: begins ? `${x} ${status}` : x,
    x: exchange.x,
    status: answered ? exchange.status : undefined,
    state,
    /** The program did it by itself: in the relay, when that has a line of its own. */
    own,
  };
}

/** The program itself responded, without a person: both ends of such an exchange are at the program's own line. */
export function answeredByItself(log: SessionLog, { closed }: Operation): boolean {
  const event = closed === undefined ? undefined : log.event(closed);
  return event?.k === 'message' && event.dir === 'c2s' && event.by === 'auto';
}

/** The event with which the request went on; its own where no tap stopped it, and undefined while, or if, it never did. */
export function reachedBy({ events }: SessionLog, { opened, events: own }: Operation): number | undefined {
  const asked = events.at(opened);
  if (asked?.k !== 'message' || asked.leg === undefined || asked.by === 'tap') return opened;
  return own.find((s) => {
    const event = events.at(s);
    return event?.k === 'message' && event.of === opened;
  });
}
