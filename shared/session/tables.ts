/** States of folds as plain objects of values, Maps, Sets, sequences and arrays. Entries are replaced, never changed in place: copies share them. */
import { Groups } from './groups.ts';
import { Sequence } from './sequence.ts';
import { copiable, copyMap } from './table.ts';

/** A copy that later steps on the original do not change. Costs what changed in its Maps since the copy before, and its Sets and arrays. */
export function copyTables<State extends object>(state: State): State {
  const copied = { ...state };
  for (const name of Object.keys(copied) as (keyof State)[]) {
    const value: unknown = state[name];
    if (value instanceof Map) {
      const table = copiable(value);
      state[name] = table as State[keyof State];
      copied[name] = copyMap(table) as State[keyof State];
    } else if (value instanceof Sequence || value instanceof Groups || value instanceof Recent)
      copied[name] = value.copy() as State[keyof State];
    else if (value instanceof Set) copied[name] = new Set(value) as State[keyof State];
    else if (Array.isArray(value)) copied[name] = [...(value as unknown[])] as State[keyof State];
  }
  return copied;
}

/**
 * A table of its last entries: at least `most`, at most twice that. The older half goes at once, because a Map finds its first key by
 * passing all that was deleted before it; copies share that half.
 */
export class Recent<Key, Value> {
  readonly most: number;
  older: ReadonlyMap<Key, Value>;
  newer: Map<Key, Value>;

  constructor(most = 2000, older: ReadonlyMap<Key, Value> = new Map(), newer = new Map<Key, Value>()) {
    this.most = most;
    this.older = older;
    this.newer = newer;
  }

  /** How many entries there are; one that was put in again may count twice. */
  get size(): number {
    return this.older.size + this.newer.size;
  }
  get(key: Key): Value | undefined {
    return this.newer.get(key) ?? this.older.get(key);
  }
  set(key: Key, value: Value): void {
    this.newer.set(key, value);
    if (this.newer.size < this.most) return;
    this.older = this.newer;
    this.newer = new Map();
  }
  copy(): Recent<Key, Value> {
    this.newer = copiable(this.newer);
    return new Recent(this.most, this.older, copyMap(this.newer));
  }
}

/** Put into a table that keeps at least the `most` entries that began last and at most twice as many: the older half goes at once. */
export function keep<Key, Value>(table: Map<Key, Value>, key: Key, value: Value, most = 2000): void {
  table.set(key, value);
  if (table.size <= 2 * most) return;
  let drop = table.size - most;
  for (const old of table.keys()) {
    if (drop-- <= 0) return;
    table.delete(old);
  }
}

/** Forget everything that is in the tables of a state. */
export function emptyTables(state: object): void {
  for (const value of Object.values(state)) if (value instanceof Map || value instanceof Set) value.clear();
}
