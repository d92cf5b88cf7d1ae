/** The sequence diagram as lines of a terminal. */
import type { Recorded } from '#shared/recording';
import { cutTo, width } from './columns.ts';
import { diagramOf, wanted, type Diagram, type DiagramRow, type EventRow } from './diagram.ts';
import { visibleText } from '#shared/plain-text';
import { columnsIn, type Paint, painter } from './terminal-text.ts';
import type { TerminalOptions } from './types.ts';

const MOST_ROWS = 10_000;
/** Columns of the time, and of the duration. */
const TIME = 10;
const TOOK = 11;
/** Columns below which there is no room for durations and numbers. */
const NARROW = 60;

/**
 * A recording as text for a terminal: numbers of events (what `--select` and links take), times, two lines with arrows between
 * them, durations. Nothing from the wire reaches the terminal as a control character or escape sequence. At most 10,000 rows.
 */
export function toTerminal(recorded: Recorded, options: TerminalOptions): string {
  return draw(diagramOf(recorded, wanted(options, MOST_ROWS)), columnsIn(options.width), painter(options.color));
}

/** How many columns the parts of a line have. */
interface Layout {
  readonly columns: number;
  /** The event's number; 0 where there is none. */
  readonly number: number;
  /** All that stands before the client's line. */
  readonly before: number;
  /** What stands between the two lines. */
  readonly room: number;
}

function layoutOf({ rows }: Diagram, columns: number): Layout {
  const last = rows.reduce((most, row) => (row.type === 'event' ? Math.max(most, row.s) : most), 0);
  const number = columns < NARROW ? 0 : String(last).length + 1;
  const before = number + TIME;
  // A line each for client and server, and a space before the duration.
  return { columns, number, before, room: columns - before - (columns < NARROW ? 2 : TOOK + 5) };
}

function draw(diagram: Diagram, columns: number, paint: Paint): string {
  const layout = layoutOf(diagram, columns);
  const lines = [paint.bold(cutTo(visibleText(diagram.title), columns)), head(diagram, layout, paint)];
  for (const row of diagram.rows) lines.push(...drawRow(row, layout, paint));
  if (diagram.left > 0) lines.push(paint.muted(diagram.words.report.moreRows(diagram.left)));
  return `${lines.join('\n')}\n`;
}

function head({ client, server, authorization, words }: Diagram, layout: Layout, paint: Paint): string {
  const { columns, before, room } = layout;
  const name = (role: string, own: string): string => visibleText([role, own].filter(Boolean).join(' '));
  const half = Math.floor(room / 2);
  const one = cutTo(name(words.common.client, client), half);
  const other = cutTo(name(words.common.server, server), half);
  const left = columns - before - room - 2;
  const also =
    authorization === undefined ? '' : `  ${visibleText(`${words.report.authorizationServer} ${authorization}`)}`;
  const gap = ' '.repeat(Math.max(1, room + 2 - width(one) - width(other)));
  return `${' '.repeat(before)}${paint.client(one)}${gap}${paint.server(other)}${left > 1 ? paint.muted(cutTo(also, left)) : ''}`;
}

function drawRow(row: DiagramRow, { columns, number, before, room }: Layout, paint: Paint): string[] {
  if (row.type === 'band') {
    if (row.band === 'gap') return [`${' '.repeat(before)}${paint.muted(`┊${centred(row.text, room, ' ')}┊`)}`];
    const title = `── ${visibleText(row.text)} `;
    return [paint.bold(`${title}${'─'.repeat(Math.max(0, columns - width(title)))}`)];
  }
  const mark = row.view.trouble ? paint.err('▲') : ' ';
  const event = number === 0 ? '' : String(row.s).padStart(number);
  const time = paint.muted(`${event}${row.time.padStart(TIME - 2).slice(-(TIME - 2))}`);
  const took = columns < NARROW ? '' : cutTo(visibleText(row.text.took), TOOK);
  const end = took === '' ? '' : ` ${' '.repeat(Math.max(0, TOOK - width(took)))}${paint.muted(took)}`;
  const text = visibleText(row.text.parts.map((part) => part.text).join(' '));
  const body = row.text.place ? note(row, text, room, paint) : arrow(row, text, room, paint);
  return [`${mark}${time} ${body}${end}`];
}

function arrow({ view }: EventRow, text: string, room: number, paint: Paint): string {
  const toServer = view.dir !== 's2c';
  const ink = view.trouble || view.shape === 'malformed' ? paint.err : toServer ? paint.client : paint.server;
  const dash = view.shape === 'notification' ? '╌' : view.shape === 'malformed' ? '~' : '─';
  const far = view.lane === 'authorization' ? '┼' : '│';
  const line = fill(` ${cutTo(text, room - 4)} `, room - 1, dash);
  return toServer ? `│${ink(`${line}▶`)}${far}` : `│${ink(`◀${line}`)}${far}`;
}

function note({ view, text: { place } }: EventRow, text: string, room: number, paint: Paint): string {
  const shown = cutTo(text, room - 2);
  const ink = view.trouble ? paint.err : paint.muted;
  const free = Math.max(0, room - 2 - width(shown));
  const before = place === 'client' ? 0 : place === 'middle' ? Math.floor(free / 2) : free;
  return `│ ${' '.repeat(before)}${ink(shown)}${' '.repeat(free - before)} │`;
}

const centred = (text: string, room: number, by: string): string => fill(visibleText(text), room, by);

/** A text in the middle of `room` columns. */
function fill(text: string, room: number, by: string): string {
  const free = Math.max(0, room - width(text));
  const before = Math.floor(free / 2);
  return `${by.repeat(before)}${text}${by.repeat(free - before)}`;
}
