/** The common axis of the bars: time without what passed while nothing was open. */
import { countBefore } from '#shared/base';
import type { Interval } from './span.ts';

export interface Axis {
  /** Length in microseconds, at least 1. */
  readonly whole: number;
  /** Microseconds from the left end to a time of the session. */
  readonly at: (t: number) => number;
  /** Idle time was left out. */
  readonly cut: boolean;
}

/** What an idle time keeps of the axis, as a part of the time in which something was open. */
const KEPT = 0.02;

/** The axis on which intervals lie that began in this order. `now` ends those that last. */
export function axisOf(spans: readonly Interval[], now: number): Axis {
  const busy: { from: number; to: number }[] = [];
  for (const { from, to = now } of spans) {
    const last = busy.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else busy.push({ from, to: Math.max(from, to) });
  }
  const gap = busy.reduce((sum, { from, to }) => sum + to - from, 0) * KEPT;
  const starts: number[] = [];
  let end = 0;
  let cut = false;
  for (const [index, { from, to }] of busy.entries()) {
    const idle = from - (busy[index - 1]?.to ?? from);
    cut ||= idle > gap;
    end += Math.min(idle, gap);
    starts.push(end);
    end += to - from;
  }
  const at = (t: number): number => {
    const place = Math.max(0, countBefore(busy.length, (index) => (busy[index]?.from ?? 0) <= t) - 1);
    const { from, to } = busy[place] ?? { from: 0, to: 0 };
    return (starts[place] ?? 0) + Math.min(Math.max(0, t - from), to - from);
  };
  return { whole: Math.max(1, end), at, cut };
}
