/** The operations of a recording as lines of a terminal. */
import type { Interval, Span } from '#shared/operations';
import { visibleText } from '#shared/plain-text';
import type { Recorded } from '#shared/recording';
import { SessionAxis, type TimeAxis } from '#shared/timeline';
import { clock, duration, size, type Words } from '#shared/words';
import { columnsIn, cutTo, painter, width, type Ink, type Paint } from './columns.ts';
import { answerOf, askedOf, operationsOf, type PlacedLine, statisticsTable } from './operations.ts';
import type { TerminalOptions } from './types.ts';

const MAX_LINE_COUNT = 10_000;
const START_COLUMNS = 9;
const TOOK_COLUMNS = 11;
const SIZE_COLUMNS = 10;
/** Columns below which there is no room for numbers and sizes, and below which there is none for starts either. */
const WIDE = 80;
const NARROW = 60;
/** Columns that the names of tools have at least, or as many as they need. */
const MIN_NAME_COLUMNS = 24;

/**
 * The operations of a recording as text for a terminal: the number of the event that began each, when it began, a bar on a common axis,
 * what was asked and what came, how long it took and how large it was; what is asked during an operation stands under it. Then the
 * figures for each tool. Nothing from the wire reaches the terminal as a control character or escape sequence. At most 10,000 lines.
 */
export function toTerminalOperations(recorded: Recorded, options: TerminalOptions): string {
  const { log, words, filter, lines, left } = operationsOf(recorded, options, MAX_LINE_COUNT);
  const paint = painter(options.color);
  const columns = columnsIn(options.width);
  const t = words.operations;
  const title = paint.bold(cutTo(visibleText(recorded.header.title) || words.report.session, columns));
  if (lines.length === 0) return `${title}\n${filter === '' ? t.none : t.nonePasses}\n`;
  return [
    title,
    ...linesOf(lines, new SessionAxis(log).axis, columns, paint, words),
    ...(left > 0 ? [paint.muted(t.more(left))] : []),
    ...statistics(statisticsTable(log, words), columns, paint),
    '',
  ].join('\n');
}

interface Cells {
  readonly number: string;
  readonly start: string;
  readonly bar: string;
  readonly asked: string;
  readonly answer: string;
  readonly took: string;
  readonly size: string;
}

function linesOf(placed: readonly PlacedLine[], axis: TimeAxis, columns: number, paint: Paint, words: Words): string[] {
  const t = words.operations;
  const spans = placed.map(({ line }) => line.span);
  const room = Math.max(8, Math.min(32, Math.floor(columns / 5)));
  const bars = spans.map((span) => barOf(span, axis, room));
  const digits = Math.max(width(t.number), String(Math.max(...placed.map(({ line }) => line.operation.opened))).length);
  const draw = layOut(columns, digits, room);
  const [left, right] = [clock(axis.from), clock(axis.to)];
  const head = draw(
    {
      number: t.number,
      start: t.start,
      bar: left.length + right.length < room ? `${left}${right.padStart(room - left.length)}` : left,
      asked: t.operation,
      answer: t.answer,
      took: t.time,
      size: t.size,
    },
    paint.muted,
    paint.muted,
  );
  const lines = placed.map(({ line, depth }, at) => {
    const { trouble, dir, span, took, sent, received, operation } = line;
    const cells: Cells = {
      number: String(operation.opened),
      start: clock(span.from),
      bar: bars[at] ?? '',
      asked: `${depth === 1 ? '└ ' : ''}${visibleText(askedOf(line, words))}`,
      answer: visibleText(answerOf(line, words)),
      took: took === undefined ? '' : duration(took, words.common.locale),
      size: size(sent + received, words),
    };
    return draw(cells, dir === 'c2s' ? paint.client : paint.server, trouble ? paint.err : (text) => text);
  });
  const explained = [legend(bars, words), axis.cut ? t.idleLeftOut : ''].filter(Boolean).join('   ');
  return [head, ...lines, ...(explained === '' ? [] : [paint.muted(cutTo(explained, columns))])];
}

