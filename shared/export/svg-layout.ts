/** Where things are in the drawn diagram (pixels). */
import type { Diagram } from './diagram.ts';

/** Height of a row, where the first row begins, and where in a row its arrow is. */
export const ROW = 28;
export const TOP = 56;
export const ARROW = 20;

export interface Layout {
  readonly width: number;
  /** Right edge of the times, and of the durations. */
  readonly time: number;
  readonly took: number;
  /** The lifelines. */
  readonly client: number;
  readonly server: number;
  readonly authorization?: number;
}

/** The places of the lanes in a picture of this width. */
export function layoutOf({ authorization }: Diagram, width: number): Layout {
  const time = 84;
  const client = Math.round(Math.max(112, width * 0.14));
  const took = width - 16;
  const room = took - 80 - client;
  if (authorization === undefined)
    return { width, time, took, client, server: Math.round(client + room * (width < 700 ? 0.98 : 0.8)) };
  return {
    width,
    time,
    took,
    client,
    server: Math.round(client + room * 0.62),
    authorization: Math.round(client + room),
  };
}
