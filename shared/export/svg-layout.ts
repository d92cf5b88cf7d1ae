/** Where things are in the drawn diagram (pixels). */
import type { Diagram } from './diagram.ts';

/** Height of a row, where the first row begins, and where in a row its arrow is. */
export const ROW = 28;
export const TOP = 56;
export const ARROW = 20;

/** Columns of the HTTP lane; what needs more shares the last. */
const COLUMNS = 5;
export const COLUMN = 12;
/** Room for the bars on the server's line, which stand side by side. */
const BEFORE_LANE = 30;
/** Room for what a row says of its exchange. */
const CARRIER = 74;
/** Below this width the words have the relay's room. */
const NARROW = 700;

export interface Layout {
  readonly width: number;
  /** Right edge of the times, and of the durations. */
  readonly time: number;
  readonly took: number;
  readonly client: number;
  /** The relay's; where it has none, the client's. */
  readonly relay: number;
  /** A tap's, where there is one. */
  readonly tap?: number;
  readonly server: number;
  readonly authorization?: number;
  /** Left edge of the HTTP lane, how many columns it has, and where rows say what carried them. */
  readonly lane?: { readonly left: number; readonly columns: number; readonly carrier: number };
}

export function layoutOf({ authorization, http, tapped }: Diagram, width: number): Layout {
  const time = 84;
  const client = Math.round(Math.max(112, width * 0.14));
  const took = width - 16;
  const columns = http ? Math.min(COLUMNS, 1 + Math.max(0, ...http.lane.map(({ column }) => column))) : 0;
  const left = took - 80 - CARRIER - columns * COLUMN;
  const room = (http ? left - BEFORE_LANE : took - 80) - client;
  const third = authorization !== undefined;
  // What stands beside the server's line has room between it and the durations, or the lane has.
  const server = Math.round(client + room * (third ? 0.62 : http ? 1 : width < NARROW ? 0.98 : 0.8));
  const relay = http?.relayed === true && width >= NARROW ? Math.round(client + (server - client) * 0.2) : client;
  return {
    width,
    time,
    took,
    client,
    relay,
    server,
    ...(tapped ? { tap: Math.round((client + server) / 2) } : {}),
    ...(third ? { authorization: Math.round(client + room) } : {}),
    ...(http ? { lane: { left, columns, carrier: left + columns * COLUMN + 6 } } : {}),
  };
}
