/** The HTTP exchanges of a drawn diagram: from which row to which each was open, and how it went. */
import { countBefore } from '#shared/base';
import type { SessionLog } from '#shared/session';
import { exchangeState, type Exchanges, type ExchangeState } from '#shared/timeline';

export interface LaneBar {
  /** As the recording calls it: `x3`. */
  readonly x: string;
  readonly state: ExchangeState;
  /** Column of the lane, from 0. */
  readonly column: number;
  /** A stream that stays open beside what is asked. */
  readonly stream: boolean;
  /** Indexes into the rows, the last row that came before its end; absent when its end is not drawn. */
  readonly from: number;
  readonly to?: number;
}

const MAX_BAR_COUNT = 1000;

/** The bars of the exchanges that lie in some row. `rows` are the first events of rows, ascending, with the rows' indexes. */
export function laneBars(
  log: SessionLog,
  exchanges: Exchanges,
  rows: readonly { readonly s: number; readonly index: number }[],
  whole: boolean,
): LaneBar[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const bars: LaneBar[] = [];
  for (const exchange of exchanges.spanning(first.s, last.s)) {
    const { x, column, method, opened, ended } = exchange;
    const from = rows[countBefore(rows.length, (at) => (rows[at]?.s ?? 0) < opened)];
    const to =
      ended === undefined ? undefined : rows[countBefore(rows.length, (at) => (rows[at]?.s ?? 0) <= ended) - 1];
    if (!from || (to && to.index < from.index)) continue;
    const over = to !== undefined && (whole || to !== last);
    bars.push({
      x,
      state: exchangeState(log, exchange),
      column,
      stream: method === 'GET',
      from: from.index,
      ...(over ? { to: to.index } : {}),
    });
    if (bars.length === MAX_BAR_COUNT) break;
  }
  return bars;
}
