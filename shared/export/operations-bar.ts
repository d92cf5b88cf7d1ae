/** The time of an operation as a bar of block characters. */
import type { Interval, Span } from '#shared/operations';
import type { TimeAxis } from '#shared/timeline';
import type { Words } from '#shared/words';

const MARKS = { running: '█', question: '▒', person: '░', held: '╍', progress: '┃', lasting: '▶', short: '▏' } as const;

/** The bar on `columns` columns of the axis. What is shorter than a column has a thin mark; what lasts ends in an arrow. */
export function barOf({ from, to, ticks, nested, person, held }: Span, axis: TimeAxis, columns: number): string {
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

/** What the marks mean that these bars show. */
export function legend(bars: readonly string[], { operations: t }: Words): string {
  const seen = bars.join('');
  return (['running', 'question', 'person', 'held', 'progress', 'lasting'] as const)
    .flatMap((name) => (seen.includes(MARKS[name]) ? [`${MARKS[name]} ${t[name]}`] : []))
    .join('   ');
}
