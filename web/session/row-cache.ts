/** Rows that were described are kept while they are likely to be drawn again; drawing goes over the same few every frame. */
import type { SessionLog } from '#shared/session';
import { describe, type RowView } from '#shared/timeline';

const MAX_ROW_COUNT = 400;

export class RowCache {
  readonly #log: SessionLog;
  readonly #rows = new Map<number, RowView>();

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Event `s` described as of event `asOf`: the same object for as long as nothing about it changes. */
  get(s: number, asOf: number): RowView | undefined {
    const known = this.#rows.get(s);
    const note = this.#log.notes.get(s);
    // Only the row that opens an operation says something that later events change.
    const opens = note?.role === 'opens';
    const closed = opens ? this.#log.operationsAsOf(asOf).at(note.op)?.closed : undefined;
    if (known && (!opens || known.operation?.closed === closed)) return known;
    const row = describe(this.#log, s, asOf);
    if (row) this.#rows.set(s, row);
    if (this.#rows.size > MAX_ROW_COUNT) this.#rows.delete(this.#rows.keys().next().value ?? -1);
    return row;
  }
}
