/** Rows as numbers: that of an event times the number of types, plus the row's type; ascending. */
import { countBefore, Numbers } from '#shared/base';

/** Types of rows, in the order in which those of one event stand. */
export const PHASE = 0;
export const GAP = 1;
export const RUN = 2;
export const CALL = 3;
export const EVENT = 4;
export const LINE = 5;
export const TYPES = 6;

export const codeOf = (s: number, type: number): number => s * TYPES + type;

export class RowCodes extends Numbers {
  has(code: number): boolean {
    const index = this.firstAtLeast(code);
    return index < this.length && this.get(index) === code;
  }

  /** The index of the first that is `code` or more. */
  firstAtLeast(code: number): number {
    return countBefore(this.length, (index) => this.get(index) < code);
  }

  /** Put in others, which ascend, and take out those of a set: one pass over what is from the first of these on. */
  merge(others: readonly number[], dropped: ReadonlySet<number>): void {
    let first = others[0] ?? Infinity;
    for (const code of dropped) first = Math.min(first, code);
    if (first === Infinity) return;
    const from = this.firstAtLeast(first);
    const below = this.slice(from, this.length);
    const merged: number[] = [];
    let next = 0;
    for (const code of below) {
      for (; (others[next] ?? Infinity) < code; next++) merged.push(others[next] ?? 0);
      if (!dropped.has(code)) merged.push(code);
    }
    this.splice(from, below.length, merged.concat(others.slice(next)));
  }
}

/** The first rows of a phase, with its band above the first that is of an event; none where no event has a row. */
export function withBand(head: readonly number[]): number[] {
  const rows = head.filter((code) => code % TYPES !== PHASE);
  return rows
    .slice(0, 1)
    .map((code) => codeOf(Math.floor(code / TYPES), PHASE))
    .concat(rows);
}
