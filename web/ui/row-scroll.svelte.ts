/** Where a list of rows is scrolled to. The position counts pixels of the whole list; `scrollTop` follows it. */
import {
  fromScroll,
  isScaled,
  lowestTop,
  rowWindow,
  topOf,
  toScroll,
  topToShow,
  type Pane,
  type RowTops,
  type RowWindow,
} from './row-geometry.ts';

/** `scrollTop` comes back rounded from the browser. */
export const ROUNDING = 2;

export class RowScroll {
  readonly row: number;
  readonly #count: () => number;
  height = $state(0);
  /** Where it was scrolled to; a list that became shorter may end above. */
  protected place = $state(0);
  #seenHeight = 0;

  constructor(row: number, count: () => number) {
    this.row = row;
    this.#count = count;
  }

  get rows(): number {
    return this.#count();
  }
  get tops(): RowTops | undefined {
    return undefined;
  }
  get pane(): Pane {
    return { rows: this.rows, row: this.row, height: this.height, tops: this.tops };
  }
  topOf(index: number): number {
    return topOf(index, this.pane);
  }
  /** Pixels of the list above the window. */
  get top(): number {
    return Math.min(this.place, this.lowest);
  }
  get lowest(): number {
    return lowestTop(this.pane);
  }
  get window(): RowWindow {
    return rowWindow(this.top, this.pane);
  }
  get scrollTop(): number {
    return toScroll(this.top, this.pane);
  }

  scrollTo(top: number): void {
    this.place = Math.max(0, Math.min(top, this.lowest));
  }

  /** The browser scrolled a window of this height. Ignores what `scrollTop` or an unobserved growth caused: the end is still the end. */
  onScroll(scrollTop: number, height: number): void {
    const meant = (): boolean => Math.abs(scrollTop - this.scrollTop) < ROUNDING;
    if (meant()) return;
    this.height = height;
    if (!meant()) this.scrollTo(fromScroll(scrollTop, this.pane));
  }

  /** The wheel turned. In a scaled list it moves by rows, and the browser must not scroll. */
  onWheel(event: WheelEvent): void {
    if (!isScaled(this.pane) || event.ctrlKey || event.shiftKey) return;
    const { top } = this;
    const unit =
      event.deltaMode === event.DOM_DELTA_LINE ? this.row : event.deltaMode === event.DOM_DELTA_PAGE ? this.height : 1;
    this.scrollTo(top + event.deltaY * unit);
    if (this.top !== top) event.preventDefault();
  }

  /** Bring a row into view, below `cover` pixels of sticky head. */
  show(index: number, cover = 0): void {
    const top = topToShow(index, this.top, this.pane, cover);
    if (top !== this.top) this.scrollTo(top);
  }
  /** The window may be lower now: a row that was seen (none below 0) stays so, below `cover` pixels of head. `follows`: the end stayed. */
  keep(index: number, cover: number, follows = false): void {
    const before = this.#seenHeight;
    this.#seenHeight = this.height;
    if (this.height >= before || this.height === 0 || index < 0) return;
    const above = this.topOf(index) - this.top + (follows ? this.height - before : 0);
    if (above >= 0 && above < before) this.show(index, cover);
  }
}
