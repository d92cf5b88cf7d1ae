/** One session as the page shows it. The log is plain and outside reactivity; `version` is bumped once a frame. */
import { untrack } from 'svelte';
import { LENSES } from '#shared/lenses';
import { FACTS, factsOf, type RecordingFacts } from '#shared/library';
import type { RecordingHeader, WireEvent } from '#shared/recording';
import {
  OBLIGATIONS,
  SESSION,
  SessionLog,
  type Cursor,
  type Fold,
  type OperationsAsOf,
  type SessionState,
  hasCapability,
} from '#shared/session';
import { EventIndex, Timeline, type FoundLookup, type Run } from '#shared/timeline';
import { nextUpdate } from '../base/frame.ts';
import { inBackground } from '../base/yield-to-page.ts';
import type { FileEnding } from './file-ending.ts';
import { Playback } from './playback.svelte.ts';
import type { SessionSource } from './source.ts';

const LISTS = ['tools', 'resources', 'prompts'] as const;

const ROWS_A_STEP = 1000;
/** Time for other rows at once, when a person waits for them. */
const AWAITED_ROWS_MS = 24;
/** Events that the filter judges again one by one; when more changed, it judges all of them. */
const MAX_REFILTERED_COUNT = 200;

export class SessionView {
  readonly id: string;
  readonly log: SessionLog;
  readonly playback: Playback;
  readonly source: SessionSource;
  /** Resolves when the whole of an opened file is in the log. */
  readonly read: Promise<void>;
  header: RecordingHeader = $state.raw() as RecordingHeader;
  ending: FileEnding = $state.raw({});
  /** Selected event, or -1. Never moves by itself. */
  selected = $state(-1);
  #byPanel = $state(false);
  /** How often the details were asked for beside a selection, as after a call from the line. */
  asked = $state(0);
  /** How often something was selected, the same event again included. */
  selections = $state(0);
  /** The view sticks to the end while it is at the end. */
  follow: boolean = $state(true);
  filterText = $state('');
  routine = $state(false);
  #calls = $state(false);
  /** Draft of the composer, kept when another session is looked at; undefined means none typed yet. */
  draft: string | undefined = $state();
  /** The panel beside the diagram, if one is open; `openPanel` opens one. */
  panel: string | undefined = $state();
  /** The editor of raw messages is open below the diagram. */
  composing = $state(false);
  #version = $state(0);
  /** The first of the server's lists that it declares; its tools while that is not known, and where it declares none. */
  readonly leadingPanel = $derived.by(() => LISTS.find((list) => hasCapability(this.now.server, list)) ?? 'tools');
  #timeline = $state.raw() as Timeline;
  readonly #index: EventIndex;
  /** The rows without a filter, once they were asked for, by whether they have routine steps and are calls. */
  readonly #whole = new Map<string, Timeline>();
  readonly #past: Cursor;
  readonly #owned = new Map<(view: SessionView) => unknown, unknown>();
  /** What rules found at an event, for the filter; nothing until they have come. */
  found: FoundLookup = () => [];
  /** Whether something that is shown was found at an event: then a line stands below its row. */
  lined: (s: number) => boolean = () => false;
  readonly #listeners = new Set<() => void>();
  readonly #endings = new Set<() => void>();
  #catchingUp = false;

  /** `sourceOf` makes the session's source from the view, which is whole but for it. */
  constructor(
    id: string,
    header: RecordingHeader,
    sourceOf: (view: SessionView) => SessionSource,
    {
      log = new SessionLog(),
      read = Promise.resolve(),
      follow = true,
    }: Partial<Pick<SessionView, 'log' | 'read' | 'follow'>> = {},
  ) {
    this.id = id;
    this.header = header;
    this.log = log;
    this.#past = log.cursor();
    this.read = read;
    this.follow = follow;
    // From the first event on: catching up with a long log would hold up the page.
    for (const fold of [OBLIGATIONS, ...LENSES, FACTS]) log.follow<object>(fold);
    this.#index = new EventIndex(log);
    this.#timeline = this.#timelineOf('', false);
    this.playback = new Playback(log);
    this.source = sourceOf(this);
    if (log.length > 0) this.touch();
  }

  /** Show a panel: `compose` is the editor below the diagram, every other stands beside it. */
  openPanel(id: string): void {
    if (id === 'compose') this.composing = true;
    else this.panel = id;
  }