/** How a line of so many columns is put together: what it is about in `ink`, what came of it in `answered`. */
function layOut(columns: number, digits: number, bar: number): (cells: Cells, ink: Ink, answered: Ink) => string {
  const wide = columns >= WIDE;
  const before = (wide ? digits + 1 : 0) + (columns >= NARROW ? START_COLUMNS + 1 : 0) + bar + 1;
  const text = Math.max(8, columns - before - (TOOK_COLUMNS + 1) - (wide ? SIZE_COLUMNS + 1 : 0));
  return (cells, ink, answered) => {
    const asked = cutTo(cells.asked, width(cells.answer) + 3 > text / 2 ? Math.ceil(text * 0.55) : text);
    const rest = text - width(asked) - 3;
    const answer = rest > 3 && cells.answer !== '' ? cutTo(cells.answer, rest) : '';
    const parts = [
      ...(wide ? [padStart(cells.number, digits)] : []),
      ...(columns >= NARROW ? [padStart(cells.start, START_COLUMNS)] : []),
      ink(padEnd(cells.bar, bar)),
      `${asked}${answer === '' ? '' : ` → ${answered(answer)}`}${padEnd('', text - width(asked) - (answer === '' ? 0 : width(answer) + 3))}`,
      padStart(cutTo(cells.took, TOOK_COLUMNS), TOOK_COLUMNS),
      ...(wide ? [padStart(cells.size, SIZE_COLUMNS)] : []),
    ];
    return parts.join(' ').trimEnd();
  };
}

function statistics(
  { head, rows }: { readonly head: string[]; readonly rows: string[][] },
  columns: number,
  paint: Paint,
): string[] {
  if (rows.length === 0) return [];
  const seen = [head, ...rows].map(([name = '', ...figures]) => [visibleText(name), ...figures]);
  const wide = (at: number): number => Math.max(...seen.map((row) => width(row[at] ?? '')));
  const figures = head.slice(1).map((_, at) => wide(at + 1));
  // As many figures as leave room for the names.
  const taken = (count: number): number => figures.slice(0, count).reduce((sum, each) => sum + each + 2, 0);
  let shown = figures.length;
  while (shown > 2 && columns - taken(shown) < Math.min(wide(0), MIN_NAME_COLUMNS)) shown--;
  const name = Math.max(8, Math.min(wide(0), columns - taken(shown)));
  const lines = seen.map(([first = '', ...rest]) =>
    [
      padEnd(cutTo(first, name), name),
      ...rest.slice(0, shown).map((cell, at) => padStart(cell, figures[at] ?? 0)),
    ].join('  '),
  );
  return ['', ...lines.map((line, at) => (at === 0 ? paint.muted(line) : line).trimEnd())];
}

const padStart = (text: string, columns: number): string => `${' '.repeat(Math.max(0, columns - width(text)))}${text}`;
const padEnd = (text: string, columns: number): string => `${text}${' '.repeat(Math.max(0, columns - width(text)))}`;

const MARKS = { running: '█', question: '▒', person: '░', held: '╍', progress: '┃', lasting: '▶', short: '▏' } as const;

/** The bar on `columns` columns of the axis. What is shorter than a column has a thin mark; what lasts ends in an arrow. */
function barOf({ from, to, ticks, nested, person, held }: Span, axis: TimeAxis, columns: number): string {
  const column = (t: number): number => Math.min(columns - 1, Math.floor(axis.position(t) * columns));
  const first = column(from);
  const last = to === undefined ? columns - 1 : column(to);
  const cells = Array.from<string>({ length: columns }).fill(' ');
  const middle = (cell: number): number => (cell + 0.5) / columns;
  /** The columns of which most is inside. */
  const paint = (inside: Interval, mark: string): void => {
    const [start, stop] = [axis.position(inside.from), inside.to === undefined ? Infinity : axis.position(inside.to)];
    for (let cell = first; cell <= last; cell++) if (middle(cell) >= start && middle(cell) <= stop) cells[cell] = mark;
  };
  if (first === last && to !== undefined) cells[first] = MARKS.short;
  else {
    cells.fill(MARKS.running, first, last + 1);
    for (const each of nested) paint(each, MARKS.question);
    for (const each of person) paint(each, MARKS.person);
    for (const each of held) paint(each, MARKS.held);
    for (const tick of ticks) cells[column(tick)] = MARKS.progress;
    if (to === undefined) cells[last] = MARKS.lasting;
  }
  return cells.join('');
}

function legend(bars: readonly string[], { operations: t }: Words): string {
  const seen = bars.join('');
  return (['running', 'question', 'person', 'held', 'progress', 'lasting'] as const)
    .flatMap((name) => (seen.includes(MARKS[name]) ? [`${MARKS[name]} ${t[name]}`] : []))
    .join('   ');
}
