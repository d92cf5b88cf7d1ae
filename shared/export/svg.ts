/** The sequence diagram as a self-contained SVG file: lifelines, phase bands, one row per event, activation bars. */
import type { Recorded } from '#shared/recording';
import { diagramOf, wanted, type Diagram, type DiagramRow } from './diagram.ts';
import { ARROW, layoutOf, ROW, TOP, type Layout } from './svg-layout.ts';
import { DASHED, drawn, svgFile, themeOf, widthOf, type Theme } from './theme.ts';
import { operationsSvg } from './svg-operations.ts';
import { drawLane, drawRow } from './svg-row.ts';
import { piece, textElement } from './svg-text.ts';
import type { SvgOptions } from './types.ts';

/** Rows are 28 pixels high. This keeps the image under 8,000 pixels, a height that every browser can rasterize. */
const MAX_ROW_COUNT = 270;

/** The text of an SVG file, with its `width` and `height` in pixels: at most 270 rows and 8,000 pixels high. */
export function toSvg(recorded: Recorded, options: SvgOptions): string {
  if (options.operations === true) return operationsSvg(recorded, options);
  const diagram = diagramOf(recorded, wanted(options, MAX_ROW_COUNT));
  return draw(diagram, layoutOf(diagram, widthOf(options)), themeOf(options));
}

function draw(diagram: Diagram, layout: Layout, theme: Theme): string {
  const { title, rows, left: omitted } = diagram;
  const { width } = layout;
  const height = TOP + (rows.length + (omitted > 0 ? 1 : 0)) * ROW + 16;
  return svgFile({ title, width, height }, theme, {
    ground: [bands(rows, layout, theme), lifelines(layout, height, theme)],
    texts: [
      headings(diagram, layout, theme),
      rows.map((row, index) => drawRow(row, TOP + index * ROW, layout, theme)).join('\n'),
      omitted > 0 ? omittedRows(diagram, TOP + rows.length * ROW, layout, theme) : '',
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

/** The relay has a lifeline of its own, dashed, unless it is at the client's place. */
function lifelines({ client, relay, tap, server, authorization }: Layout, height: number, theme: Theme): string {
  const line = (x: number | undefined, dash = ''): string =>
    x === undefined ? '' : `<path d="M${x} ${TOP}V${height - 10}" stroke="${theme.lane}"${dash}/>`;
  const ownRelay = relay === client ? undefined : relay;
  return drawn([line(client), line(tap), line(server), line(authorization), line(ownRelay, ' stroke-dasharray="4 3"')]);
}

/**
 * The names of the lifelines. The widths (pixels) leave space between neighbours, so that no name runs into the next.
 */
function headings({ title, client, server, authorization, words }: Diagram, layout: Layout, theme: Theme): string {
  const { common, report } = words;
  const { lane: httpLane, relay, tap } = layout;
  const available = (layout.server - layout.client) / (tap === undefined ? 1 : 2);
  const heading = (
    x: number,
    anchor: 'start' | 'middle' | 'end',
    role: string,
    name: string,
    maxWidth: number,
  ): string => textElement(x, 44, anchor, maxWidth, [piece(role, theme.text, 'bold'), piece(name, theme.muted)]);
  const hasRelayLine = relay !== layout.client;
  const authorizationGap = (layout.authorization ?? 0) - layout.server;
  const clientRoom = hasRelayLine
    ? 2 * (relay - layout.client) - 56
    : Math.min(httpLane ? available * 0.8 : available, 2 * layout.client) - 12;
  return drawn([
    textElement(16, 20, 'start', layout.width - 32, [piece(title, theme.text, 'bold')]),
    heading(layout.client, 'middle', common.client, client, clientRoom),
    tap === undefined ? '' : heading(tap, 'middle', common.tap, '', 48),
    hasRelayLine ? heading(relay, 'middle', common.relay, '', 48) : '',
    // Beside the HTTP lane, the last party's name ends at its lifeline: the lane's name begins to its right.
    httpLane && authorization === undefined
      ? heading(
          layout.server + 8,
          'end',
          common.server,
          server,
          hasRelayLine ? layout.server - relay - 40 : available * 0.6 - 8,
        )
      : heading(layout.server, 'middle', common.server, server, (hasRelayLine ? available * 0.7 : available) - 12),
    authorization === undefined || layout.authorization === undefined
      ? ''
      : httpLane
        ? heading(layout.authorization + 8, 'end', report.authorization, authorization, authorizationGap - 60)
        : heading(layout.authorization, 'middle', report.authorization, authorization, 2 * authorizationGap - 40),
    httpLane ? heading(httpLane.left, 'start', '', 'HTTP', 60) : '',
    `<path d="M0 ${TOP - 0.5}H${layout.width}" stroke="${theme.line}"/>`,
  ]);
}

function omittedRows({ left: omitted, words }: Diagram, y: number, { width }: Layout, theme: Theme): string {
  return textElement(width / 2, y + 18, 'middle', width - 32, [piece(words.report.moreRows(omitted), theme.muted)]);
}

/** Concurrent bars side by side at one lifeline; further ones overlap in the last column. */
const MAX_SLOT_COUNT = 5;
const MAX_BAR_COUNT = 1000;

/**
 * Activation bars, from the row of a request to that of its response, on the lifeline of the side that handles it. Bars
 * of pending requests are dashed and reach to the last row.
 */
function drawBars({ bars, rows }: Diagram, { client, server }: Layout, theme: Theme): string {
  const end = TOP + rows.length * ROW;
  return drawn(
    bars.slice(0, MAX_BAR_COUNT).map(({ side, slot, from, to }) => {
      const top = TOP + from * ROW + ARROW;
      const height = (to === undefined ? end : TOP + to * ROW + ARROW) - top;
      const shift = Math.min(slot, MAX_SLOT_COUNT - 1) * 5;
      const x = side === 'server' ? server - 3.5 + shift : client - 3.5 - shift;
      const [stroke, fill] = side === 'server' ? [theme.server, theme.serverSoft] : [theme.client, theme.clientSoft];
      const dash = to === undefined ? DASHED : '';
      return height <= 0
        ? ''
        : `<rect x="${x}" y="${top}" width="7" height="${height}" rx="2" fill="${fill}" stroke="${stroke}"${dash}/>`;
    }),
  );
}