  /** Changes once a frame while events arrive. Read it (or a getter below) inside `$derived` to follow the log. */
  get version(): number {
    return this.#version;
  }
  get shown(): number {
    void this.#version;
    return this.playback.head === undefined ? this.log.length : this.playback.head + 1;
  }
  /** The session's state at its last event, whatever playback shows; a new object each version. Its tables change in place. */
  get now(): Readonly<SessionState> {
    void this.#version;
    return { ...this.log.state };
  }
  /** The session's state as of what is shown. */
  get state(): Readonly<SessionState> {
    return this.asOf(SESSION);
  }
  get facts(): RecordingFacts {
    return factsOf(this.log.state, this.log.follow(FACTS), { cutShort: false });
  }
  /** A fold's state as of what is shown, a new object each version, for `$derived`. Its tables change in place: never hand them on. */
  asOf<State extends object>(fold: Fold<State>): Readonly<State> {
    void this.#version;
    const { head } = this.playback;
    return { ...(head === undefined ? this.log.follow(fold) : this.#past.asOf(fold, head)) };
  }
  /** What a feature keeps with this session, made by `make` the first time: see `slot`. */
  own<Value>(make: (view: SessionView) => Value): Value {
    if (!this.#owned.has(make)) {
      const made = untrack(() => make(this));
      this.#owned.set(make, made);
    }
    return this.#owned.get(make) as Value;
  }
  event(s: number | undefined): WireEvent | undefined {
    return s === undefined || s >= this.shown ? undefined : this.log.event(s);
  }
  /** Microseconds of the session at the last event shown. */
  get moment(): number {
    return this.event(this.shown - 1)?.t ?? 0;
  }
  get operations(): OperationsAsOf {
    return this.log.operationsAsOf(this.shown - 1);
  }
  get timeline(): Timeline {
    void this.#version;
    return this.#timeline;
  }
  get rowCount(): number {
    void this.#version;
    return this.playback.head === undefined ? this.#timeline.length : this.#timeline.rowsOf(this.playback.head + 1);
  }

  /** Append events in order. Events already there are ignored. */
  append(events: readonly WireEvent[]): void {
    for (const event of events) this.log.append(event);
    this.touch();
  }

  setFilter(text: string, routine = this.routine): void {
    this.filterText = text;
    this.routine = routine;
    this.#timeline = this.#timelineOf(text, routine);
    const began = performance.now();
    while (this.#timeline.advance(ROWS_A_STEP) && performance.now() - began < AWAITED_ROWS_MS);
    this.#addRows();
  }

  /** What rules found at these events changed: lines below rows come and go, and a filter that asks for findings judges them again. */
  refilter(events: readonly number[]): void {
    if (events.length === 0) return;
    for (const each of new Set([this.#timeline, ...this.#whole.values()])) each.mark(events);
    this.#version++;
    if (!this.#timeline.filter.asksFindings) return;
    if (events.length > MAX_REFILTERED_COUNT) this.setFilter(this.filterText);
    else this.#timeline.refilter(events);
  }

  /** A call has one row, or each message has. Reactive. */
  get calls(): boolean {
    return this.#calls;
  }
  set calls(on: boolean) {
    this.#calls = on;
    this.setFilter(this.filterText);
  }

  toggleCall(begin: number): void {
    this.#timeline.toggleCall(begin);
    this.#version++;
  }

  /** Fold a phase that has ended away under its head, or unfold it. Gives true when there was something to do. */
  foldPhase(phase: number, folded: boolean): boolean {
    const changed = this.#timeline.foldPhase(phase, folded);
    if (changed) this.#version++;
    return changed;
  }

  toggleRun(run: Run): void {
    this.#timeline.toggle(run);
    this.#version++;
  }

  /** Select an event (-1 for none). `byPanel`: for what a panel sent, which shows the answer itself. */
  select(s: number, byPanel = false): void {
    this.selected = s;
    this.#byPanel = byPanel;
    this.selections += 1;
  }
  /** The details of what is selected are to be shown. Reactive. */
  get detailsOpen(): boolean {
    return this.selected >= 0 && !this.#byPanel;
  }

  /** Make everything that depends on the log look again in the next frame. */
  touch(): void {
    nextUpdate(this.#addRows);
    for (const each of this.#listeners) each();
  }

  /** Call `listener` whenever the log may have grown, without waiting for a frame: a hidden tab has none. The result removes it. */
  onEvents(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Call `listener` when nobody looks at the session any more. */
  onEnd(listener: () => void): void {
    this.#endings.add(listener);
  }

  /** Nobody looks at the session any more: it goes on where it is hosted. */
  end(): void {
    this.source.detach();
    for (const each of this.#endings) each();
  }

  #timelineOf(filter: string, routine: boolean): Timeline {
    const key = `${routine} ${this.calls}`;
    const known = filter === '' ? this.#whole.get(key) : undefined;
    const timeline = known ?? this.#newTimeline(filter, routine);
    if (filter === '') this.#whole.set(key, timeline);
    return timeline;
  }

  #newTimeline(filter: string, routine: boolean): Timeline {
    const { calls } = this;
    const options = {
      filter,
      routine,
      calls,
      found: (s: number) => this.found(s),
      lined: (s: number) => this.lined(s),
    };
    return new Timeline(this.log, options, this.#index);
  }

  /** A few rows are there in this frame; more come in the background. */
  readonly #addRows = (): void => {
    this.#version++;
    if (!this.#timeline.advance(ROWS_A_STEP) || this.#catchingUp) return;
    this.#catchingUp = true;
    void inBackground(() => {
      nextUpdate(this.#addRows);
      this.#catchingUp = this.#timeline.advance(ROWS_A_STEP);
      return this.#catchingUp;
    });
  };
}
