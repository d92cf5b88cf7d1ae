/** What happened, told event by event for a terminal: a sentence or two for each row of the diagram. */
import type { Fault } from '#shared/jsonrpc';
import type { Recorded } from '#shared/recording';
import { meaningOf } from '#shared/words';
import { visibleText } from '#shared/plain-text';
import { columnsIn, cutTo, painter, width, wrapped } from './columns.ts';
import { diagramOf, wanted, type EventRow } from './diagram.ts';
import type { TerminalOptions } from './types.ts';

const MAX_ROW_COUNT = 10_000;
const TIME_COLUMNS = 8;

/**
 * A recording in words for a terminal: phases as headings; number, time and meaning of each event. A run of like events is one line. Nothing
 * from the wire reaches the terminal as a control character or escape sequence. At most 10,000 rows.
 */
export function toTerminalExplained(recorded: Recorded, options: TerminalOptions): string {
  const { log, words, rows, title, left } = diagramOf(recorded, wanted(options, MAX_ROW_COUNT));
  const paint = painter(options.color);
  const columns = columnsIn(options.width);
  const number = Math.max(2, String(rows.at(-1)?.s ?? 0).length);
  const indent = number + TIME_COLUMNS + 3;
  const cursor = log.cursor();
  const wrong = (fault: Fault): string => {
    const { title, text } = words.problems.faults[fault];
    return `${title}${words.common.colon}${text}`;
  };
  const told = ({ s, run, text, view }: EventRow): string =>
    run
      ? text.parts.map((part) => part.text).join(' ')
      : [meaningOf(words, log, s, cursor), ...view.faults.map(wrong)].join(words.meaning.space);
  const lines = [paint.bold(cutTo(visibleText(title), columns))];
  for (const row of rows) {
    if (row.type === 'band') {
      const text = visibleText(row.text);
      lines.push(
        row.band === 'phase'
          ? paint.bold(`── ${text} ${'─'.repeat(Math.max(0, columns - width(text) - 4))}`)
          : paint.muted(`${' '.repeat(indent)}${text}`),
      );
      continue;
    }
    const [first = '', ...more] = wrapped(visibleText(told(row)), columns - indent);
    const ink = row.view.trouble ? paint.err : (text: string): string => text;
    const head = paint.muted(`${String(row.s).padStart(number)} ${row.time.padStart(TIME_COLUMNS)}`);
    lines.push(`${head} ${row.view.trouble ? paint.err('▲') : ' '}${ink(first)}`);
    for (const line of more) lines.push(`${' '.repeat(indent)}${ink(line)}`);
  }
  if (left > 0) lines.push(paint.muted(words.report.moreRows(left)));
  return `${lines.join('\n')}\n`;
}
