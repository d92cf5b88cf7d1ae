/** Calls that were described are kept while they are likely to be drawn again, once nothing about them changes any more. */
import { operationLine, type OperationLine } from '#shared/operations';
import type { SessionLog } from '#shared/session';
import { words } from '../base/i18n/all.ts';

const MAX_LINE_COUNT = 200;

export class LineCache {
  readonly #log: SessionLog;
  readonly #lines = new Map<number, { readonly line: OperationLine; readonly language: unknown }>();

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Operation `op` as of event `asOf`; undefined before it began. */
  get(op: number, asOf: number): OperationLine | undefined {
    const [now, language] = [this.#log.operationsAsOf(asOf).at(op), words.now];
    const known = this.#lines.get(op);
    const { operation, span } = known?.line ?? {};
    const settled =
      span?.to !== undefined &&
      span.retries.length === 0 &&
      span.nested.every(({ to }) => to !== undefined) &&
      operation?.closed === now?.closed &&
      operation?.events.length === now?.events.length;
    if (known && settled && known.language === language) return known.line;
    const line = operationLine(this.#log, op, asOf, language);
    if (line) this.#lines.set(op, { line, language });
    if (this.#lines.size > MAX_LINE_COUNT) this.#lines.delete(this.#lines.keys().next().value ?? -1);
    return line;
  }
}
