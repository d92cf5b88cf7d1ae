/** Where rows begin that are not all of one height, or whose distance follows time: above each is space for the time since the one before. */
import { countBefore } from '#shared/base';
import type { Timeline } from '#shared/timeline';
import type { RowTops } from '../ui/row-geometry.ts';

/** The most space between two rows (pixels): longer times are cut. */
export const MAX_SPACE_PX = 240;
/** Rows at the end that may become others when events come. */
const MAX_UNSETTLED_ROWS = 64;

export class TimeTops implements RowTops {
  readonly #row: number;
  readonly #call: number;
  #timeline: Timeline | undefined;
  /** Pixels for a microsecond. */
  #scale = 0;
  readonly #tops: number[] = [];
  /** Microseconds before each row, which another scale does not change. */
  readonly #times: number[] = [];
  /** Number of the event of the last row that is taken to be settled: when it is another, rows have come or gone above. */
  #mark: number | undefined;

  /** Heights of a row and of a call's (pixels). */
  constructor(row: number, call: number) {
    this.#row = row;
    this.#call = call;
  }

  heightOf(index: number): number {
    return this.#timeline?.isCall(index) === true ? this.#call : this.#row;
  }

  /** Lay out the rows of a timeline that are not known yet: all of them, when it or the scale is another or rows above have changed. */
  advance(timeline: Timeline, scale: number): this {
    const { length } = timeline;
    const [tops, times] = [this.#tops, this.#times];
    const settled = Math.max(0, tops.length - MAX_UNSETTLED_ROWS);
    const same = timeline === this.#timeline && timeline.row(settled)?.s === this.#mark;
    this.#timeline = timeline;
    if (scale > 0)
      for (let index = same && times.length > settled ? settled : 0; index < length; index++)
        times[index] = timeline.timeBefore(index);
    const from = same && scale === this.#scale ? settled : 0;
    let below = from === 0 ? 0 : (tops[from - 1] ?? 0) + this.heightOf(from - 1);
    for (let index = from; index < length; index++) {
      const space = scale === 0 ? 0 : Math.round(Math.min(MAX_SPACE_PX, (times[index] ?? 0) * scale));
      const top = below + space;
      tops[index] = top;
      below = top + this.heightOf(index);
    }
    tops.length = length;
    this.#scale = scale;
    this.#mark = timeline.row(Math.max(0, length - MAX_UNSETTLED_ROWS))?.s;
    return this;
  }

  topOf(index: number): number {
    const { length } = this.#tops;
    if (index < length) return this.#tops[Math.max(0, index)] ?? 0;
    return length === 0 ? 0 : (this.#tops[length - 1] ?? 0) + this.heightOf(length - 1);
  }

  indexAt(top: number): number {
    return Math.max(0, countBefore(this.#tops.length, (index) => (this.#tops[index] ?? 0) <= top) - 1);
  }
}
