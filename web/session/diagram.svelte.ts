/** Where a session's diagram is scrolled to and what is pointed at. Positions count pixels of the whole list. */
import { Exchanges, Overview, SessionAxis } from '#shared/timeline';
import { indexAt, topToShow, type RowTops } from '../ui/row-geometry.ts';
import { RowScroll, ROUNDING } from '../ui/row-scroll.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';
import { RowCache } from './row-cache.ts';
import { LONGEST, TimeTops } from './time-tops.ts';

/** Height of every row (pixels); the same as `--row`. */
export const ROW = 28;

/** How far it is zoomed in and out (pixels for a microsecond), and by how much at once. */
const MOST_SCALE = 1;
const LEAST_SCALE = 1e-8;
export const ZOOM = 2;

export class Diagram extends RowScroll {
  readonly view: SessionView;
  readonly overview: Overview;
  readonly time: SessionAxis;
  readonly rowCache: RowCache;
  /** The HTTP exchanges; who reads them has them take in what came. */
  readonly exchanges: Exchanges;
  /** Operation under the pointer, or -1. */
  hovered = $state(-1);
  /** Pixels for a microsecond, where the rows' distance follows time; 0 where they stand in order. */
  #scale = $state(0);
  readonly #tops: TimeTops;
  /** What the tops were laid out for. */
  #laid: { readonly version: number; readonly scale: number; readonly timeline: unknown } | undefined;
  /** Selected event and playhead that were last brought into view. */
  #revealed = -1;
  #head: number | undefined;
  /** Height of the window when it was last looked at (pixels). */
  /** Rows there were when following stopped. */
  #known = $state(0);

  constructor(view: SessionView) {
    super(ROW, () => view.rowCount);
    this.view = view;
    this.overview = new Overview(view.log);
    this.time = new SessionAxis(view.log);
    this.rowCache = new RowCache(view.log);
    this.#tops = new TimeTops(ROW);
    this.exchanges = new Exchanges(view.log);
  }

