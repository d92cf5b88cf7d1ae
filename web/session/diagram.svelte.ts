/** Where a session's diagram is scrolled to and what is pointed at. Positions count pixels of the whole list. */
import { countBelow } from '#shared/base';
import type { Phase } from '#shared/session';
import { Exchanges, SessionAxis, Troubles, type TimeAxis, type Timeline } from '#shared/timeline';
import { indexAt, topToShow, type RowTops } from '../ui/row-geometry.ts';
import { RowScroll, ROUNDING } from '../ui/row-scroll.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';
import { keepState } from '../base/kept-state.ts';
import { foldedPhases } from './folded-phases.svelte.ts';
import { LineCache } from './line-cache.ts';
import { RowCache } from './row-cache.ts';
import { ROWS } from './shown-as.svelte.ts';
import { MAX_SPACE_PX, TimeTops } from './time-tops.ts';

/** Height of a row (pixels), the same as `--row`, and of that of a call, which has two arrows. */
export const ROW = 28;
const CALL_ROW = 48;

/** Bounds of the time scale (pixels for a microsecond), and the factor of one step. */
const MAX_SCALE = 1;
const MIN_SCALE = 1e-8;
export const ZOOM = 2;
/** Phases that say in their heads what came of them. */
const LEADING: ReadonlySet<Phase> = new Set(['connection', 'initialization', 'discovery']);
const withinBounds = (scale: number): number => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));

