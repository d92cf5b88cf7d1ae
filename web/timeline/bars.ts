/** Activation bars: from a request's row to its answer's, on the line of the side that works on it. */
import type { SessionLog } from '#shared/session';
import type { Timeline } from '#shared/timeline';
import { ROW } from '../session/diagram.svelte.ts';

export interface Bar {
  readonly op: number;
  readonly side: 'client' | 'server';
  /** Column beside the line, from 0. */
  readonly slot: number;
  /** Pixels from the top of the first row kept. */
  readonly top: number;
  readonly height: number;
  /** It begins above, or goes on below, what is drawn. */
  readonly cutTop: boolean;
  readonly open: boolean;
}

/** Columns beside a line; what needs more shares the last. */
const SLOTS = 5;
/** Bars drawn at once. */
const MOST = 200;
/** Where the arrow is in a row (pixels from its top). */
const ARROW = 19;

export interface BarWindow {
  readonly first: number;
  readonly end: number;
  /** Events that exist: later answers are not known. */
  readonly shown: number;
}

function hasRow(timeline: Timeline, s: number): boolean {
  const row = timeline.row(timeline.rowOf(s));
  return row?.type === 'event' && row.s === s;
}

/** Bars of the operations that are open somewhere in the rows `first` to `end`. */
export function barsOf(log: SessionLog, timeline: Timeline, { first, end, shown }: BarWindow): Bar[] {
  const from = timeline.row(first);
  const to = timeline.row(end - 1);
  if (!from || !to) return [];
  const bars: Bar[] = [];
  const height = (end - first) * ROW;
  for (const operation of log.operationsAsOf(shown - 1).spanning(from.s, to.s)) {
    // Nobody works on what nobody could read; the silence stands in the row itself.
    if (operation.kind === 'malformed') continue;
    const { closed } = operation;
    const open = closed === undefined;
    // With neither end to start from, a bar would hang in the air.
    if (!hasRow(timeline, operation.opened) && (open || !hasRow(timeline, closed))) continue;
    const below = open || closed > to.s;
    const starts = timeline.rowOf(operation.opened) - first;
    const top = starts < 0 ? 0 : starts * ROW + ARROW;
    const bottom = below ? height : (timeline.rowOf(closed) - first) * ROW + ARROW;
    if (bottom - top < ROW / 2) continue;
    bars.push({
      op: operation.index,
      side: operation.dir === 'c2s' ? 'server' : 'client',
      slot: Math.min(operation.slot, SLOTS - 1),
      top,
      height: Math.min(bottom, height) - top,
      cutTop: starts < 0,
      open,
    });
    if (bars.length === MOST) break;
  }
  return bars;
}