  override get top(): number {
    return this.view.follow ? this.lowest : super.top;
  }
  /** Rows that came since the end was last followed. In a file, and while an earlier event is shown, nothing comes. */
  get unseen(): number {
    const { follow, source, playback } = this.view;
    return follow || source.kind === 'file' || playback.head !== undefined ? 0 : Math.max(0, this.rows - this.#known);
  }
  get seen(): { readonly from: number; readonly to: number } {
    const { timeline } = this.view;
    const { pane, top } = this;
    const from = timeline.row(indexAt(top, pane))?.s ?? 0;
    const last = Math.min(this.rows - 1, indexAt(Math.max(top, top + this.height - 1), pane));
    const row = timeline.row(last);
    return { from, to: (row?.type === 'run' && !row.run.open ? row.run.events.at(-1) : row?.s) ?? from };
  }

  /** Scroll to a position; the end is followed from there on when it is the end. */
  override scrollTo(top: number): void {
    const end = top >= this.lowest - ROUNDING;
    super.scrollTo(top);
    if (this.view.follow !== end) this.view.follow = end;
    if (end) this.#known = this.rows;
  }

  /** Remember where following has led, so that the view stays there when it is switched off. */
  stay(): void {
    if (!this.view.follow) return;
    this.place = this.top;
    this.#known = this.rows;
  }

  /** Change what is filtered, and stay where the selection or else the first row in view is. */
  setFilter(text: string, routine = this.view.routine): void {
    this.#stayAt(this.#anchor, () => this.view.setFilter(text, routine));
    this.#known = this.rows;
  }

  /** Fold the run that event `s` is in, or give its events rows of their own. Gives true when there was something to do. */
  fold(s: number, folded: boolean): boolean {
    const { view } = this;
    const run = view.timeline.runOf(s);
    if (!run || run.open !== folded) return false;
    // What is looked at stays where it is.
    this.stay();
    if (!folded) view.follow = false;
    view.toggleRun(run);
    // The first stands for all.
    if (folded && run.events.includes(view.selected)) view.select(run.events[0] ?? -1);
    if (folded) this.showEvent(s);
    return true;
  }

  /** A selected event is in sight: a run that it is in is unfolded, unless it stands for all of it. */
  unfoldSelected(): void {
    const { selected, timeline } = this.view;
    const run = timeline.runOf(selected);
    if (run && !run.open && selected !== run.events[0]) this.view.toggleRun(run);
  }

  get timed(): boolean {
    return this.#scale > 0;
  }
  set timed(on: boolean) {
    // At first the rows are twice as far from each other as they are in order.
    const scale = (this.rows * ROW) / Math.max(1, this.time.axis.length);
    this.#stayAt(this.#anchor, () => (this.#scale = on ? Math.min(MOST_SCALE, Math.max(LEAST_SCALE, scale)) : 0));
  }
  /** Put more or less space between the rows for the same time; event `s` stays where it is. */
  zoom(by: number, s = this.#anchor): void {
    if (!this.timed) return;
    this.stay();
    this.view.follow = false;
    this.#stayAt(s, () => (this.#scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, this.#scale * by))));
  }
  override get tops(): RowTops | undefined {
    const { view } = this;
    const [scale, version, timeline] = [this.#scale, view.version, view.timeline];
    if (scale === 0) return undefined;
    const laid = this.#laid;
    if (laid?.version !== version || laid.scale !== scale || laid.timeline !== timeline) {
      this.#tops.advance(timeline, scale);
      this.#laid = { version, scale, timeline };
    }
    return this.#tops;
  }
  /** The space above a row (pixels), the time that it stands for (microseconds), and whether that is more than it shows. */
  spaceAbove(index: number): { readonly height: number; readonly passed: number; readonly cut: boolean } {
    const height = this.timed && index > 0 ? this.topOf(index) - this.topOf(index - 1) - ROW : 0;
    return { height, passed: height > 0 ? this.view.timeline.timeBefore(index) : 0, cut: height >= LONGEST };
  }

  /** The selection where it is in view, or else the first event that is. */
  get #anchor(): number {
    const { selected } = this.view;
    const { from, to } = this.seen;
    return selected >= from && selected <= to ? selected : from;
  }

  /** Change where rows are, while event `s` stays where it is, or the end in view. */
  #stayAt(s: number, change: () => void): void {
    const { follow } = this.view;
    const offset = this.topOf(this.view.timeline.rowOf(s)) - this.top;
    change();
    if (!follow) this.place = Math.max(0, this.topOf(this.view.timeline.rowOf(s)) - offset);
  }

  /** Bring the row of event `s` into view, or the one after it when it is hidden. */
  showEvent(s: number): void {
    this.show(Math.min(this.view.timeline.rowOf(s), this.rows - 1), ROW);
  }

  /** Put the moment of event `s` in the middle. */
  centre(s: number): void {
    this.scrollTo(this.topOf(this.view.timeline.rowOf(s)) - Math.floor(this.height / 2 / ROW) * ROW);
  }

  /** The selection changed: bring it into view, once. */
  reveal(s: number): void {
    if (s === this.#revealed) return;
    this.#revealed = s;
    if (s < 0) return;
    this.unfoldSelected();
    this.showEvent(s);
  }

  /** The window became another: what is selected in it stays in sight, unless the newest event is followed. */
  resized(): void {
    const { selected, timeline, follow, source } = this.view;
    const kept = selected < 0 || (follow && source.kind !== 'file') ? -1 : timeline.rowOf(selected);
    this.keep(Math.min(kept, this.rows - 1), ROW, follow);
  }

  /** The playhead moved: keep the last row shown in view. */
  revealHead(head: number | undefined): void {
    if (head === this.#head) return;
    this.#head = head;
    if (head !== undefined && this.rows > 0) this.place = topToShow(this.rows - 1, this.top, this.pane);
  }
}

export const diagramOf = slot((view) => new Diagram(view));