export class Diagram extends RowScroll {
  readonly view: SessionView;
  readonly rowCache: RowCache;
  readonly lines: LineCache;
  readonly #troubles: Troubles;
  readonly #time: SessionAxis;
  readonly #exchanges: Exchanges;
  /** Operation under the pointer, or -1. */
  hovered = $state(-1);
  /** Pixels for a microsecond, where the rows' distance follows time; 0 where they stand in order. */
  #scale = $state(0);
  readonly #tops = new TimeTops(ROW, CALL_ROW);
  /** Another object whenever they may have changed. */
  readonly #laidOut = $derived.by(() => ({
    tops: this.#scale === 0 && !this.view.calls ? undefined : this.#tops.advance(this.view.timeline, this.#scale),
  }));
  #revealed = -1;
  /** How many phases have ended and were folded, where they were to be. */
  #ended = 0;
  #endedOf: Timeline | undefined;
  #head: number | undefined;
  #known = $state(0);

  constructor(view: SessionView) {
    super(ROW, () => view.rowCount);
    this.view = view;
    this.#troubles = new Troubles(view.log);
    this.#time = new SessionAxis(view.log);
    this.rowCache = new RowCache(view.log);
    this.lines = new LineCache(view.log);
    this.#exchanges = new Exchanges(view.log);
  }

  get axis(): TimeAxis {
    void this.view.version;
    return this.#time.axis;
  }
  /** Numbers of all events that went wrong, ascending. Reactive. */
  get troubles(): readonly number[] {
    void this.view.version;
    this.#troubles.advance();
    return this.#troubles.found;
  }
  get exchanges(): Exchanges {
    void this.view.version;
    this.#exchanges.advance();
    return this.#exchanges;
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

  /** Show calls or messages, and stay where the selection or else the first row in view is. */
  set calls(on: boolean) {
    keepState({ [ROWS]: on ? 'calls' : 'messages' });
    this.#stayAt(this.#anchor, () => (this.view.calls = on));
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
    const call = run ? undefined : view.timeline.callOf(s);
    if ((run ?? call)?.open !== folded) return false;
    // What is looked at stays where it is.
    this.stay();
    if (!folded) view.follow = false;
    if (call) view.toggleCall(call.s);
    if (call && folded && view.timeline.callOf(view.selected)?.s === call.s) view.select(call.s);
    if (!run) return true;
    view.toggleRun(run);
    // The first stands for all.
    if (folded && run.events.includes(view.selected)) view.select(run.events[0] ?? -1);
    if (folded) this.showEvent(s);
    return true;
  }

  /** Fold the rows of a phase away under its head, or put them back; the head stays where it is. */
  foldPhase(phase: number, folded: boolean): void {
    this.stay();
    const top = this.top;
    if (!this.view.foldPhase(phase, folded)) return;
    this.place = top;
    this.view.follow = false;
  }

  /** Fold the phases that ended well, now and in every session from now on, or keep all of them open. */
  foldPhases(fold: boolean): void {
    foldedPhases.wanted = fold;
    this.#ended = 0;
    if (fold) return this.foldEnded();
    const { length } = this.view.log.state.phases;
    for (let phase = 0; phase < length; phase += 1) this.view.foldPhase(phase, false);
  }

  /** Fold the phases that led to the session's operation and ended without a problem, each once. */
  foldEnded(): void {
    if (!foldedPhases.wanted) return;
    const { log, timeline, selected } = this.view;
    const { phases } = log.state;
    // Other rows than before have them all.
    if (timeline !== this.#endedOf) [this.#endedOf, this.#ended] = [timeline, 0];
    if (!timeline.filter.empty) return;
    for (; ; this.#ended += 1) {
      const [start, next] = [phases.at(this.#ended), phases.at(this.#ended + 1)];
      if (!start || !next || timeline.processed < next.s) return;
      if (!LEADING.has(start.phase) || (selected >= start.s && selected < next.s)) continue;
      if (!this.#isWrong(start.s, next.s)) this.view.foldPhase(this.#ended, true);
    }
  }
  #isWrong(from: number, end: number): boolean {
    const { troubles } = this;
    if (countBelow(troubles, end) > countBelow(troubles, from)) return true;
    for (let s = from; s < end; s += 1) if (this.view.lined(s)) return true;
    return false;
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
    const scale = (this.rows * ROW) / Math.max(1, this.axis.length);
    this.#stayAt(this.#anchor, () => (this.#scale = on ? withinBounds(scale) : 0));
  }
  /** Put more or less space between the rows for the same time; event `s` stays where it is. */
  zoom(by: number, s = this.#anchor): void {
    if (!this.timed) return;
    this.stay();
    this.view.follow = false;
    this.#stayAt(s, () => (this.#scale = withinBounds(this.#scale * by)));
  }
  override get tops(): RowTops | undefined {
    return this.#laidOut.tops;
  }
  /** The space above a row (pixels), the time that it stands for (microseconds), and whether that is more than it shows. */
  spaceAbove(index: number): { readonly height: number; readonly passed: number; readonly cut: boolean } {
    const above = index > 0 && this.timed ? this.topOf(index - 1) + this.#tops.heightOf(index - 1) : this.topOf(index);
    const height = this.topOf(index) - above;
    return { height, passed: height > 0 ? this.view.timeline.timeBefore(index) : 0, cut: height >= MAX_SPACE_PX };
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

  centre(s: number): void {
    this.scrollTo(this.topOf(this.view.timeline.rowOf(s)) - Math.floor(this.height / 2 / ROW) * ROW);
  }

  /** The selection changed: bring it into view, once. */
  reveal(s: number): void {
    if (s === this.#revealed) return;
    this.#revealed = s;
    if (s < 0) return;
    this.view.foldPhase(this.view.timeline.phaseAt(s), false);
    this.unfoldSelected();
    this.showEvent(s);
  }

  /** The window became another: what is selected in it stays in sight, unless the newest event is followed. */
  resized(): void {
    const { selected, timeline, follow, source } = this.view;
    const kept = selected < 0 || (follow && source.kind !== 'file') ? -1 : timeline.rowOf(selected);
    this.keep(Math.min(kept, this.rows - 1), ROW, follow);
  }

  revealHead(head: number | undefined): void {
    if (head === this.#head) return;
    this.#head = head;
    if (head !== undefined && this.rows > 0) this.place = topToShow(this.rows - 1, this.top, this.pane);
  }
}

export const diagramOf = slot((view) => new Diagram(view));
