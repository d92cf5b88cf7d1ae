/** The operations of a session as of one of its events: what playback, a row of the diagram or a rule sees of them. */
import { countBefore, defined } from '#shared/base';
import type { Operation, Trace } from './trace.ts';

/** What a view reads; a `Trace` is one. */
type Source = Pick<Trace, 'operations' | 'notes' | 'spanning'>;

/** The operations as they were just after event `last`. Nothing is copied in advance: those that changed since are given as copies. */
export class OperationsAsOf {
  readonly #source: Source;
  readonly #last: number;

  constructor(source: Source, last: number) {
    this.#source = source;
    this.#last = last;
  }

  /** How many had begun. */
  get length(): number {
    const { operations } = this.#source;
    return countBefore(operations.length, (at) => (operations[at]?.opened ?? Infinity) <= this.#last);
  }

  /** The operation with this index; undefined when it had not begun. */
  at(index: number): Operation | undefined {
    const operation = this.#source.operations[index];
    return operation && operation.opened <= this.#last ? asOf(operation, this.#last) : undefined;
  }

  /** The operations with these indices, those that had begun. */
  pick(indices: readonly number[]): Operation[] {
    return indices.flatMap((index) => this.at(index) ?? []);
  }

  of(s: number): Operation | undefined {
    return s > this.#last ? undefined : this.at(this.#source.notes[s]?.op ?? -1);
  }

  spanning(from: number, to: number): Operation[] {
    return this.#source.spanning(from, Math.min(to, this.#last)).map((operation) => asOf(operation, this.#last));
  }

  *[Symbol.iterator](): Generator<Operation> {
    for (const operation of this.#source.operations) {
      if (operation.opened > this.#last) return;
      yield asOf(operation, this.#last);
    }
  }
}

function asOf(operation: Operation, last: number): Operation {
  const { events, closed, closedAt, outcome, received, tapped, ...rest } = operation;
  const later = (events.at(-1) ?? 0) > last;
  const over = closed !== undefined && closed <= last;
  if (over && !later) return operation;
  return {
    ...rest,
    ...defined({ tapped: tapped !== undefined && tapped <= last ? tapped : undefined }),
    ...(over ? { closed, ...defined({ closedAt, outcome, received }) } : {}),
    ...(!over && operation.kind === 'malformed' ? { outcome: 'silence' as const } : {}),
    // Cut only when it is looked at: a request may have a hundred thousand progress notifications.
    get events() {
      return later
        ? events.slice(
            0,
            countBefore(events.length, (at) => (events[at] ?? 0) <= last),
          )
        : events;
    },
  };
}
