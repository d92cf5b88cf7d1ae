/** The whole session in a strip: what ran, passed or failed in each pixel column. A new width costs a pass over operations and events. */
import type { Operation, SessionLog } from '#shared/session';
import type { TimeAxis } from './axis.ts';
import { isTrouble } from './filter.ts';
import type { Timeline } from './timeline.ts';

/** Lanes of operations that the client, and that the server began; those that run beside even more share the last. */
export const LANES = { c2s: 4, s2c: 2 } as const;

/** What a column of a lane shows; of several the one that asks most for a look. */
export const CELL = { none: 0, result: 1, stopped: 2, open: 3, failed: 4 } as const;
/** An operation begins in this column; the filter hides all that is in it. */
export const BEGINS = 8;
export const HIDDEN = 16;
/** Bits of the messages and notes that belong to no operation, in a column. */
export const BESIDE = { client: 1, server: 2, other: 4 } as const;

export interface OverviewStrip {
  readonly columns: number;
  /** The client's lanes, then the server's, one after the other: a byte a column. */
  readonly lanes: Uint8Array;
  readonly beside: Uint8Array;
  readonly troubles: readonly number[];
}

export function laneOf({ dir, slot }: Pick<Operation, 'dir' | 'slot'>): number {
  return dir === 'c2s' ? Math.min(slot, LANES.c2s - 1) : LANES.c2s + Math.min(slot, LANES.s2c - 1);
}

/** The strip of a log on an axis, laid out piece by piece: it is whole when nothing is left. What the timeline's filter leaves no row of is marked. */
export class StripLayout {
  readonly strip: OverviewStrip;
  readonly #log: SessionLog;
  readonly #timeline: Timeline;
  readonly #columnOf: (t: number) => number;
  /** 1 for each operation with an event that passes the filter; undefined where all do. */
  readonly #passing: Uint8Array | undefined;
  /** How far each lane has been painted with each cell: what begins later in it need not be painted again until there. */
  readonly #reached = new Map<number, number>();
  /** How many events or rows, and operations, there were when it began; how many of both together were looked at. */
  readonly #rows: number;
  readonly #operations: number;
  readonly #end: number;
  #done = 0;

  /** `troubles` are the numbers of the events that went wrong, ascending. */
  constructor(log: SessionLog, axis: TimeAxis, columns: number, timeline: Timeline, troubles: readonly number[]) {
    const { events, operations, length } = log;
    this.#log = log;
    this.#timeline = timeline;
    this.#columnOf = columnsOf(axis, columns);
    this.#passing = timeline.filter.timeOnly ? undefined : new Uint8Array(operations.length);
    this.#rows = this.#passing ? timeline.length : length;
    this.#operations = operations.length;
    this.#end = events.at(-1)?.t ?? 0;
    const marked: number[] = [];
    for (const s of troubles) {
      const at = this.#columnOf(events.at(s)?.t ?? 0);
      if (at !== marked.at(-1) && (!this.#passing || timeline.ownRow(s) >= 0)) marked.push(at);
    }
    this.strip = {
      columns,
      lanes: new Uint8Array((LANES.c2s + LANES.s2c) * columns),
      beside: new Uint8Array(columns),
      troubles: marked,
    };
  }

  /** Look at `limit` more events, rows and operations at most. Gives true when some are left. */
  advance(limit = Infinity): boolean {
    const all = this.#rows + this.#operations;
    const end = Math.min(all, this.#done + limit);
    for (; this.#done < end; this.#done++) {
      if (this.#done >= this.#rows) this.#paint(this.#log.operations.get(this.#done - this.#rows));
      else if (this.#passing) this.#passRow(this.#done);
      else this.#pass(this.#done);
    }
    return end < all;
  }

  #passRow(index: number): void {
    const row = this.#timeline.row(index);
    if (row?.type === 'event') this.#pass(row.s);
    else if (row?.type === 'call' && this.#passing) {
      for (let op: number | undefined = this.#log.notes.opOf(row.s); op !== undefined; op = this.#log.repeatOf(op))
        this.#passing[op] = 1;
    } else if (row?.type === 'run' && !row.run.open) for (const s of row.run.events) this.#pass(s);
  }

  #pass(s: number): void {
    const { events, notes } = this.#log;
    const op = notes.opOf(s);
    if (op >= 0) {
      if (this.#passing) this.#passing[op] = 1;
      return;
    }
    const event = events.at(s);
    if (!event || event.k === 'http' || event.k === 'body' || event.k === 'sse') return;
    const bit = event.k !== 'message' ? BESIDE.other : event.dir === 'c2s' ? BESIDE.client : BESIDE.server;
    const { beside } = this.strip;
    const at = this.#columnOf(event.t);
    beside[at] = (beside[at] ?? 0) | bit;
  }

  #paint(operation: Operation | undefined): void {
    if (!operation) return;
    const { lanes, columns } = this.strip;
    const from = this.#columnOf(operation.openedAt);
    // Nobody works on what nobody has to answer.
    const ended = operation.kind === 'malformed' ? operation.openedAt : (operation.closedAt ?? this.#end);
    const to = this.#columnOf(Math.max(operation.openedAt, ended));
    const hidden = this.#passing !== undefined && this.#passing[operation.index] !== 1;
    const cell = this.#kindOf(operation) | (hidden ? HIDDEN : 0);
    const lane = laneOf(operation);
    const known = this.#reached.get(lane * 32 + cell) ?? -1;
    paint(lanes, lane * columns, Math.max(from, known + 1), to, cell);
    this.#reached.set(lane * 32 + cell, Math.max(known, to));
    lanes[lane * columns + from] = (lanes[lane * columns + from] ?? 0) | BEGINS;
  }

  #kindOf({ outcome, closed }: Operation): number {
    if (outcome === undefined) return CELL.open;
    if (outcome === 'result') return CELL.result;
    if (closed === undefined) return CELL.stopped;
    if (outcome === 'timeout') return CELL.failed;
    return isTrouble(this.#log, closed) ? CELL.failed : CELL.stopped;
  }
}

/** The column of a moment. Found step by step from the last one, as moments mostly follow each other. */
function columnsOf(axis: TimeAxis, columns: number): (t: number) => number {
  const begins = Float64Array.from({ length: columns + 1 }, (_, at) => axis.moment(at / columns));
  let last = 0;
  if (axis.from === axis.to) return () => 0;
  return (t) => {
    if (t < (begins[last] ?? 0) || t >= (begins[last + 8] ?? Infinity))
      last = Math.max(0, Math.min(columns - 1, Math.floor(axis.position(t) * columns)));
    while (last < columns - 1 && t >= (begins[last + 1] ?? Infinity)) last++;
    return last;
  };
}

/** What is seen goes before what is hidden, and then what asks more for a look. */
function paint(lanes: Uint8Array, lane: number, from: number, to: number, cell: number): void {
  for (let at = from; at <= to; at++) {
    const known = lanes[lane + at] ?? 0;
    if (rankOf(cell) > rankOf(known)) lanes[lane + at] = cell | (known & BEGINS);
  }
}

const rankOf = (cell: number): number => (cell & 7) + ((cell & 7) > 0 && (cell & HIDDEN) === 0 ? 8 : 0);
