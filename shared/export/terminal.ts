/** The sequence diagram as lines of a terminal. */
import { visibleText } from '#shared/plain-text';
import type { Recorded } from '#shared/recording';
import type { RowView } from '#shared/timeline';
import { columnsIn, cutTo, painter, width, type Paint } from './columns.ts';
import { diagramOf, wanted, type Diagram, type DiagramRow, type EventRow } from './diagram.ts';
import type { LaneBar } from './http-lane.ts';
import type { TerminalOptions } from './types.ts';

const MAX_ROW_COUNT = 10_000;
const TIME_COLUMNS = 10;
const TOOK_COLUMNS = 11;
/** Columns below which there is no room for durations and numbers. */
const NARROW = 60;
/** Columns from which on there is room for the HTTP lane and the relay's line. */
const WIDE = 100;

/** A recording as text for a terminal: event numbers, times, arrows, durations; no control characters. At most 10,000 rows. */
export function toTerminal(recorded: Recorded, options: TerminalOptions): string {
  const columns = columnsIn(options.width);
  const paint = painter(options.color);
  const diagram = diagramOf(recorded, wanted(options, MAX_ROW_COUNT));
  return draw(diagram, layoutOf(diagram, columns, columns < WIDE ? NO_LANE : laneOf(diagram, paint)), paint);
}

type Layout = ReturnType<typeof layoutOf>;

function layoutOf({ rows, http, tapped }: Diagram, columns: number, lane: Lane) {
  const last = rows.reduce((most, row) => (row.type === 'event' ? Math.max(most, row.s) : most), 0);
  const number = columns < NARROW ? 0 : String(last).length + 1;
  const before = number + TIME_COLUMNS;
  // A line each for client and server, and a space before the duration.
  const room = columns - before - lane.columns - (columns < NARROW ? 2 : TOOK_COLUMNS + 5);
  const relayed = http?.relayed === true && lane.columns > 0;
  return {
    columns,
    /** Columns of the event's number; 0 where there is none. */
    number,
    /** All that stands before the client's line. */
    before,
    /** What stands between the two lines, and the columns of it in which the relay's and a tap's lines are. */
    room,
    relay: relayed ? Math.floor(room / 5) : undefined,
    tap: tapped ? Math.floor(room / 2) : undefined,
    lane,
  };
}

function draw(diagram: Diagram, layout: Layout, paint: Paint): string {
  const { columns } = layout;
  const lines = [paint.bold(cutTo(visibleText(diagram.title), columns)), head(diagram, layout, paint)];
  diagram.rows.forEach((row, index) => lines.push(drawRow(row, index, layout, paint)));
  if (diagram.left > 0) lines.push(paint.muted(diagram.words.report.moreRows(diagram.left)));
  return `${lines.join('\n')}\n`;
}

function head({ client, server, authorization, words }: Diagram, layout: Layout, paint: Paint): string {
  const { columns, before, room, tap, lane } = layout;
  const relay = layout.relay ?? tap;
  const { common, report } = words;
  const name = (role: string, own: string): string => visibleText([role, own].filter(Boolean).join(' '));
  const half = Math.floor(room / 2);
  const whole = name(common.client, client);
  // Beside the relay there may be no room for the client's name.
  const one = relay === undefined ? cutTo(whole, half) : width(whole) < relay - 1 ? whole : common.client;
  const middle = relay === undefined ? '' : tap === undefined ? common.relay : common.tap;
  const other = cutTo(name(common.server, server), half);
  const left = columns - before - room - 2 - lane.columns;
  const also = authorization === undefined ? '' : `  ${visibleText(`${report.authorizationServer} ${authorization}`)}`;
  const near = `${paint.client(one)}${relay === undefined ? '' : `${' '.repeat(relay - width(one))}${paint.muted(middle)}`}`;
  const taken = relay === undefined ? width(one) : relay + width(middle);
  const gap = ' '.repeat(Math.max(1, room + 2 - taken - width(other)));
  return `${' '.repeat(before)}${near}${gap}${paint.server(other)}${paint.muted(lane.head)}${left > 1 ? paint.muted(cutTo(also, left)) : ''}`.trimEnd();
}

function drawRow(row: DiagramRow, index: number, layout: Layout, paint: Paint): string {
  const { columns, number, before, room, lane } = layout;
  if (row.type === 'band') {
    if (row.band === 'gap')
      return `${' '.repeat(before)}${paint.muted(`┊${centred(row.text, room, ' ')}┊`)}${lane.beside(index)}`.trimEnd();
    const title = `── ${visibleText(row.text)} `;
    return paint.bold(`${title}${'─'.repeat(Math.max(0, columns - width(title)))}`);
  }
  const mark = row.view.trouble ? paint.err('▲') : ' ';
  const event = number === 0 ? '' : String(row.s).padStart(number);
  const time = paint.muted(`${event}${row.time.padStart(TIME_COLUMNS - 2).slice(-(TIME_COLUMNS - 2))}`);
  const took = columns < NARROW ? '' : cutTo(visibleText(row.text.took), TOOK_COLUMNS);
  const end = took === '' ? '' : ` ${' '.repeat(Math.max(0, TOOK_COLUMNS - width(took)))}${paint.muted(took)}`;
  const text = visibleText(row.text.parts.map((part) => part.text).join(' '));
  const body = row.text.place ? note(row, text, layout, paint) : arrow(row, text, layout, paint);
  return `${mark}${time} ${body}${lane.beside(index)}${end}`.trimEnd();
}

