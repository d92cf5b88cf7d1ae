/** Draws the overview: lanes of operations, what passed beside them, and where it went wrong. Everything is given; nothing is kept. */
import type { Severity } from '#shared/findings';
import { BEGINS, BESIDE, CELL, HIDDEN, LANES, type OverviewStrip } from '#shared/timeline';

export interface Drawn {
  /** Absent until it is laid out. */
  readonly strip: OverviewStrip | undefined;
  /** Positions from 0 to 1. */
  readonly phases: readonly number[];
  readonly breaks: readonly { readonly at: number; readonly width: number }[];
  /** Columns in which something was found, with the worst of it, ascending. */
  readonly findings: readonly (readonly [column: number, severity: Severity])[];
}

/** Properties of the page's style that have the colours. */
const COLOURS = {
  client: '--client',
  server: '--server',
  clientSoft: '--client-soft',
  serverSoft: '--server-soft',
  other: '--control',
  line: '--line-strong',
  band: '--band',
  trouble: '--err',
  warning: '--warn',
  info: '--muted',
} as const;

export type StripColours = { readonly [name in keyof typeof COLOURS]: string };

export function coloursOf(element: Element): StripColours {
  const style = getComputedStyle(element);
  const values = Object.entries(COLOURS).map(([name, property]) => [name, style.getPropertyValue(property)]);
  return Object.fromEntries(values) as StripColours;
}

/** Room for lanes, for what passed beside operations, and for the marks of what went wrong (CSS pixels). */
const LANES_HEIGHT = 28;
const MAX_LANE_PX = 9;
const BESIDE_TOP = 30;
const TROUBLE_TOP = 35;
export const STRIP_HEIGHT = 44;

/** The lanes that have operations, from the top, and how high each is. */
export function lanesIn({ lanes, columns }: OverviewStrip): {
  readonly used: readonly number[];
  readonly height: number;
} {
  const used = Array.from({ length: LANES.c2s + LANES.s2c }, (_, lane) => lane).filter((lane) =>
    lanes.subarray(lane * columns, (lane + 1) * columns).some((cell) => cell !== 0),
  );
  return { used, height: Math.min(MAX_LANE_PX, Math.floor(LANES_HEIGHT / Math.max(1, used.length))) };
}

/** Draw into a context that is scaled to CSS pixels; a column of the strip is one wide. */
export function drawStrip(
  context: CanvasRenderingContext2D,
  width: number,
  { strip, phases, breaks, findings }: Drawn,
  colours: StripColours,
): void {
  context.clearRect(0, 0, width, STRIP_HEIGHT);
  context.fillStyle = colours.band;
  for (const { at, width: wide } of breaks) context.fillRect(at * width, 0, Math.max(2, wide * width), STRIP_HEIGHT);
  context.fillStyle = colours.line;
  for (const position of phases) context.fillRect(Math.round(position * (width - 1)), 0, 1, STRIP_HEIGHT);
  if (!strip) return;
  const { used, height } = lanesIn(strip);
  for (const [place, lane] of used.entries()) drawLane(context, strip, lane, place * height, height - 1, colours);
  drawBeside(context, strip, colours);
  drawMarks(context, width, strip.troubles, findings, colours);
}

/** A lane as runs of equal columns; where an operation begins the run before it leaves a space. */
function drawLane(
  context: CanvasRenderingContext2D,
  { lanes, columns }: OverviewStrip,
  lane: number,
  top: number,
  height: number,
  colours: StripColours,
): void {
  const ofClient = lane < LANES.c2s;
  const cellAt = (column: number): number => (column < columns ? (lanes[lane * columns + column] ?? 0) : 0);
  let from = 0;
  while (from < columns) {
    const cell = cellAt(from) & ~BEGINS;
    let to = from + 1;
    while (to < columns && cellAt(to) === cell) to++;
    if (cell !== CELL.none) {
      const space = (cellAt(to) & BEGINS) !== 0 && to - from > 2 ? 1 : 0;
      const wide = Math.max(2, to - from - space);
      context.globalAlpha = (cell & HIDDEN) === 0 ? 1 : 0.18;
      drawRun(context, cell & 7, [from, top, wide, height], ofClient, colours);
    }
    from = to;
  }
  context.globalAlpha = 1;
}

function drawRun(
  context: CanvasRenderingContext2D,
  kind: number,
  [left, top, wide, height]: readonly [number, number, number, number],
  ofClient: boolean,
  colours: StripColours,
): void {
  const ink = ofClient ? colours.client : colours.server;
  context.fillStyle = kind === CELL.failed ? colours.trouble : kind === CELL.stopped ? colours.other : ink;
  context.fillRect(left, top, wide, height);
  if (kind !== CELL.open || wide < 4 || height < 3) return;
  // What is open is hollow, and has no end.
  context.fillStyle = ofClient ? colours.clientSoft : colours.serverSoft;
  context.fillRect(left + 1, top + 1, wide - 1, height - 2);
}

function drawBeside(context: CanvasRenderingContext2D, { beside }: OverviewStrip, colours: StripColours): void {
  for (const [column, bits] of beside.entries()) {
    if (bits === 0) continue;
    context.fillStyle =
      (bits & BESIDE.server) !== 0 ? colours.server : (bits & BESIDE.client) !== 0 ? colours.client : colours.other;
    context.fillRect(column, BESIDE_TOP, 1, 4);
  }
}

/** A triangle for what went wrong or is an error, a diamond for a warning, a dot for information. The more serious comes first where room is short. */
function drawMarks(
  context: CanvasRenderingContext2D,
  width: number,
  troubles: readonly number[],
  findings: Drawn['findings'],
  colours: StripColours,
): void {
  const errors = findings.flatMap(([column, severity]) => (severity === 'error' ? [column] : []));
  const taken = new Set<number>();
  const draw = (columns: readonly number[], colour: string, path: (x: number) => void): void => {
    context.fillStyle = colour;
    for (const column of columns) {
      const place = Math.round(column / 7);
      if (taken.has(place)) continue;
      taken.add(place);
      context.beginPath();
      // At both ends the whole mark is in sight.
      path(Math.min(Math.max(column + 0.5, 4), width - 4));
      context.fill();
    }
  };
  const [top, bottom, middle] = [TROUBLE_TOP, TROUBLE_TOP + 7, TROUBLE_TOP + 3.5];
  draw(
    [...troubles, ...errors].sort((a, b) => a - b),
    colours.trouble,
    (x) => {
      context.moveTo(x, top);
      context.lineTo(x + 4, bottom);
      context.lineTo(x - 4, bottom);
    },
  );
  const ofSeverity = (wanted: Severity): number[] =>
    findings.flatMap(([column, severity]) => (severity === wanted ? [column] : []));
  draw(ofSeverity('warning'), colours.warning, (x) => {
    context.moveTo(x, top);
    context.lineTo(x + 3.5, middle);
    context.lineTo(x, bottom);
    context.lineTo(x - 3.5, middle);
  });
  draw(ofSeverity('info'), colours.info, (x) => context.arc(x, middle, 2, 0, 7));
}
