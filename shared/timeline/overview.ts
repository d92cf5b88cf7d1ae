/** The whole session in a strip: how much passed in each slice of time, in which direction, and where it went wrong. */
import type { SessionLog } from '#shared/session';
import { isTrouble } from './filter.ts';
import type { Timeline } from './timeline.ts';

export interface OverviewSlice {
  client: number;
  server: number;
  other: number;
  /** First event of the slice that went wrong, or -1. */
  trouble: number;
}

/** Count the first `shown` events of a log into `width` slices of the timeline's axis (idle time cut out). */
export function overview(log: SessionLog, timeline: Timeline, width: number, shown = log.length): OverviewSlice[] {
  const slices = Array.from({ length: width }, (): OverviewSlice => ({ client: 0, server: 0, other: 0, trouble: -1 }));
  const end = Math.min(shown, timeline.taken);
  for (let s = 0; s < end; s++) {
    const slice = slices[Math.min(width - 1, Math.floor(timeline.position(s) * width))];
    const event = log.events[s];
    if (!slice || !event) continue;
    if (event.k !== 'message') slice.other++;
    else if (event.dir === 'c2s') slice.client++;
    else slice.server++;
    if (slice.trouble < 0 && isTrouble(log, s)) slice.trouble = s;
  }
  return slices;
}