function arrow({ view, carrier }: EventRow, text: string, { room, relay, tap }: Layout, paint: Paint): string {
  const toServer = view.dir !== 's2c';
  const ink = view.trouble || view.shape === 'malformed' ? paint.err : toServer ? paint.client : paint.server;
  const dash = view.shape === 'notification' ? '╌' : view.shape === 'malformed' ? '~' : '─';
  const far = view.lane === 'authorization' ? '┼' : '│';
  // The part of the line beyond the relay has the words.
  const line = (columns: number): string => fill(` ${cutTo(text, columns - 3)} `, columns, dash);
  if (tap !== undefined) return passing(view, line, { room, tap, far, toServer, dash }, paint, ink);
  if (relay === undefined)
    return toServer ? `│${ink(`${line(room - 1)}▶`)}${far}` : `│${ink(`◀${line(room - 1)}`)}${far}`;
  const beyond = room - relay - 1;
  const [one, other] = toServer
    ? [dash.repeat(relay), `${line(beyond - 1)}▶`]
    : [`◀${dash.repeat(relay - 1)}`, line(beyond)];
  // What the program does by itself, the relay does.
  if (carrier?.own !== true) return `│${ink(`${one}┼${other}`)}${far}`;
  return toServer
    ? `│${' '.repeat(relay)}${ink(`├${other}`)}${far}`
    : `│${' '.repeat(relay)}${paint.muted('┊')}${ink(`◀${line(beyond - 1)}`)}${far}`;
}

/** An arrow through a tap, whose line it crosses, or on one side of it. */
function passing(
  { leg }: RowView,
  line: (columns: number) => string,
  at: { room: number; tap: number; far: string; toServer: boolean; dash: string },
  paint: Paint,
  ink: (text: string) => string,
): string {
  const { room, tap, far, toServer, dash } = at;
  const headed = (columns: number): string => (toServer ? `${line(columns - 1)}▶` : `◀${line(columns - 1)}`);
  const own = paint.muted('┊');
  if (leg === 'client') return `│${ink(headed(tap))}${own}${' '.repeat(room - tap - 1)}${far}`;
  if (leg === 'server') return `│${' '.repeat(tap)}${own}${ink(headed(room - tap - 1))}${far}`;
  const whole = headed(room);
  // Words on the crossing stay whole.
  const crossed = whole[tap] === dash ? `${whole.slice(0, tap)}┼${whole.slice(tap + 1)}` : whole;
  return `│${ink(crossed)}${far}`;
}

function note(
  { view, text: { place } }: EventRow,
  text: string,
  { room, tap = -1, relay = tap }: Layout,
  paint: Paint,
): string {
  const shown = cutTo(text, room - 2);
  const ink = view.trouble ? paint.err : paint.muted;
  const free = Math.max(0, room - 2 - width(shown));
  const before = place === 'client' ? 0 : place === 'middle' || place === 'tap' ? Math.floor(free / 2) : free;
  const rest = free - before;
  return `│${blank(1 + before, relay, paint)}${ink(shown)}${blank(rest + 1, relay - 1 - before - width(shown), paint)}│`;
}

/** Empty columns, with the relay's line where it is within them. */
const blank = (columns: number, relay: number, paint: Paint): string =>
  relay < 0 || relay >= columns
    ? ' '.repeat(columns)
    : `${' '.repeat(relay)}${paint.muted('┊')}${' '.repeat(columns - relay - 1)}`;

const centred = (text: string, room: number, by: string): string => fill(visibleText(text), room, by);

function fill(text: string, room: number, by: string): string {
  const free = Math.max(0, room - width(text));
  const before = Math.floor(free / 2);
  return `${by.repeat(before)}${text}${by.repeat(free - before)}`;
}

/** Columns for exchanges; what needs more shares the last. */
const MAX_LANE_COLUMNS = 5;
const CARRIER_COLUMNS = 9;

/** How a bar begins, goes on and ends, and what it is where that is one row; a stream that stays open is double. */
const MARKS = { single: ['╷', '│', '╵', '╶'], double: ['╥', '║', '╨', '═'] } as const;

interface Lane {
  /** Columns that it takes, with the space before it; 0 without HTTP. */
  readonly columns: number;
  readonly head: string;
  readonly beside: (index: number) => string;
}

const NO_LANE: Lane = { columns: 0, head: '', beside: () => '' };

function laneOf({ http, rows }: Diagram, paint: Paint): Lane {
  if (!http) return NO_LANE;
  const shown = Math.min(MAX_LANE_COLUMNS, 1 + Math.max(-1, ...http.lane.map(({ column }) => column)));
  const cells = rows.map((): (LaneBar | undefined)[] => Array.from({ length: shown }));
  for (const bar of http.lane)
    for (let index = bar.from; index <= (bar.to ?? rows.length - 1); index++)
      cells[index]?.splice(Math.min(bar.column, shown - 1), 1, bar);
  const columns = 1 + shown + 1 + CARRIER_COLUMNS;
  return {
    columns,
    head: ' HTTP',
    beside: (index) => {
      const row = rows[index];
      const carrier = row?.type === 'event' ? row.carrier : undefined;
      const text = carrier ? cutTo(visibleText(carrier.text), CARRIER_COLUMNS).trimEnd() : '';
      const bars = (cells[index] ?? []).map((bar) => (bar ? inked(bar.state, mark(bar, index), paint) : ' ')).join('');
      return ` ${bars} ${carrier ? inked(carrier.state, text, paint) : ''}${' '.repeat(CARRIER_COLUMNS - width(text))}`;
    },
  };
}

function mark({ stream, from, to }: LaneBar, index: number): string {
  const [begins, goesOn, ends, one] = MARKS[stream ? 'double' : 'single'];
  if (from === to) return one;
  return index === from ? begins : index === to ? ends : goesOn;
}

const inked = (state: LaneBar['state'], text: string, paint: Paint): string =>
  state === 'bad' ? paint.err(text) : paint.muted(text);
