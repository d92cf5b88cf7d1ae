/** The list of a session's operations: its order, what is expanded, and where it is scrolled to. Kept with the session. */
import {
  lineCount,
  lineOf,
  operationLine,
  operationOrder,
  slowestOf,
  toolStatistics,
  withQuestions,
} from '#shared/operations';
import type { SessionLog } from '#shared/session';
import { withTimeRange } from '#shared/timeline';
import type { OperationLine, OperationSort, ToolStatistics } from '#shared/operations';
import { nextFrame } from '../base/frame.ts';
import { words } from '../base/i18n/all.ts';
import { withItem } from '../base/with-item.ts';
import { diagramOf } from '../session/diagram.svelte.ts';
import { Throttled } from '../base/throttled.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { slot } from '../session/slot.ts';
import { RowScroll, ROUNDING } from '../ui/row-scroll.svelte.ts';
import { groupsOf, type Group } from './groups.ts';
import { OperationRows } from './operation-rows.ts';
import { zoomed } from './zoom.ts';

/** Height of every row (pixels); the same as `--row`. */
export const ROW = 28;
/** Open as long as it is wanted: no call. */
const STANDING = 'subscriptions/listen';
const LINES_KEPT = 200;

export class OperationList extends RowScroll {
  readonly view: SessionView;
  sort: { readonly by: OperationSort; readonly descending: boolean } = $state.raw({ by: 'began', descending: false });
  grouped = $state(false);
  /** Operations whose events are shown, and keys of the groups whose operations are. */
  #expanded: ReadonlySet<number> = $state.raw(new Set());
  #unfolded: ReadonlySet<string> = $state.raw(new Set());
  /** The head of a group that keys moved to, for as long as the selection stays. */
  #head: { readonly key: string; readonly selected: number } | undefined = $state.raw();
  readonly #lines = new Map<number, { readonly line: OperationLine; readonly language: unknown }>();
  #revealed = -1;
  /** Order and figures of very many operations are a little older than the log while events come fast; then this changes. */
  readonly #ordered = new Throttled<readonly number[]>();
  readonly #figures = new Throttled<ReadonlyMap<string, ToolStatistics>>();
  readonly #longest = new Throttled<number | undefined>();
  readonly #counted = new Throttled<number>();
  #late = $state(0);
  readonly #again = (): void => nextFrame(this.#wake);
  readonly #wake = (): void => {
    this.#late += 1;
  };

  readonly #order: readonly number[] = $derived.by(() => {
    const { filterText } = this.view;
    const { by, descending } = this.sort;
    // A new list in each case: what was taken from the one before is not changed.
    return this.#ofLog(this.#ordered, [by, descending, filterText], (log, last) => {
      const order = operationOrder(log, last, by, filterText, this.view.found);
      return withQuestions(log, descending ? order.reverse() : order);
    });
  });
  readonly slowest: number | undefined = $derived.by(() => {
    const order = this.#order;
    return this.#ofLog(this.#longest, [this.view.filterText], (log, last) => slowestOf(log, order, last));
  });
  readonly #whole: number = $derived(this.#ofLog(this.#counted, [], lineCount));
  readonly groups: readonly Group[] | undefined = $derived.by(() =>
    this.grouped ? groupsOf(this.view.log, this.#order) : undefined,
  );
  readonly #statistics: ReadonlyMap<string, ToolStatistics> = $derived.by(() => {
    if (!this.grouped) return new Map<string, ToolStatistics>();
    return this.#ofLog(
      this.#figures,
      [],
      (log, last) => new Map(toolStatistics(log, last).map((tool) => [`${tool.method} ${tool.name}`, tool])),
    );
  });
  readonly all: OperationRows = $derived(
    new OperationRows({
      order: this.#order,
      groups: this.groups?.map(({ key, operations }) => (this.#unfolded.has(key) ? operations : [])),
      expanded: this.#expanded,
      events: (op) => this.view.operations.at(op)?.events ?? [],
    }),
  );
  readonly axis = $derived.by(() => {
    const { axis } = diagramOf(this.view);
    const { range } = this.view.timeline.filter;
    return range ? axis.within(Math.max(range.from, axis.from), Math.min(range.to, axis.to)) : axis;
  });

  constructor(view: SessionView) {
    super(ROW, () => 0);
    this.view = view;
  }

  /** What `make` gives of the log as of what is shown, a little later while events come fast; made anew at once for other `keys`. */
  #ofLog<Value>(
    kept: Throttled<Value>,
    keys: readonly unknown[],
    make: (log: SessionLog, last: number) => Value,
  ): Value {
    const { log, playback, version, shown } = this.view;
    void this.#late;
    return kept.get([playback.head, ...keys], version, () => make(log, shown - 1), this.#again);
  }

  override get rows(): number {
    return this.all.length;
  }
  /** How many operations are in the list, folded or not. */
  get count(): number {
    return this.#order.length;
  }
  get hidden(): number {
    return this.view.filterText === '' ? 0 : Math.max(0, this.#whole - this.#order.length);
  }
  get #grows(): boolean {
    return this.sort.by === 'began' && !this.sort.descending && !this.grouped;
  }
  override get top(): number {
    return this.view.follow && this.#grows ? this.lowest : super.top;
  }
  /** The line of what is selected, or -1. */
  get current(): number {
    const { selected, log } = this.view;
    const head = this.#head;
    if (head && head.selected === selected && this.groups)
      return this.all.indexOf(
        'group',
        this.groups.findIndex(({ key }) => key === head.key),
      );
    const op = this.operationOf(selected);
    if (op < 0) return -1;
    if (this.isExpanded(op) && log.operations.get(op)?.opened !== selected) {
      const event = this.all.indexOf('event', selected);
      if (event >= 0) return event;
    }
    return this.all.indexOf('operation', op);
  }

  /** The operation on whose line event `s` is, or -1. */
  operationOf(s: number): number {
    const op = this.view.operations.of(s)?.index ?? -1;
    return op < 0 ? -1 : lineOf(this.view.log, op);
  }
  isExpanded(op: number): boolean {
    return this.#expanded.has(op);
  }
  isUnfolded(group: Group): boolean {
    return this.#unfolded.has(group.key);
  }
  statisticsOf({ method, name }: Group): ToolStatistics | undefined {
    return this.#statistics.get(`${method} ${name ?? ''}`);
  }

  /** An operation as of what is shown. Those that have ended are described once. */
  line(op: number): OperationLine | undefined {
    const { view } = this;
    const [now, language] = [view.operations.at(op), words.now];
    const known = this.#lines.get(op);
    const { operation, span } = known?.line ?? {};
    const settled =
      span?.to !== undefined &&
      operation?.closed === now?.closed &&
      operation?.events.length === now?.events.length &&
      span.nested.every(({ to }) => to !== undefined) === true;
    if (known && settled && known.language === language && span.retries.length === 0) return known.line;
    const line = operationLine(view.log, op, view.shown - 1, language);
    if (line) this.#lines.set(op, { line, language });
    if (this.#lines.size > LINES_KEPT) this.#lines.delete(this.#lines.keys().next().value ?? -1);
    return line;
  }

  /** Of a question of the server of which nobody can say which call caused it: how many of the client's were open. */
  callsOpen({ operation: { opened, parent, dir } }: OperationLine): number | undefined {
    if (dir === 'c2s' || parent !== undefined) return undefined;
    const open = this.view.operations.spanning(opened, opened);
    return open.filter(({ dir: by, method }) => by === 'c2s' && method !== STANDING).length;
  }

  /** Sort by a column, or the other way round when it is sorted by it: times and sizes the largest first. */
  sortBy(by: OperationSort): void {
    const descending = this.sort.by === by ? !this.sort.descending : by === 'took' || by === 'size';
    this.sort = { by, descending };
    this.place = 0;
  }

  group(on: boolean): void {
    this.grouped = on;
    this.place = 0;
    this.#revealed = -1;
  }

  expand(index: number, open = !this.isOpen(index)): void {
    const row = this.all.at(index);
    // What is below moves, and not what was pressed.
    this.place = this.top;
    if (this.#grows) this.view.follow = false;
    if (row?.type === 'operation') this.#expanded = withItem(this.#expanded, row.op, open);
    const group = row?.type === 'group' ? this.groups?.[row.value] : undefined;
    if (group) this.#unfolded = withItem(this.#unfolded, group.key, open);
  }
  isOpen(index: number): boolean {
    const row = this.all.at(index);
    const group = row?.type === 'group' ? this.groups?.[row.value] : undefined;
    return group ? this.isUnfolded(group) : row?.type === 'operation' && this.isExpanded(row.op);
  }

  /** Show a window of time that is `by` times as long, around what is selected. */
  zoom(by: number): void {
    const { view } = this;
    const diagram = diagramOf(view);
    const range = zoomed(diagram.axis, view.timeline.filter.range, by, view.event(view.selected)?.t ?? -1);
    diagram.setFilter(withTimeRange(view.filterText, range));
  }

  /** Make a line the current one: its first event is selected, and the details show it. */
  pick(index: number): void {
    const row = this.all.at(index);
    const { view } = this;
    if (row?.type === 'group') {
      const key = this.groups?.[row.value]?.key;
      this.#head = key === undefined ? undefined : { key, selected: view.selected };
      this.show(index);
    } else if (row) {
      this.#head = undefined;
      view.select(row.type === 'event' ? row.value : (view.log.operations.get(row.op)?.opened ?? -1));
    }
  }

  /** The selection changed: bring its line into view, once. */
  reveal(s: number): void {
    if (s === this.#revealed) return;
    this.#revealed = s;
    const op = this.operationOf(s);
    const group = op < 0 ? undefined : this.groups?.find(({ operations }) => operations.includes(op));
    if (group && !this.isUnfolded(group)) this.#unfolded = withItem(this.#unfolded, group.key, true);
    const index = this.current;
    if (index >= 0) this.show(index);
  }

  override scrollTo(top: number): void {
    super.scrollTo(top);
    if (this.#grows) this.view.follow = top >= this.lowest - ROUNDING;
  }
}

export const operationsOf = slot((view) => new OperationList(view));
