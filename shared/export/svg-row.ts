/** One row of the drawn diagram: time, arrow or note, duration; and the HTTP lane beside the rows. */
import type { NotePlace, RowPart } from '#shared/words';
import { cutTo } from './columns.ts';
import type { Diagram, DiagramRow, EventRow } from './diagram.ts';
import type { LaneBar } from './http-lane.ts';
import { ARROW, COLUMN, ROW, TOP, type Layout } from './svg-layout.ts';
import { piece, textElement, type TextPiece } from './svg-text.ts';
import { DASHED, drawn, FONTS, type Theme } from './theme.ts';
import { xmlText } from './xml.ts';

export function drawRow(row: DiagramRow, y: number, layout: Layout, theme: Theme): string {
  if (row.type === 'band') {
    if (row.band === 'phase')
      return textElement(16, y + 18, 'start', layout.width - 32, [piece(row.text, theme.text, 'bold')]);
    const middle = (layout.relay + layout.server) / 2;
    return textElement(middle, y + 18, 'middle', layout.server - layout.relay, [
      piece(row.text, theme.muted, 'italic'),
    ]);
  }
  const { view, text } = row;
  const words = text.parts.map((part) => pieceOf(part, view.trouble, theme));
  const tookInk = text.open && view.trouble ? theme.err : theme.muted;
  const { carrier } = row;
  return drawn([
    view.trouble ? `<path d="M12 ${y + 10}l4.5 8h-9Z" fill="${theme.err}"/>` : '',
    textElement(layout.time, y + 18, 'end', layout.time - 22, [piece(row.time, theme.muted, 'small')]),
    text.place ? note(text.place, words, y, layout, theme) : arrow(row, words, y, layout, theme),
    carrier && layout.lane
      ? textElement(layout.lane.carrier, y + 18, 'start', 76, [
          piece(carrier.text, inkOf(carrier.state, theme), 'small'),
        ])
      : '',
    textElement(layout.took, y + 18, 'end', 90, [piece(text.took, tookInk, text.open ? 'italic' : 'small')]),
  ]);
}

function pieceOf({ kind, text }: RowPart, trouble: boolean, theme: Theme): TextPiece {
  switch (kind) {
    case 'method':
    case 'name':
      return piece(text, theme.text, 'mono');
    case 'id':
    case 'tag':
      return piece(text, theme.faint, 'small');
    case 'emphasised':
      return piece(text, theme.err);
    case 'raw':
      return piece(text, theme.err, 'mono');
    case 'wire':
    case 'said':
      return piece(text, trouble ? theme.err : theme.muted, kind === 'wire' ? 'mono' : 'plain');
    case 'lead':
    case 'details':
      return piece(text, theme.muted);
  }
}

function arrow(
  { view, carrier }: EventRow,
  words: readonly TextPiece[],
  y: number,
  layout: Layout,
  theme: Theme,
): string {
  const { tap } = layout;
  const far =
    view.lane === 'authorization'
      ? (layout.authorization ?? layout.server)
      : view.leg === 'client'
        ? (tap ?? layout.server)
        : layout.server;
  // What the program does by itself, the relay does.
  const near = carrier?.own ? layout.relay : view.leg === 'server' ? (tap ?? layout.client) : layout.client;
  const [left, right] = tap === undefined || view.leg === undefined ? [layout.relay, layout.server] : [near, far];
  const toServer = view.dir !== 's2c';
  const ink =
    view.shape === 'malformed'
      ? theme.err
      : toServer
        ? theme.client
        : view.lane === 'authorization'
          ? theme.authorization
          : theme.server;
  const line = y + ARROW;
  const [from, to] = toServer ? [near, far - 7] : [far, near + 7];
  const dash = view.shape === 'notification' ? ' stroke-dasharray="5 4"' : '';
  const path =
    view.shape === 'malformed' ? zigzag(Math.min(from, to), Math.max(from, to), line) : `M${from} ${line}H${to}`;
  const head = toServer ? `M${far} ${line}l-7 -5v10Z` : `M${near} ${line}l7 -5v10Z`;
  return drawn([
    textElement((left + right) / 2, y + 14, 'middle', right - left - 24, words),
    // It passes the tap as it came.
    tap !== undefined && view.leg === undefined && view.lane === undefined
      ? `<circle cx="${tap}" cy="${line}" r="2.5" fill="${ink}"/>`
      : '',
    `<path d="${path}" fill="none" stroke="${ink}" stroke-width="1.5"${dash}/>`,
    `<path d="${head}" fill="${ink}"/>`,
  ]);
}

function zigzag(from: number, to: number, y: number): string {
  const steps = Array.from(
    { length: Math.floor((to - from) / 6) },
    (_, at) => `L${from + (at + 1) * 6} ${y + (at % 2 === 0 ? -3 : 3)}`,
  );
  return `M${from} ${y}${steps.join('')}`;
}

function note(place: NotePlace, words: readonly TextPiece[], y: number, layout: Layout, theme: Theme): string {
  const { relay: client, server, took, lane } = layout;
  const room = server - client - 24;
  const line = y + 18;
  switch (place) {
    case 'client':
      return textElement(client + 12, line, 'start', room, words);
    case 'server':
      return textElement(server - 12, line, 'end', room, words);
    case 'tap':
    case 'middle':
      return textElement((client + server) / 2, line, 'middle', room, words);
    case 'chip': {
      const beside = took - server - 16;
      if (beside < 150 || lane || layout.authorization !== undefined)
        return textElement(server - 12, line, 'end', room, words);
      return (
        `<rect x="${server + 10}" y="${y + 4}" width="${beside}" height="${ROW - 8}" rx="3" fill="${theme.surface}" stroke="${theme.line}"/>` +
        textElement(server + 17, line, 'start', beside - 14, words)
      );
    }
  }
}

/** Above and below the place of its first and last arrow. */
const OVER = 5;
/** A bar as tall as this has room for words along it. */
const ROOM = 3 * ROW;

/** From the row at which each exchange begins to the last before its end; a stream is wider and named, what is open goes on. */
export function drawLane({ http, rows }: Diagram, { lane }: Layout, theme: Theme): string {
  if (!http || !lane) return '';
  const end = TOP + rows.length * ROW;
  return http.lane
    .map(({ x, state, column, stream, from, to }) => {
      const top = TOP + from * ROW + ARROW - OVER;
      const height = (to === undefined ? end : TOP + to * ROW + ARROW + OVER) - top;
      const left = lane.left + Math.min(column, lane.columns - 1) * COLUMN;
      const ink = inkOf(state, theme);
      const wide = stream ? 11 : 5;
      const place = stream ? left - 3 : left;
      const dash = to === undefined ? DASHED : '';
      const bar = `<rect x="${place}" y="${top}" width="${wide}" height="${height}" rx="2.5" fill="${state === 'bad' ? ink : theme.bg}" stroke="${ink}"${dash}/>`;
      if (!stream || height < ROOM) return bar;
      return `${bar}\n<text transform="translate(${place + 2.5} ${top + 6}) rotate(90)" font-family="${FONTS.mono}" font-size="9" fill="${state === 'bad' ? theme.bg : theme.muted}">GET ${xmlText(cutTo(x, 8))}</text>`;
    })
    .join('\n');
}

function inkOf(state: LaneBar['state'], theme: Theme): string {
  return state === 'bad' ? theme.err : state === 'good' ? theme.ok : theme.faint;
}
