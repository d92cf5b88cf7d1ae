/** The lines of the list: operations in order, heads of groups above theirs, and below an operation that is expanded its events. */
import { countBefore } from '#shared/base';

/** What a line shows: the group with this index, the operation with this one, or event `value` of operation `op`. */
export interface ListRow {
  readonly type: 'group' | 'operation' | 'event';
  readonly value: number;
  readonly op: number;
  /** 1 for a line that is inside no other. */
  readonly level: number;
}

/** Lines of one kind, one after the other: `length` values of `list` from `first` on. */
interface Block extends Omit<ListRow, 'value'> {
  readonly start: number;
  readonly length: number;
  readonly list: readonly number[];
  readonly first: number;
}

export interface Lines {
  readonly order: readonly number[];
  /** The operations of each group, none for one that is folded; undefined without groups. */
  readonly groups: readonly (readonly number[])[] | undefined;
  readonly expanded: ReadonlySet<number>;
  readonly events: (op: number) => readonly number[];
}

export class OperationRows {
  readonly #blocks: Block[] = [];
  #length = 0;

  constructor({ order, groups, expanded, events }: Lines) {
    if (!groups) this.#operations(order, 1, expanded, events);
    for (const [group, operations] of groups?.entries() ?? []) {
      this.#add('group', [group], { op: -1, level: 1 });
      this.#operations(operations, 2, expanded, events);
    }
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): ListRow | undefined {
    const before = countBefore(this.#blocks.length, (at) => (this.#blocks[at]?.start ?? 0) <= index);
    const block = this.#blocks[before - 1];
    if (!block || index < 0 || index >= block.start + block.length) return undefined;
    const value = block.list[block.first + index - block.start] ?? -1;
    const { type, level } = block;
    return { type, value, level, op: type === 'operation' ? value : block.op };
  }

  /** The index of the line of this kind and value, or -1. */
  indexOf(type: ListRow['type'], value: number): number {
    for (const block of this.#blocks) {
      if (block.type !== type) continue;
      const place = block.list.indexOf(value, block.first) - block.first;
      if (place >= 0 && place < block.length) return block.start + place;
    }
    return -1;
  }

  #operations(list: readonly number[], level: number, expanded: Lines['expanded'], events: Lines['events']): void {
    const places = [...expanded].map((op) => list.indexOf(op)).filter((place) => place >= 0);
    let first = 0;
    for (const place of places.sort((a, b) => a - b)) {
      this.#add('operation', list, { first, end: place + 1, level });
      const op = list[place] ?? -1;
      this.#add('event', events(op), { op, level: level + 1 });
      first = place + 1;
    }
    this.#add('operation', list, { first, level });
  }

  #add(
    type: ListRow['type'],
    list: readonly number[],
    { first = 0, end = list.length, op = -1, level }: { first?: number; end?: number; op?: number; level: number },
  ): void {
    const length = end - first;
    if (length <= 0) return;
    this.#blocks.push({ type, list, first, op, level, start: this.#length, length });
    this.#length += length;
  }
}
