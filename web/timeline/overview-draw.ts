/** Draws the overview strip. Everything is given; nothing is kept. */
import type { OverviewSlice } from '#shared/timeline';

export interface Strip {
  readonly slices: readonly OverviewSlice[];
  /** Positions from 0 to 1. */
  readonly phases: readonly number[];
  readonly window: readonly [from: number, to: number];
  readonly selected: number | undefined;
  readonly playhead: number | undefined;
}

export interface StripColours {
  readonly client: string;
  readonly server: string;
  readonly other: string;
  readonly line: string;
  readonly trouble: string;
  readonly selection: string;
  readonly playhead: string;
}

/** Width of one bar and the space after it (CSS pixels). */
export const BAR_STEP = 4;
/** Room at the top for triangles. */
const HEAD = 12;

/** Draw into a context that is scaled to CSS pixels. */
export function drawStrip(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  strip: Strip,
  colours: StripColours,
): void {
  context.clearRect(0, 0, width, height);
  drawBars(context, height, strip.slices, colours);
  context.fillStyle = colours.line;
  for (const position of strip.phases) context.fillRect(Math.round(position * (width - 1)), 0, 1, height);
  drawWindow(context, width, height, strip.window, colours.selection);
  for (const [position, colour] of [
    [strip.selected, colours.selection],
    [strip.playhead, colours.playhead],
  ] as const) {
    if (position === undefined) continue;
    context.fillStyle = colour;
    context.fillRect(Math.min(width - 2, Math.round(position * (width - 2))), 0, 2, height);
  }
  drawTroubles(context, strip.slices, colours.trouble);
}

function drawBars(
  context: CanvasRenderingContext2D,
  height: number,
  slices: readonly OverviewSlice[],
  colours: StripColours,
): void {
  const most = slices.reduce((max, { client, server, other }) => Math.max(max, client + server + other), 1);
  const room = height - HEAD;
  context.globalAlpha = 0.65;
  for (const [index, { client, server, other }] of slices.entries()) {
    const count = client + server + other;
    if (count === 0) continue;
    // The root keeps a single event visible beside a flood.
    const bar = Math.max(2, Math.sqrt(count / most) * room);
    let y = height;
    for (const [share, colour] of [
      [client, colours.client],
      [server, colours.server],
      [other, colours.other],
    ] as const) {
      const part = (share / count) * bar;
      y -= part;
      context.fillStyle = colour;
      context.fillRect(index * BAR_STEP, y, BAR_STEP - 1, part);
    }
  }
  context.globalAlpha = 1;
}

function drawWindow(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  [from, to]: readonly [number, number],
  colour: string,
): void {
  const left = Math.min(width - 4, from * width);
  const across = Math.max(4, (to - from) * width);
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.globalAlpha = 0.1;
  context.fillRect(left, 0, across, height);
  context.globalAlpha = 1;
  context.lineWidth = 1;
  context.strokeRect(Math.round(left) + 0.5, 0.5, Math.max(2, Math.round(across) - 1), height - 1);
}

function drawTroubles(context: CanvasRenderingContext2D, slices: readonly OverviewSlice[], colour: string): void {
  context.fillStyle = colour;
  let last = -Infinity;
  for (const [index, { trouble }] of slices.entries()) {
    const x = index * BAR_STEP + 4;
    if (trouble < 0 || x - last < 8) continue;
    last = x;
    context.beginPath();
    context.moveTo(x, 2);
    context.lineTo(x + 4, 9);
    context.lineTo(x - 4, 9);
    context.fill();
  }
}
