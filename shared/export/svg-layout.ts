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

export type Layout = ReturnType<typeof layoutOf>;

export function layoutOf({ authorization, http, tapped }: Diagram, width: number) {
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
    /** Right edge of the times, and of the durations. */
    time,
    took,
    client,
    /** The relay's line; where it has none, the client's. */
    relay,
    tap: tapped ? Math.round((client + server) / 2) : undefined,
    server,
    authorization: third ? Math.round(client + room) : undefined,
    /** Left edge of the HTTP lane, how many columns it has, and where rows say what carried them. */
    lane: http && { left, columns, carrier: left + columns * COLUMN + 6 },
  };
}
