/** Where rows are: a tall list of equal rows seen through a window, also when the list is taller than a browser allows. */

/** Height of every row (pixels); the same as `--row`. */
export const ROW = 28;
/** Browsers limit the height of an element; beyond this, the scroll bar is scaled. */
export const TALLEST = 8_000_000;
/** Rows kept above and below the window. */
const OVERSCAN = 6;

/** Height of the element that makes the scroll bar (pixels). */
export function spacerHeight(rows: number): number {
  return Math.min(rows * ROW, TALLEST);
}

/** How far down a list can be scrolled (pixels of the list). */
export function lowestTop(rows: number, height: number): number {
  return Math.max(0, rows * ROW - height);
}

/** `scrollTop` that stands for `top` pixels of the list. The same number unless the list is scaled. */
export function toScroll(top: number, rows: number, height: number): number {
  const lowest = lowestTop(rows, height);
  return rows * ROW <= TALLEST || lowest === 0 ? top : (top / lowest) * (TALLEST - height);
}

/** The opposite of `toScroll`. */
export function fromScroll(scrollTop: number, rows: number, height: number): number {
  const lowest = lowestTop(rows, height);
  return rows * ROW <= TALLEST ? scrollTop : (scrollTop / (TALLEST - height)) * lowest;
}

export interface RowWindow {
  /** First row kept, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Places for rows: the same for every position in the list, so that each place can be used again. */
  readonly places: number;
}

/** The rows to draw when `top` pixels of the list are above a window of `height`. */
export function rowWindow(top: number, rows: number, height: number): RowWindow {
  const places = Math.ceil(height / ROW) + 1 + 2 * OVERSCAN;
  const first = Math.max(0, Math.min(Math.floor(top / ROW) - OVERSCAN, rows - places));
  return { first, end: Math.min(rows, first + places), places };
}

/** Where to scroll so that a row is in view below `cover` pixels of sticky head; `top` itself when it is. */
export function topToShow(index: number, top: number, height: number, cover: number): number {
  const y = index * ROW;
  // Far away rows come to the upper third, near ones just into view; by whole rows, so that the sticky band cuts none.
  if (y < top - height || y > top + 2 * height) return Math.max(0, y - Math.floor(height / 3 / ROW) * ROW);
  if (y < top + cover) return Math.max(0, y - cover);
  return y + ROW > top + height ? y + ROW - height : top;
}
