/** The bar of one operation in the drawn waterfall, and what its marks mean. The same marks as on the page. */
import type { Interval, OperationLine } from '#shared/operations';
import { clock, duration, oneLine, type Words } from '#shared/words';
import type { Recorded } from '#shared/recording';
import { SessionAxis, type TimeAxis } from '#shared/timeline';
import { width } from './columns.ts';
import { DASHED, drawn, svgFile, tenths, themeOf, widthOf, type Theme } from './theme.ts';
import { piece, textElement } from './svg-text.ts';
import { answerOf, askedOf, operationsOf, type PlacedLine } from './operations.ts';
import { ROW, TOP } from './svg-layout.ts';
import type { SvgOptions } from './types.ts';

const MAX_MARK_COUNT = 100;
const MIN_BAR_WIDTH = 3;

interface Scale {
  /** Where a moment is (pixels). */
  readonly place: (t: number) => number;
  readonly end: number;
}

/** From request to response at the height of its line; open ones go on, dashed, to the end of the axis. */
function drawBar({ span, dir, trouble }: OperationLine, y: number, { place, end }: Scale, theme: Theme): string {
  const stretch = ({ from, to }: Interval): readonly [number, number] => {
    const x = Math.min(place(from), end - MIN_BAR_WIDTH);
    return [x, Math.max(MIN_BAR_WIDTH, tenths((to === undefined ? end : place(to)) - x))];
  };
  const [ink, soft] = inksOf(dir, trouble, theme);
  const [x, wide] = stretch(span);
  const dash = span.to === undefined ? DASHED : '';
  return [
    `<rect x="${x}" y="${y + 8}" width="${wide}" height="12" rx="2" fill="${soft}" stroke="${ink}"${dash}/>`,
    ...span.nested.slice(0, MAX_MARK_COUNT).map((question) => {
      const [from, room] = stretch(question);
      return `<rect x="${from}" y="${y + 9}" width="${room}" height="5" fill="${dir === 'c2s' ? theme.server : theme.client}"/>`;
    }),
    ...span.person.slice(0, MAX_MARK_COUNT).map((wait) => hatched(...stretch(wait), y + 14, theme)),
    ...span.held.slice(0, MAX_MARK_COUNT).map((wait) => heldBar(...stretch(wait), y + 8, theme)),
    ...span.retries
      .slice(0, MAX_MARK_COUNT)
      .map(({ from }) => `<path d="M${place(from)} ${y + 5}v18" stroke="${theme.text}" stroke-width="2"/>`),
    ...span.ticks.slice(0, MAX_MARK_COUNT).map((t) => tick(place(t), y + 9, theme)),
  ].join('\n');
}

interface Entry {
  readonly text: string;
  /** Its mark, 16 pixels wide, on a line of text at `y`. */
  readonly mark: (x: number, y: number) => string;
}

/** Pixels of an entry's mark with what stands around it, and of a character of its text. */
const MARK = 23;
const BETWEEN = 22;
const CHARACTER = 6.9;
const LEGEND = 20;

/** What stands below the bars, in lines of at most `room` pixels: each mark that they show, and that time was cut. */
function legendOf(
  lines: readonly OperationLine[],
  cut: boolean,
  room: number,
  theme: Theme,
  { operations: t }: Words,
): readonly (readonly Entry[])[] {
  const some = (shown: (line: OperationLine) => boolean): boolean => lines.some(shown);
  const box =
    (dash = ''): Entry['mark'] =>
    (x, y) =>
      `<rect x="${x}" y="${y - 9}" width="16" height="10" rx="2" fill="${theme.clientSoft}" stroke="${theme.client}"${dash}/>`;
  const strip =
    (fill: string, above: number, height: number): Entry['mark'] =>
    (x, y) =>
      `<rect x="${x}" y="${y - above}" width="16" height="${height}" fill="${fill}"/>`;
  const entries: readonly (readonly [shown: boolean, text: string, mark: Entry['mark']])[] = [
    [some(({ span }) => span.to !== undefined), t.running, box()],
    [some(({ span }) => span.nested.length > 0), t.question, strip(theme.server, 7, 5)],
    [some(({ span }) => span.person.length > 0), t.person, (x, y) => hatched(x, 16, y - 7, theme)],
    [some(({ span }) => span.held.length > 0), t.held, (x, y) => heldBar(x, 16, y - 10, theme)],
    [some(({ span }) => span.ticks.length > 0), t.progress, (x, y) => tick(x + 8, y - 9, theme)],
    [some(({ span }) => span.to === undefined), t.lasting, box(DASHED)],
    [cut, t.idleLeftOut, strip(theme.band, 10, 12)],
  ];
  const rows: Entry[][] = [[]];
  let used = 0;
  for (const [shown, text, mark] of entries) {
    if (!shown) continue;
    const wide = widthOfEntry(text);
    if (used > 0 && used + wide > room) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push({ text, mark });
    used += wide;
  }
  return rows;
}

const widthOfEntry = (text: string): number => MARK + width(text) * CHARACTER + BETWEEN;

function drawLegend(rows: readonly (readonly Entry[])[], left: number, y: number, theme: Theme): string {
  return rows
    .flatMap((entries, row) => {
      let x = left;
      return entries.map(({ text, mark }) => {
        const [at, line] = [tenths(x), y + row * LEGEND + 14];
        x += widthOfEntry(text);
        return `${mark(at, line)}\n${textElement(at + MARK, line, 'start', Infinity, [piece(text, theme.muted)])}`;
      });
    })
    .join('\n');
}

const tick = (x: number, y: number, theme: Theme): string =>
  `<path d="M${x} ${y}v10" stroke="${theme.text}" opacity="0.7"/>`;

function inksOf(dir: OperationLine['dir'], trouble: boolean, theme: Theme): readonly [ink: string, soft: string] {
  if (trouble) return [theme.err, theme.errSoft];
  return dir === 'c2s' ? [theme.client, theme.clientSoft] : [theme.server, theme.serverSoft];
}

/** The part of a bar in which a tap held the message. */
const heldBar = (x: number, room: number, y: number, theme: Theme): string =>
  `<rect x="${x}" y="${y}" width="${room}" height="12" rx="2" fill="${theme.warnSoft}" stroke="${theme.warn}"/>`;

function hatched(x: number, room: number, y: number, theme: Theme): string {
  const lines = Array.from(
    { length: Math.max(1, Math.floor(room / 4)) },
    (_, at) => `M${tenths(x + at * 4)} ${y + 5}l3 -5`,
  );
  return `<rect x="${x}" y="${y}" width="${room}" height="5" fill="${theme.bg}"/>\n<path d="${lines.join('')}" stroke="${theme.muted}" stroke-width="1.5"/>`;
}

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

type Layout = ReturnType<typeof layoutOf>;

function layoutOf(width: number) {
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
    /** Right edge of the durations. */
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
  const open = span.to === undefined ? words.outcomes[isHeld ? 'held' : 'open'] : '';
  const took = line.took === undefined ? open : duration(line.took, words.common.locale);
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
