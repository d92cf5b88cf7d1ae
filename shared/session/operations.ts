/** The operations of a session as of one of its events: what playback, a row of the diagram or a rule sees of them. */
import type { Operation } from './operation-table.ts';
import type { Trace } from './trace.ts';

/** The operations as they were just after event `last`. Nothing is copied in advance. */
export class OperationsAsOf {
  readonly #trace: Pick<Trace, 'operations' | 'notes' | 'spanning'>;
  readonly #last: number;

  constructor(trace: Pick<Trace, 'operations' | 'notes' | 'spanning'>, last: number) {
    this.#trace = trace;
    this.#last = last;
  }

  /** How many had begun. */
  get length(): number {
    return this.#trace.operations.countUpTo(this.#last);
  }

  /** The operation with this index; undefined when it had not begun. */
  at(index: number): Operation | undefined {
    return this.#trace.operations.get(index, this.#last);
  }

  /** The operations with these indices, those that had begun. */
  pick(indices: readonly number[]): Operation[] {
    return indices.flatMap((index) => this.at(index) ?? []);
  }

  of(s: number): Operation | undefined {
    return s > this.#last ? undefined : this.at(this.#trace.notes.opOf(s));
  }

  spanning(from: number, to: number): Operation[] {
    return this.pick(this.#trace.spanning(from, Math.min(to, this.#last)).map(({ index }) => index));
  }

  *[Symbol.iterator](): Generator<Operation> {
    for (let index = 0; ; index++) {
      const operation = this.at(index);
      if (!operation) return;
      yield operation;
    }
  }
}
