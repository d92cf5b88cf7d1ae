/** Large Maps of the states of folds: a copy of one costs what changed since the copy before, however many entries it has. */
import { EMPTY, History } from './history.ts';

/** A Map with more entries than this becomes a `Table` when it is copied, a `Table` with fewer than `FEW` a Map. */
const MANY = 32;
const FEW = 8;

/** The Map to copy (`copyMap`), and to go on with, in the place of this one: it has the same entries. */
export function copiable<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  if (!(map instanceof Table)) return map.size > MANY ? new Table(new History(), map) : map;
  return map.size < FEW ? new Map(map as Table<Key, Value>) : map;
}

/** A Map with the same entries; what changes in one does not change in the other. Values are shared. */
export function copyMap<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  return map instanceof Table ? (map as Table<Key, Value>).copy() : new Map(map);
}

/** A Map that as one holds only what changed since it was copied last. What it had before is in a history that copies share. */
class Table<Key, Value> extends Map<Key, Value> {
  #history: History<Key, Value>;
  #version = EMPTY;
  /** Keys of that version that were deleted since. */
  #deleted: Set<Key> | undefined;
  #size: number;
  /** The history's newest version is this table's; of a copy it is another one's. */
  #leads = true;

  /** With these entries beside what is in the history. */
  constructor(history: History<Key, Value>, entries: Iterable<[Key, Value]>) {
    super();
    this.#history = history;
    for (const [key, value] of entries) super.set(key, value);
    this.#size = super.size;
  }

  override get size(): number {
    return this.#size;
  }

  override has(key: Key): boolean {
    return super.has(key) || this.#place(key) >= 0;
  }

  override get(key: Key): Value | undefined {
    const value = super.get(key);
    if (value !== undefined || super.has(key)) return value;
    const place = this.#place(key);
    return place < 0 ? undefined : this.#history.value(this.#version, place);
  }

  override set(key: Key, value: Value): this {
    const own = super.size;
    super.set(key, value);
    if (super.size > own && this.#place(key) < 0) this.#size++;
    return this;
  }

  override delete(key: Key): boolean {
    const isOwn = super.delete(key);
    const isShared = this.#place(key) >= 0;
    if (isShared) (this.#deleted ??= new Set()).add(key);
    if (isOwn || isShared) this.#size--;
    return isOwn || isShared;
  }

  override clear(): void {
    this.#history = new History();
    this.#version = EMPTY;
    this.#deleted = undefined;
    this.#size = 0;
    this.#leads = true;
    super.clear();
  }

  override *entries(): MapIterator<[Key, Value]> {
    for (const [key, value] of this.#history.entries(this.#version))
      if (!this.#deleted?.has(key)) yield super.has(key) ? [key, super.get(key) as Value] : [key, value];
    for (const entry of super.entries()) if (this.#place(entry[0]) < 0) yield entry;
  }

  override [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  override *keys(): MapIterator<Key> {
    for (const [key] of this.entries()) yield key;
  }

  override *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  override forEach(call: (value: Value, key: Key, table: Map<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) call(value, key, this);
  }

  copy(): Table<Key, Value> {
    if (this.#leads && (super.size > 0 || this.#deleted)) {
      this.#version = this.#history.after(this.#version, this.#deleted ?? [], super.entries());
      this.#deleted = undefined;
      super.clear();
    }
    const copy = new Table(this.#history, super.entries());
    copy.#version = this.#version;
    copy.#deleted = this.#deleted && new Set(this.#deleted);
    copy.#size = this.#size;
    copy.#leads = false;
    return copy;
  }

  #place(key: Key): number {
    return this.#deleted?.has(key) ? -1 : this.#history.find(this.#version, key);
  }
}
