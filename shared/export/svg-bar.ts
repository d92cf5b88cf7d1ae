/** The bar of one operation in the drawn waterfall, and what its marks mean. The same marks as on the page. */
import type { Interval, OperationLine } from '#shared/operations';
import type { Words } from '#shared/words';
import { width } from './columns.ts';
import { DASHED, tenths } from './svg-file.ts';
import { piece, textElement } from './svg-text.ts';
import type { Theme } from './theme.ts';

const MAX_MARK_COUNT = 100;
const MIN_BAR_WIDTH = 3;

interface Scale {
  /** Where a moment is (pixels). */
  readonly place: (t: number) => number;
  readonly end: number;
}

/** From request to response at the height of its line; open ones go on, dashed, to the end of the axis. */
export function drawBar({ span, dir, trouble }: OperationLine, y: number, { place, end }: Scale, theme: Theme): string {
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
export const LEGEND = 20;

/** What stands below the bars, in lines of at most `room` pixels: each mark that they show, and that time was cut. */
export function legendOf(
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

export function drawLegend(rows: readonly (readonly Entry[])[], left: number, y: number, theme: Theme): string {
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
