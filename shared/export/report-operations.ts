/** The operations of a report: what was asked, what came and how long it took, and figures for each tool. */
import type { SessionLog } from '#shared/session';
import { duration, type Words } from '#shared/words';
import { cutTo } from './columns.ts';
import { markdownTable, markdownText } from './markdown-text.ts';
import { answerOf, askedOf, placedLines, statisticsTable } from './operations.ts';

const MAX_LINE_COUNT = 200;
const MAX_TOOL_COUNT = 100;
const MAX_CELL_COLUMNS = 80;
/** What stands before a question of the other side, under the operation during which it was asked. */
const NESTED = '└ ';

/** Two sections of tables, the second where something was asked for by name; nothing without an operation. */
export function operationSections(log: SessionLog, words: Words, filter = ''): string[] {
  const t = words.operations;
  const { lines, left } = placedLines(log, { most: MAX_LINE_COUNT, filter, found: undefined, words });
  if (lines.length === 0) return [];
  const rows = lines.map(({ line, depth }) => {
    const { operation, span } = line;
    const asked = `${depth === 1 ? NESTED : ''}${cell(askedOf(line, words))}`;
    const took = span.to === undefined ? '' : duration(span.to - span.from, words.common.locale);
    return [String(operation.opened), asked, cell(answerOf(line, words)), took];
  });
  const statistics = statisticsTable(log, words);
  const tools = statistics.rows.slice(0, MAX_TOOL_COUNT).map(([name = '', ...figures]) => [cell(name), ...figures]);
  return [
    `## ${t.title}`,
    markdownTable([t.number, t.operation, t.answer, t.time], rows, [0, 3]),
    ...(left > 0 ? [t.more(left)] : []),
    ...(tools.length === 0
      ? []
      : [
          `## ${t.statistics}`,
          markdownTable(statistics.head, tools, [1, 2, 3, 4, 5, 6, 7]),
          ...(statistics.rows.length > MAX_TOOL_COUNT
            ? [words.report.more(statistics.rows.length - MAX_TOOL_COUNT)]
            : []),
        ]),
  ];
}

const cell = (text: string): string => markdownText(cutTo(text, MAX_CELL_COLUMNS));
