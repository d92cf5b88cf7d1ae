/** Where rows begin whose distance follows time: each is as high as a row, with space above it for the time since the one before. */
import { countBefore } from '#shared/base';
import type { Timeline } from '#shared/timeline';
import type { RowTops } from '../ui/row-geometry.ts';

/** The most space between two rows (pixels): longer times are cut. */
export const LONGEST = 240;
/** Rows at the end that may become others when events come. */
const UNSETTLED = 64;

export class TimeTops implements RowTops {
  /** Height of a row (pixels). */
  readonly #row: number;
  #timeline: Timeline | undefined;
  /** Pixels for a microsecond. */
  #scale = 0;
  #tops = new Float64Array(1024);
  /** Microseconds before each row, which another scale does not change. */
  #times = new Float64Array(1024);
  #known = 0;
  /** Number of the event of the last row that is taken to be settled: when it is another, rows have come or gone above. */
  #mark: number | undefined;

  constructor(row: number) {
    this.#row = row;
  }

  /** Lay out the rows of a timeline that are not known yet: all of them, when it or the scale is another or rows above have changed. */
  advance(timeline: Timeline, scale: number): this {
    const settled = Math.max(0, this.#known - UNSETTLED);
    const same = timeline === this.#timeline && this.#markAt(timeline, settled) === this.#mark;
    this.#measure(timeline, same ? settled : 0);
    this.#lay(timeline.length, scale, same && scale === this.#scale ? settled : 0);
    this.#timeline = timeline;
    this.#scale = scale;
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

  #measure(timeline: Timeline, from: number): void {
    const { length } = timeline;
    if (length > this.#tops.length) {
      const [tops, times] = [this.#tops, this.#times];
      this.#tops = new Float64Array(length + (length >> 2));
      this.#times = new Float64Array(this.#tops.length);
      this.#tops.set(tops);
      this.#times.set(times);
    }
    const times = this.#times;
    for (let index = from; index < length; index++) times[index] = timeline.timeBefore(index);
  }

  #lay(length: number, scale: number, from: number): void {
    const [tops, times, row] = [this.#tops, this.#times, this.#row];
    let below = from === 0 ? 0 : (tops[from - 1] ?? 0) + row;
    for (let index = from; index < length; index++) {
      const top = below + Math.round(Math.min(LONGEST, (times[index] ?? 0) * scale));
      tops[index] = top;
      below = top + row;
    }
    this.#known = length;
  }

  #markAt(timeline: Timeline, index: number): number | undefined {
    return timeline.row(index)?.s;
  }
}
