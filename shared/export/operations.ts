/** The operations of a recording as the formats that are text show them: which, in what order, and what each says. */
import { operationLine, operationOrder, type OperationLine, failureCount, toolStatistics } from '#shared/operations';
import type { Recorded } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { duration, type Words, number, size } from '#shared/words';
import { logOf, wanted, type Wanted } from './diagram.ts';
import type { DiagramOptions } from './types.ts';

/** A line, and how deep it stands: what is asked while one operation is open stands under it. */
export interface PlacedLine {
  readonly line: OperationLine;
  readonly depth: 0 | 1;
}

export function operationsOf(recorded: Recorded, options: DiagramOptions, highest: number) {
  const asked = wanted(options, highest);
  const log = asked.log ?? logOf(recorded);
  return { ...asked, log, ...placedLines(log, asked) };
}

/** The first lines of those that pass a filter, in the order in which they began, and how many more there are. */
export function placedLines(
  log: SessionLog,
  { most, filter, found, words }: Wanted,
): { readonly lines: PlacedLine[]; readonly left: number } {
  const order = operationOrder(log, Infinity, 'began', filter, found);
  const shown = new Set(order.slice(0, most));
  const placed = (index: number, depth: 0 | 1): PlacedLine[] => {
    const line = operationLine(log, index, Infinity, words);
    const nested = log.nestedIn(index).flatMap((each) => (shown.has(each) ? placed(each, 1) : []));
    return [...(line ? [{ line, depth }] : []), ...nested];
  };
  const isNested = (index: number): boolean => shown.has(log.operations.get(index)?.parent ?? -1);
  const lines = [...shown].flatMap((index) => (isNested(index) ? [] : placed(index, 0)));
  return { lines, left: order.length - shown.size };
}

/** What was asked: method, name, arguments. Malformed text has none of them. */
export function askedOf({ method, name, arguments: given }: OperationLine, words: Words): string {
  return [method || words.rows.malformed, name, given].filter(Boolean).join(' ');
}

/** What came, or how it ended where nothing did; what went wrong is named, and time that a tap took is told apart. */
export function answerOf({ outcome, answer, span }: OperationLine, words: Words): string {
  const came =
    outcome === 'result'
      ? answer || words.outcomes.result
      : [words.outcomes[outcome], answer].filter(Boolean).join(words.common.colon);
  const held = span.held.reduce((sum, { from, to = from }) => sum + to - from, 0);
  return held === 0
    ? came
    : `${came}${words.common.aside(words.operations.heldFor(duration(held, words.common.locale)))}`;
}

/** The head, and a row for each method and name; the first cell is its name, the others are figures. */
export function statisticsTable(log: SessionLog, words: Words): { readonly head: string[]; readonly rows: string[][] } {
  const t = words.operations;
  const { locale } = words.common;
  const time = (ms: number | undefined): string => (ms === undefined ? '' : duration(ms * 1000, locale));
  const rows = toolStatistics(log).map((tool) => [
    `${tool.method} ${tool.name}`,
    number(tool.count, locale),
    number(failureCount(tool), locale),
    ...[tool.p50, tool.p95, tool.longest].map(time),
    size(tool.sent, words),
    size(tool.received, words),
  ]);
  return { head: [t.name, t.count, t.failed, t.p50, t.p95, t.longest, t.sent, t.received], rows };
}
