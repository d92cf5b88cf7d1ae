/** Methods, names and kinds that occur in a session, for the filter's suggestions. */
import type { WireEvent } from '#shared/recording';
import { LogReader } from '#shared/timeline';

/** A server that makes up methods or names without end shall not fill the memory. */
const MAX_VALUE_COUNT = 1000;

export interface Seen {
  readonly method: readonly string[];
  readonly tool: readonly string[];
  readonly kind: readonly string[];
}

export class SeenValues extends LogReader {
  readonly #methods = new Set<string>();
  readonly #names = new Set<string>();
  readonly #kinds = new Set<string>();

  protected override process({ s }: WireEvent): void {
    const { kind, method, op, role } = this.log.notes.get(s) ?? {};
    if (kind !== undefined) this.#kinds.add(kind);
    add(this.#methods, method);
    if (role === 'opens' && op !== undefined) add(this.#names, this.log.operations.get(op)?.name);
  }

  values(): Seen {
    return { method: [...this.#methods].sort(), tool: [...this.#names].sort(), kind: [...this.#kinds].sort() };
  }
}

function add(values: Set<string>, value: string | undefined): void {
  if (value === undefined || values.has(value) || values.size >= MAX_VALUE_COUNT) return;
  // One with spaces or quotes can't be written as a token.
  if (/^[^\s"]{1,100}$/.test(value)) values.add(value);
}
