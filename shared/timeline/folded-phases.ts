/** The phases whose rows are folded away under their heads. */
import type { SessionLog } from '#shared/session';
import { codeOf, PHASE, type RowCodes } from './row-codes.ts';

export class FoldedPhases {
  readonly #log: SessionLog;
  readonly #rows: RowCodes;
  /** Their rows, by the place of the phase among those of the session. */
  readonly #away = new Map<number, readonly number[]>();

  constructor(log: SessionLog, rows: RowCodes) {
    this.#log = log;
    this.#rows = rows;
  }

  phaseAt(s: number): number {
    return this.#log.state.phases.all.findLastIndex((start) => start.s <= s);
  }
  has(phase: number): boolean {
    return this.#away.has(phase);
  }
  /** True for an event whose row is folded away. */
  hides(s: number): boolean {
    return this.#away.size > 0 && this.has(this.phaseAt(s));
  }
  /** The rows of the phase of event `s` are there again. */
  unfoldAt(s: number): void {
    if (this.hides(s)) this.set(this.phaseAt(s), false, Infinity);
  }

  /** Fold a phase whose end is among the first `processed` events, or unfold it. Gives true when there was something to do. */
  set(phase: number, folded: boolean, processed: number): boolean {
    const [start, next] = [this.#log.state.phases.at(phase), this.#log.state.phases.at(phase + 1)];
    if (folded === this.has(phase) || !start || !next || processed < next.s) return false;
    if (!folded) {
      this.#rows.merge(this.#away.get(phase) ?? [], new Set());
      return this.#away.delete(phase);
    }
    const [head, end] = [
      this.#rows.firstAtLeast(codeOf(start.s, PHASE)),
      this.#rows.firstAtLeast(codeOf(next.s, PHASE)),
    ];
    if (head + 1 >= end) return false;
    this.#away.set(phase, this.#rows.slice(head + 1, end));
    this.#rows.splice(head + 1, end - head - 1);
    return true;
  }
}
