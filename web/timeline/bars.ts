/** Activation bars: from a request's row to its answer's, on the line of the side that works on it. */
import { countBelow } from '#shared/base';
import type { Operation, SessionLog } from '#shared/session';
import { answeredByItself, reachedBy, type Timeline } from '#shared/timeline';
import { ROW } from '../session/diagram.svelte.ts';

export interface Bar {
  readonly op: number;
  /** Whose line it is on; the tap's while it holds the request. */
  readonly side: 'client' | 'server' | 'tap';
  /** The program answers by itself: in the relay, when that has a line of its own. */
  readonly own: boolean;
  readonly slot: number;
  /** Pixels from the top of the first row kept. */
  readonly top: number;
  readonly height: number;
  /** It begins above, or goes on below, what is drawn. */
  readonly cutTop: boolean;
  readonly open: boolean;
  /** Where progress was told: pixels from the top of the bar. */
  readonly ticks: readonly number[];
}

/** Columns beside a line; what needs more shares the last. */
const SLOTS = 5;
const MAX_BAR_COUNT = 200;
/** Where the arrow is in a row (pixels from its top). */
export const ARROW = 19;

export interface BarWindow {
  readonly first: number;
  readonly end: number;
  /** Events that exist: later answers are not known. */
  readonly shown: number;
  /** Pixels from the top of the list to a row. */
  readonly topOf: (index: number) => number;
}

export function barsOf(log: SessionLog, timeline: Timeline, { first, end, shown, topOf }: BarWindow): Bar[] {
  const from = timeline.row(first);
  const to = timeline.row(end - 1);
  if (!from || !to) return [];
  const bars: Bar[] = [];
  const place = (index: number): number => topOf(index) - topOf(first);
  const height = place(end - 1) + ROW;
  const told = progressRows(log, timeline, first, end);
  const exits = exitsOf(log, timeline, { first, end });
  for (const operation of log.operationsAsOf(shown - 1).spanning(from.s, to.s)) {
    // Nobody works on what nobody could read; the silence stands in the row itself.
    if (operation.kind === 'malformed') continue;
    // Nobody works on it once the process has ended, whatever is said of it later.
    const died = exits[countBelow(exits, operation.opened)] ?? Infinity;
    const closed = died < (operation.closed ?? shown) ? died : operation.closed;
    for (const { side, begins, ends } of partsOf(log, operation, closed)) {
      const open = ends === undefined;
      // With neither end to start from, a bar would hang in the air.
      if (timeline.ownRow(begins) < 0 && (open || timeline.ownRow(ends) < 0)) continue;
      if (begins > to.s || (ends !== undefined && ends < from.s)) continue;
      const below = open || ends > to.s;
      const starts = timeline.rowOf(begins);
      const top = starts < first ? 0 : place(starts) + ARROW;
      const bottom = below ? height : place(timeline.rowOf(ends)) + ARROW;
      if (bottom - top < ROW / 2) continue;
      bars.push({
        op: operation.index,
        side,
        own: operation.dir === 's2c' && answeredByItself(log, operation),
        slot: Math.min(operation.slot, SLOTS - 1),
        top,
        height: Math.min(bottom, height) - top,
        cutTop: starts < first,
        open,
        ticks: ticksOf(operation, told).map((index) => place(index) + ARROW - top),
      });
    }
    if (bars.length >= MAX_BAR_COUNT) break;
  }
  return bars;
}

interface Part {
  readonly side: Bar['side'];
  readonly begins: number;
  readonly ends: number | undefined;
}

/** One bar on the line of whoever works on it; before that one on the tap's, where it held the request. */
function partsOf(log: SessionLog, operation: Operation, closed: number | undefined): Part[] {
  const side = operation.dir === 'c2s' ? 'server' : 'client';
  const { opened, tapped } = operation;
  const reached = tapped === undefined ? opened : reachedBy(log, operation);
  if (reached === opened) return [{ side, begins: opened, ends: closed }];
  const held: Part = { side: 'tap', begins: opened, ends: reached ?? closed };
  return reached === undefined ? [held] : [held, { side, begins: reached, ends: closed }];
}

/** Where processes ended: in the rows of the window, and above them where it was the end of a session or of a try. */
function exitsOf(log: SessionLog, timeline: Timeline, { first, end }: Pick<BarWindow, 'first' | 'end'>): number[] {
  const found = log.state.phases.all.flatMap(({ s, phase }) => (phase === 'shutdown' ? s : []));
  for (let index = first; index < end; index++) {
    const row = timeline.row(index);
    if (row?.type === 'event') found.push(row.s);
  }
  return [...new Set(found)].filter((s) => isExit(log, s)).sort((one, other) => one - other);
}

function isExit(log: SessionLog, s: number): boolean {
  const event = log.event(s);
  return event?.k === 'process' && event.event === 'exit';
}

interface ProgressRow {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

function progressRows(log: SessionLog, timeline: Timeline, first: number, end: number): ProgressRow[] {
  const found: ProgressRow[] = [];
  for (let index = first; index < end; index++) {
    const row = timeline.row(index);
    if (row?.type === 'run' && row.run.kind === 'progress' && !row.run.open)
      found.push({ index, from: row.s, to: row.run.events.at(-1) ?? row.s });
    else if (row?.type === 'event' && log.notes.get(row.s)?.method === 'notifications/progress')
      found.push({ index, from: row.s, to: row.s });
  }
  return found;
}

function ticksOf({ events }: Operation, told: readonly ProgressRow[]): number[] {
  return told.flatMap(({ index, from, to }) => ((events[countBelow(events, from)] ?? Infinity) <= to ? [index] : []));
}
