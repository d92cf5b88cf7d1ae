/** The activation bars of the drawn diagram. */
import type { Diagram } from './diagram.ts';
import { ARROW, ROW, TOP, type Layout } from './svg-layout.ts';
import type { Theme } from './theme.ts';

/** Columns beside a line; what needs more shares the last. */
const SLOTS = 5;
/** Bars that are drawn. */
const MOST = 1000;

/** From a request's row to its answer's, on the line of the side that works on it; open ones end dashed with the picture. */
export function drawBars({ bars, rows }: Diagram, { client, server }: Layout, theme: Theme): string {
  const end = TOP + rows.length * ROW;
  return bars
    .slice(0, MOST)
    .map(({ side, slot, from, to }) => {
      const top = TOP + from * ROW + ARROW;
      const height = (to === undefined ? end : TOP + to * ROW + ARROW) - top;
      const shift = Math.min(slot, SLOTS - 1) * 5;
      const x = side === 'server' ? server - 3.5 + shift : client - 3.5 - shift;
      const [ink, soft] = side === 'server' ? [theme.server, theme.serverSoft] : [theme.client, theme.clientSoft];
      const dash = to === undefined ? ' stroke-dasharray="3 2"' : '';
      return height <= 0
        ? ''
        : `<rect x="${x}" y="${top}" width="7" height="${height}" rx="2" fill="${soft}" stroke="${ink}"${dash}/>`;
    })
    .filter(Boolean)
    .join('\n');
}
