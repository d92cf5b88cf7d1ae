/** A shorter or longer window of the common time axis, as keys ask for it. */
import type { TimeAxis, TimeRange } from '#shared/timeline';

/** Parts of the whole axis that a window has at least. */
const LEAST = 1e-4;

/**
 * The window that is `by` times as long as `range` (the whole of `axis` without one; below 1 is shorter): what is at `t` stays where it
 * is, as far as the axis reaches; a moment outside the window counts as its middle. Undefined stands for the whole axis.
 */
export function zoomed(axis: TimeAxis, range: TimeRange | undefined, by: number, t: number): TimeRange | undefined {
  const place = (moment: number): number => axis.position(Math.max(axis.from, Math.min(axis.to, moment)));
  const [from, to] = range ? [place(range.from), place(range.to)] : [0, 1];
  const length = Math.max(LEAST, (to - from) * by);
  if (length >= 1) return undefined;
  const at = place(t);
  const held = at >= from && at <= to ? at : (from + to) / 2;
  const begin = Math.max(0, Math.min(1 - length, held - (held - from) * by));
  return { from: Math.floor(axis.moment(begin)), to: Math.ceil(axis.moment(begin + length)) };
}
