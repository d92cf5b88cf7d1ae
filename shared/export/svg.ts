/** The sequence diagram as one SVG file: lanes, phase bands, a row an event, activation bars. It refers to nothing outside. */
import type { Recorded } from '#shared/recording';
import { diagramOf, wanted, type Diagram, type DiagramRow } from './diagram.ts';
import { DASHED, drawn, svgFile, themeOf, widthOf } from './svg-file.ts';
import { drawLane } from './svg-lane.ts';
import { layoutOf, ROW, TOP, type Layout, ARROW } from './svg-layout.ts';
import { operationsSvg } from './svg-operations.ts';
import { drawRow } from './svg-row.ts';
import { piece, textElement } from './svg-text.ts';
import type { Theme } from './theme.ts';
import type { SvgOptions } from './types.ts';

/** Rows of 28 pixels: the picture stays under 8,000 pixels, which every browser can make an image of. */
const MAX_ROW_COUNT = 270;

/** A recording as the text of an SVG file with `width` and `height` in pixels. At most 270 rows and 8,000 pixels high. */
export function toSvg(recorded: Recorded, options: SvgOptions): string {
  if (options.operations === true) return operationsSvg(recorded, options);
  const diagram = diagramOf(recorded, wanted(options, MAX_ROW_COUNT));
  return draw(diagram, layoutOf(diagram, widthOf(options)), themeOf(options));
}

function draw(diagram: Diagram, layout: Layout, theme: Theme): string {
  const { title, rows, left } = diagram;
  const { width } = layout;
  const height = TOP + (rows.length + (left > 0 ? 1 : 0)) * ROW + 16;
  return svgFile({ title, width, height }, theme, {
    ground: [bands(rows, layout, theme), lanes(layout, height, theme)],
    texts: [
      heads(diagram, layout, theme),
      rows.map((row, index) => drawRow(row, TOP + index * ROW, layout, theme)).join('\n'),
      left > 0 ? rest(diagram, TOP + rows.length * ROW, layout, theme) : '',
    ],
    over: [drawBars(diagram, layout, theme), drawLane(diagram, layout, theme)],
  });
}

function bands(rows: readonly DiagramRow[], { width }: Layout, theme: Theme): string {
  return drawn(
    rows.map((row, index) => {
      if (row.type === 'event') return '';
      const fill = row.band === 'phase' ? theme.band : theme.surface;
      return `<rect y="${TOP + index * ROW}" width="${width}" height="${ROW}" fill="${fill}"/>`;
    }),
  );
}

function lanes({ client, relay, tap, server, authorization }: Layout, height: number, theme: Theme): string {
  const line = (x: number | undefined, dash = ''): string =>
    x === undefined ? '' : `<path d="M${x} ${TOP}V${height - 10}" stroke="${theme.lane}"${dash}/>`;
  const own = relay === client ? undefined : relay;
  return drawn([line(client), line(tap), line(server), line(authorization), line(own, ' stroke-dasharray="4 3"')]);
}

function heads({ title, client, server, authorization, words }: Diagram, layout: Layout, theme: Theme): string {
  const { common, report } = words;
  const { lane, relay, tap } = layout;
  const room = (layout.server - layout.client) / (tap === undefined ? 1 : 2);
  const head = (x: number, anchor: 'start' | 'middle' | 'end', role: string, name: string, most: number): string =>
    textElement(x, 44, anchor, most, [piece(role, theme.text, 'bold'), piece(name, theme.muted)]);
  const relayed = relay !== layout.client;
  const apart = (layout.authorization ?? 0) - layout.server;
  const clientRoom = relayed
    ? 2 * (relay - layout.client) - 56
    : Math.min(lane ? room * 0.8 : room, 2 * layout.client) - 12;
  return drawn([
    textElement(16, 20, 'start', layout.width - 32, [piece(title, theme.text, 'bold')]),
    head(layout.client, 'middle', common.client, client, clientRoom),
    tap === undefined ? '' : head(tap, 'middle', common.tap, '', 48),
    relayed ? head(relay, 'middle', common.relay, '', 48) : '',
    // The head of the HTTP lane follows.
    lane && authorization === undefined
      ? head(layout.server + 8, 'end', common.server, server, relayed ? layout.server - relay - 40 : room * 0.6 - 8)
      : head(layout.server, 'middle', common.server, server, (relayed ? room * 0.7 : room) - 12),
    authorization === undefined || layout.authorization === undefined
      ? ''
      : lane
        ? head(layout.authorization + 8, 'end', report.authorization, authorization, apart - 60)
        : head(layout.authorization, 'middle', report.authorization, authorization, 2 * apart - 40),
    lane ? head(lane.left, 'start', '', 'HTTP', 60) : '',
    `<path d="M0 ${TOP - 0.5}H${layout.width}" stroke="${theme.line}"/>`,
  ]);
}

function rest({ left, words }: Diagram, y: number, { width }: Layout, theme: Theme): string {
  return textElement(width / 2, y + 18, 'middle', width - 32, [piece(words.report.moreRows(left), theme.muted)]);
}

/** Columns beside a line; what needs more shares the last. */
const MAX_SLOT_COUNT = 5;
const MAX_BAR_COUNT = 1000;

/** From a request's row to its answer's, on the line of the side that works on it; open ones end dashed with the picture. */
function drawBars({ bars, rows }: Diagram, { client, server }: Layout, theme: Theme): string {
  const end = TOP + rows.length * ROW;
  return drawn(
    bars.slice(0, MAX_BAR_COUNT).map(({ side, slot, from, to }) => {
      const top = TOP + from * ROW + ARROW;
      const height = (to === undefined ? end : TOP + to * ROW + ARROW) - top;
      const shift = Math.min(slot, MAX_SLOT_COUNT - 1) * 5;
      const x = side === 'server' ? server - 3.5 + shift : client - 3.5 - shift;
      const [ink, soft] = side === 'server' ? [theme.server, theme.serverSoft] : [theme.client, theme.clientSoft];
      const dash = to === undefined ? DASHED : '';
      return height <= 0
        ? ''
        : `<rect x="${x}" y="${top}" width="7" height="${height}" rx="2" fill="${soft}" stroke="${ink}"${dash}/>`;
    }),
  );
}
