/** The sequence diagram as one SVG file: lanes, phase bands, a row an event, activation bars. It refers to nothing outside. */
import type { Recorded } from '#shared/recording';
import { diagramOf, wanted, type Diagram, type DiagramRow } from './diagram.ts';
import { drawBars } from './svg-bars.ts';
import { svgFile, themeOf, widthOf } from './svg-file.ts';
import { layoutOf, ROW, TOP, type Layout } from './svg-layout.ts';
import { operationsSvg } from './svg-operations.ts';
import { drawRow } from './svg-row.ts';
import { piece, textElement } from './svg-text.ts';
import type { Theme } from './theme.ts';
import type { SvgOptions } from './types.ts';

/** Rows of 28 pixels: the picture stays under 8,000 pixels, which every browser can make an image of. */
const MOST_ROWS = 270;

/** A recording as the text of an SVG file with `width` and `height` in pixels. At most 270 rows and 8,000 pixels high. */
export function toSvg(recorded: Recorded, options: SvgOptions): string {
  if (options.operations === true) return operationsSvg(recorded, options);
  const diagram = diagramOf(recorded, wanted(options, MOST_ROWS));
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
    over: [drawBars(diagram, layout, theme)],
  });
}

function bands(rows: readonly DiagramRow[], { width }: Layout, theme: Theme): string {
  return rows
    .map((row, index) => {
      const y = TOP + index * ROW;
      if (row.type === 'event') return '';
      const fill = row.band === 'phase' ? theme.band : theme.surface;
      return `<rect y="${y}" width="${width}" height="${ROW}" fill="${fill}"/>`;
    })
    .filter(Boolean)
    .join('\n');
}

function lanes({ client, server, authorization }: Layout, height: number, theme: Theme): string {
  return [client, server, ...(authorization === undefined ? [] : [authorization])]
    .map((x) => `<path d="M${x} ${TOP}V${height - 10}" stroke="${theme.lane}"/>`)
    .join('\n');
}

function heads({ title, client, server, authorization, words }: Diagram, layout: Layout, theme: Theme): string {
  const room = layout.server - layout.client;
  const head = (x: number, role: string, name: string, most: number): string =>
    textElement(x, 44, 'middle', most, [piece(role, theme.text, 'bold'), piece(name, theme.muted)]);
  return [
    textElement(16, 20, 'start', layout.width - 32, [piece(title, theme.text, 'bold')]),
    head(layout.client, words.common.client, client, Math.min(room, 2 * layout.client) - 12),
    head(layout.server, words.common.server, server, room - 12),
    ...(layout.authorization === undefined || authorization === undefined
      ? []
      : [
          head(
            layout.authorization,
            words.report.authorization,
            authorization,
            2 * (layout.authorization - layout.server) - 40,
          ),
        ]),
    `<path d="M0 ${TOP - 0.5}H${layout.width}" stroke="${theme.line}"/>`,
  ].join('\n');
}

function rest({ left, words }: Diagram, y: number, { width }: Layout, theme: Theme): string {
  return textElement(width / 2, y + 18, 'middle', width - 32, [piece(words.report.moreRows(left), theme.muted)]);
}
