/** Where rows are: a tall list seen through a window, also when the list is taller than a browser allows. */

/** Browsers limit the height of an element; beyond this, the scroll bar is scaled. */
export const TALLEST = 8_000_000;
/** Rows kept above and below the window. */
const OVERSCAN = 6;

/** Where rows begin that have space between them; each is as high as a row, and the space is above it. */
export interface RowTops {
  /** Pixels from the top of the list to a row; for the number of rows, to the end of the list. */
  topOf(index: number): number;
  /** The last row that begins at so many pixels from the top of the list, or above. */
  indexAt(top: number): number;
  /** Height of a row (pixels), where they differ. */
  heightOf?(index: number): number;
}

export interface Pane {
  readonly rows: number;
  /** Height of every row (pixels). */
  readonly row: number;
  /** Height of the window in which rows are seen (pixels). */
  readonly height: number;
  /** Absent for rows one below the other. */
  readonly tops?: RowTops | undefined;
}

export function topOf(index: number, { tops, row }: Pane): number {
  return tops ? tops.topOf(index) : index * row;
}

export function indexAt(top: number, { tops, row }: Pane): number {
  return tops ? tops.indexAt(top) : Math.floor(top / row);
}

const heightOf = (pane: Pane): number => topOf(pane.rows, pane);

/** Height of the element that makes the scroll bar (pixels). */
export const spacerHeight = (pane: Pane): number => Math.min(heightOf(pane), TALLEST);

export const isScaled = (pane: Pane): boolean => heightOf(pane) > TALLEST;

/** How far down a list can be scrolled (pixels of the list). */
export const lowestTop = (pane: Pane): number => Math.max(0, heightOf(pane) - pane.height);

/** `scrollTop` that stands for `top` pixels of the list. The same number unless the list is scaled. */
export function toScroll(top: number, pane: Pane): number {
  const lowest = lowestTop(pane);
  return !isScaled(pane) || lowest === 0 ? top : (top / lowest) * (TALLEST - pane.height);
}

export function fromScroll(scrollTop: number, pane: Pane): number {
  return isScaled(pane) ? (scrollTop / (TALLEST - pane.height)) * lowestTop(pane) : scrollTop;
}

export interface RowWindow {
  /** First row kept, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Places for rows: the same for every position in the list, so that each place can be used again. */
  readonly places: number;
}

export function rowWindow(top: number, pane: Pane): RowWindow {
  const { rows, row, height } = pane;
  const places = Math.ceil(height / row) + 1 + 2 * OVERSCAN;
  const first = Math.max(0, Math.min(indexAt(top, pane) - OVERSCAN, rows - places));
  return { first, end: Math.min(rows, first + places), places };
}

/** Where to scroll so that a row is in view below `cover` pixels of sticky head; `top` itself when it is. */
export function topToShow(index: number, top: number, pane: Pane, cover = 0): number {
  const { height } = pane;
  const row = pane.tops?.heightOf?.(index) ?? pane.row;
  const y = topOf(index, pane);
  // Far away rows come to the upper third, near ones just into view; by whole rows, so that a sticky head cuts none.
  if (y < top - height || y > top + 2 * height) return Math.max(0, y - Math.floor(height / 3 / pane.row) * pane.row);
  if (y < top + cover) return Math.max(0, y - cover);
  return y + row > top + height ? y + row - height : top;
}

/** Where a key leads in a list from row `at`, or undefined for a key that does not move. */
export function rowMove(key: string, at: number, { rows, row, height }: Pane): number | undefined {
  const page = Math.max(1, Math.floor(height / row) - 1);
  const last = rows - 1;
  const moves: { readonly [key: string]: number } = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}
