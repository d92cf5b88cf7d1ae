/** The operations over time as one SVG file: a line each, with a bar on the common time axis. */
import type { Recorded } from '#shared/recording';
import { SessionAxis, type TimeAxis } from '#shared/timeline';
import { clock, duration, oneLine, type Words } from '#shared/words';
import { answerOf, askedOf, operationsOf, type PlacedLine } from './operations.ts';
import { drawBar, drawLegend, LEGEND, legendOf } from './svg-bar.ts';
import { drawn, svgFile, tenths, themeOf, widthOf } from './svg-file.ts';
import { ROW, TOP } from './svg-layout.ts';
import { piece, textElement } from './svg-text.ts';
import type { Theme } from './theme.ts';
import type { SvgOptions } from './types.ts';

/** The picture stays under 8,000 pixels, which every browser can make an image of. */
const MAX_LINE_COUNT = 270;
const EDGE = 16;
/** Right edge of the times at which operations began. */
const BEGAN = 84;
const TOOK = 78;
/** Room that a moment on the ruler needs. */
const APART = 64;
/** Below this width there is no room for what came. */
const NARROW = 640;

interface Layout {
  readonly width: number;
  readonly asked: number;
  readonly askedRoom: number;
  readonly answer: number;
  readonly answerRoom: number;
  /** Right edge of the durations. */
  readonly took: number;
  readonly bar: number;
  readonly barRoom: number;
}

function layoutOf(width: number): Layout {
  const asked = BEGAN + 16;
  const room = width - EDGE - asked;
  const barRoom = Math.round(room * 0.34);
  const bar = width - EDGE - barRoom;
  const took = bar - 14;
  const words = took - TOOK - asked;
  const askedRoom = width < NARROW ? words : Math.round(words * 0.56);
  return {
    width,
    asked,
    askedRoom,
    answer: asked + askedRoom + 12,
    answerRoom: words - askedRoom - 12,
    took,
    bar,
    barRoom,
  };
}

/** The text of an SVG file with `width` and `height` in pixels. At most 270 operations and 8,000 pixels high. */
export function operationsSvg(recorded: Recorded, options: SvgOptions): string {
  const { log, words, filter, lines, left } = operationsOf(recorded, options, MAX_LINE_COUNT);
  const { axis } = new SessionAxis(log);
  const layout = layoutOf(widthOf(options));
  const theme = themeOf(options);
  const title = oneLine(recorded.header.title) || words.report.session;
  const { operations: t } = words;
  const said = lines.length === 0 ? (filter === '' ? t.none : t.nonePasses) : left > 0 ? t.more(left) : '';
  const end = TOP + (lines.length + (said === '' ? 0 : 1)) * ROW;
  const { width } = layout;
  const own = lines.map(({ line }) => line);
  const legend = legendOf(own, axis.cut, width - 2 * EDGE, theme, words);
  const place = (t: number): number => tenths(layout.bar + axis.position(t) * layout.barRoom);
  return svgFile({ title, width, height: end + legend.length * LEGEND + 16 }, theme, {
    ground: [grid(axis, layout, TOP + lines.length * ROW, theme)],
    texts: [
      heads(title, axis, layout, theme, words),
      ...lines.map((placed, at) => drawLine(placed, TOP + at * ROW, layout, theme, words)),
      said === '' ? '' : textElement(width / 2, end - ROW + 18, 'middle', width - 2 * EDGE, [piece(said, theme.muted)]),
      drawLegend(legend, EDGE, end + 6, theme),
    ],
    over: own.map((line, at) => drawBar(line, TOP + at * ROW, { place, end: layout.bar + layout.barRoom }, theme)),
  });
}

/** A thin line at each moment of the ruler, and what was cut. */
function grid(axis: TimeAxis, { bar, barRoom, width }: Layout, end: number, theme: Theme): string {
  const at = (position: number): number => tenths(bar + position * barRoom);
  return [
    ...axis.breaks.map(
      ({ at: from, width: part }) =>
        `<rect x="${at(from)}" y="${TOP - 22}" width="${tenths(part * barRoom)}" height="${end - TOP + 22}" fill="${theme.band}"/>`,
    ),
    ...axis
      .ticks(APART / barRoom)
      .map(({ at: from }) => `<path d="M${at(from)} ${TOP}V${end}" stroke="${theme.line}"/>`),
    `<path d="M0 ${TOP - 0.5}H${width}" stroke="${theme.line}"/>`,
  ].join('\n');
}

function heads(title: string, axis: TimeAxis, layout: Layout, theme: Theme, words: Words): string {
  const { operations: t } = words;
  const head = (x: number, anchor: 'start' | 'end', most: number, text: string): string =>
    textElement(x, 44, anchor, most, [piece(text, theme.muted)]);
  return drawn([
    textElement(EDGE, 20, 'start', layout.width - 2 * EDGE, [piece(title, theme.text, 'bold')]),
    head(BEGAN, 'end', BEGAN - EDGE, t.start),
    head(layout.asked, 'start', layout.askedRoom, t.operation),
    head(layout.answer, 'start', layout.answerRoom, t.answer),
    head(layout.took, 'end', TOOK, t.time),
    ...axis
      .ticks(APART / layout.barRoom)
      .map(({ at, t: moment }) =>
        textElement(tenths(layout.bar + at * layout.barRoom), 44, 'start', APART, [
          piece(clock(moment), theme.faint, 'small'),
        ]),
      ),
  ]);
}

function drawLine({ line, depth }: PlacedLine, y: number, layout: Layout, theme: Theme, words: Words): string {
  const { dir, span, trouble, name, method, arguments: given } = line;
  const indent = depth * 16;
  const said = trouble ? theme.err : theme.muted;
  const asked =
    method === ''
      ? [piece(askedOf(line, words), theme.err)]
      : [
          piece(name ?? method, theme.text, 'mono'),
          piece(given, theme.muted, 'mono'),
          piece(name === undefined ? '' : method, theme.faint, 'small'),
        ];
  const isHeld = span.held.some(({ to }) => to === undefined);
  const took =
    span.to === undefined
      ? words.outcomes[isHeld ? 'held' : 'open']
      : duration(span.to - span.from, words.common.locale);
  return drawn([
    trouble ? `<path d="M12 ${y + 10}l4.5 8h-9Z" fill="${theme.err}"/>` : '',
    textElement(BEGAN, y + 18, 'end', BEGAN - 22, [piece(clock(span.from), theme.muted, 'small')]),
    textElement(layout.asked + indent, y + 18, 'start', layout.askedRoom - indent, [
      piece(depth === 1 ? '↳' : dir === 'c2s' ? '→' : '←', dir === 'c2s' ? theme.client : theme.server, 'mono'),
      ...asked,
    ]),
    textElement(layout.answer, y + 18, 'start', layout.answerRoom, [piece(answerOf(line, words), said)]),
    textElement(layout.took, y + 18, 'end', TOOK, [
      piece(took, theme.muted, span.to === undefined ? 'italic' : 'small'),
    ]),
  ]);
}
