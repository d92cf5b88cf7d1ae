/** Where rows begin whose distance follows time: each is as high as a row, with space above it for the time since the one before. */
import { countBefore } from '#shared/base';
import type { SessionLog } from '#shared/session';
import type { Row, Timeline } from '#shared/timeline';
import type { RowTops } from '../ui/row-geometry.ts';

/** The most space between two rows (pixels): longer times are cut. */
export const LONGEST = 240;
/** Rows at the end that may become others when events come. */
const UNSETTLED = 64;

export class TimeTops implements RowTops {
  readonly #log: SessionLog;
  /** Height of a row (pixels). */
  readonly #row: number;
  #timeline: Timeline | undefined;
  /** Pixels for a microsecond. */
  #scale = 0;
  #tops = new Float64Array(1024);
  #ends = new Float64Array(1024);
  #known = 0;
  /** Number of the event of the last row that is taken to be settled: when it is another, rows have come or gone above. */
  #mark: number | undefined;

  constructor(log: SessionLog, row: number) {
    this.#log = log;
    this.#row = row;
  }

  /** Lay out the rows of a timeline that are not known yet: all of them, when it or the scale is another or rows above have changed. */
  advance(timeline: Timeline, scale: number): this {
    const settled = Math.max(0, this.#known - UNSETTLED);
    const same = timeline === this.#timeline && scale === this.#scale && this.#markAt(timeline, settled) === this.#mark;
    this.#timeline = timeline;
    this.#scale = scale;
    this.#lay(timeline, same ? settled : 0);
    this.#mark = this.#markAt(timeline, Math.max(0, this.#known - UNSETTLED));
    return this;
  }

  topOf(index: number): number {
    if (index < this.#known) return this.#tops[Math.max(0, index)] ?? 0;
    return this.#known === 0 ? 0 : (this.#tops[this.#known - 1] ?? 0) + this.#row;
  }

  indexAt(top: number): number {
    return Math.max(0, countBefore(this.#known, (index) => (this.#tops[index] ?? 0) <= top) - 1);
  }

  /** Microseconds between a row and the one before, where there is space for them. */
  timeBefore(index: number): number {
    const row = this.#timeline?.row(index);
    return row && index > 0 ? Math.max(0, this.#timeOf(row) - (this.#ends[index - 1] ?? 0)) : 0;
  }

  #lay(timeline: Timeline, from: number): void {
    const { length } = timeline;
    if (length > this.#tops.length) {
      const [tops, ends] = [this.#tops, this.#ends];
      this.#tops = new Float64Array(length + (length >> 2));
      this.#ends = new Float64Array(this.#tops.length);
      this.#tops.set(tops);
      this.#ends.set(ends);
    }
    for (let index = from; index < length; index++) {
      const row = timeline.row(index);
      if (!row) continue;
      const begin = this.#timeOf(row);
      const before = index === 0 ? begin : (this.#ends[index - 1] ?? begin);
      const space = row.type === 'gap' ? 0 : Math.min(LONGEST, Math.max(0, begin - before) * this.#scale);
      this.#tops[index] = index === 0 ? 0 : (this.#tops[index - 1] ?? 0) + this.#row + Math.round(space);
      this.#ends[index] = row.type === 'run' ? Math.max(begin, this.#endOf(row)) : begin;
    }
    this.#known = length;
  }

  #markAt(timeline: Timeline, index: number): number | undefined {
    return timeline.row(index)?.s;
  }
  /** When the last event came that a row stands for. */
  #endOf({ run }: Row & { readonly type: 'run' }): number {
    return run.open ? 0 : (this.#log.events[run.events.at(-1) ?? -1]?.t ?? 0);
  }
  #timeOf({ s }: Row): number {
    return this.#log.events[s]?.t ?? 0;
  }
}
