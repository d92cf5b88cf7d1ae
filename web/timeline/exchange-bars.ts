/** The HTTP lane: a bar for each exchange, from the row at which it begins to that at which it ends. */
import type { SessionLog } from '#shared/session';
import { exchangeState, type Exchanges, type ExchangeState, type Timeline } from '#shared/timeline';
import { ROW } from '../session/diagram.svelte.ts';
import { ARROW, type BarWindow } from './bars.ts';

export interface ExchangeBar {
  readonly index: number;
  readonly state: ExchangeState;
  readonly column: number;
  readonly top: number;
  readonly height: number;
  readonly open: boolean;
  /** The standalone stream is a wider bar, with its name along it where there is room. */
  readonly stream: boolean;
  readonly label: string;
}

/** Columns of the lane; what needs more shares the last. */
const COLUMNS = 5;
const MAX_BAR_COUNT = 200;
/** How far it reaches above its first arrow and below its last (pixels). */
const OVER = 5;
/** A bar as tall as this has room for words along it (pixels). */
const ROOM = 3 * ROW;

/** Bars of the exchanges that are open somewhere in the rows `first` to `end`; those that no row lies in have none. */
export function exchangeBars(
  log: SessionLog,
  exchanges: Exchanges,
  timeline: Timeline,
  { first, end, shown, topOf }: BarWindow,
): ExchangeBar[] {
  const from = timeline.row(first);
  const to = timeline.row(end - 1);
  if (!from || !to) return [];
  const place = (index: number): number => topOf(index) - topOf(first);
  const whole = place(end - 1) + ROW;
  const bars: ExchangeBar[] = [];
  for (const exchange of exchanges.spanning(from.s, Math.min(to.s, shown - 1))) {
    const open = exchange.ended === undefined || exchange.ended >= shown;
    const begins = timeline.rowOf(exchange.opened);
    // The last row that came before its end.
    const ends = open ? Infinity : timeline.rowsOf(exchange.ended ?? 0) - 1;
    if (ends < begins) continue;
    const top = begins < first ? 0 : place(begins) + ARROW - OVER;
    const bottom = Math.min(whole, ends >= end ? whole : place(ends) + ARROW + OVER);
    if (bottom <= top) continue;
    bars.push({
      index: exchange.index,
      state: exchangeState(log, exchange, shown),
      column: Math.min(exchange.column, COLUMNS - 1),
      top,
      height: bottom - top,
      open,
      stream: exchange.method === 'GET',
      label: exchange.method === 'GET' && bottom - top > ROOM ? `GET ${exchange.x}` : '',
    });
    if (bars.length === MAX_BAR_COUNT) break;
  }
  return bars;
}
