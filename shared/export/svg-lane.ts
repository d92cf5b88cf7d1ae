/** The HTTP lane of the drawn diagram: a bar for each exchange, coloured by how it went. */
import { cutTo } from './columns.ts';
import type { Diagram } from './diagram.ts';
import type { LaneBar } from './http-lane.ts';
import { ARROW, COLUMN, ROW, TOP, type Layout } from './svg-layout.ts';
import { DASHED } from './svg-file.ts';
import { FONTS, type Theme } from './theme.ts';
import { xmlText } from './xml.ts';

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

export function inkOf(state: LaneBar['state'], theme: Theme): string {
  return state === 'bad' ? theme.err : state === 'good' ? theme.ok : theme.faint;
}
