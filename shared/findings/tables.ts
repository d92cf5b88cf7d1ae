/**
 * States of judges: plain objects of values, Maps, Sets and arrays. What is in a table is never changed in place, only replaced;
 * so a copy of the state is a copy of its tables, one level deep.
 */

/** A copy that later steps on the original do not change. */
export function copyTables<State extends object>(state: State): State {
  const copied = Object.entries(state).map(([name, value]: [string, unknown]) => [name, copyTable(value)]);
  return Object.fromEntries(copied) as State;
}

function copyTable(value: unknown): unknown {
  if (value instanceof Map) return new Map(value);
  if (value instanceof Set) return new Set(value);
  return Array.isArray(value) ? [...(value as unknown[])] : value;
}

/** Entries of all tables of a state. */
export function sizeOfTables(state: object): number {
  let size = 0;
  for (const value of Object.values(state)) {
    if (value instanceof Map || value instanceof Set) size += value.size;
    else if (Array.isArray(value)) size += value.length;
  }
  return size;
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
