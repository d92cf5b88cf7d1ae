/** What is in the overview under the pointer. */
import { countBefore } from '#shared/base';
import type { Operation, SessionLog } from '#shared/session';
import { laneOf, type TimeAxis } from '#shared/timeline';

export interface OverviewHit {
  /** Microseconds of the session. */
  readonly t: number;
  /** The last event up to then; -1 before the first. */
  readonly s: number;
  /** Operations that were open then, the one under the pointer first. */
  readonly operations: readonly Operation[];
  readonly events: number;
  /** Microseconds of idle time that stand here. */
  readonly idle: number;
}

/** Pixels beside the pointer that count as under it. */
const NEAR = 2;

/** The last event up to a moment, or -1. */
export function eventAt({ events }: SessionLog, t: number): number {
  return countBefore(events.length, (s) => (events.at(s)?.t ?? Infinity) <= t) - 1;
}

/** What is at `x` of `width` pixels, with the pointer on `lane`, or on none (-1). */
export function hitAt(log: SessionLog, axis: TimeAxis, x: number, width: number, lane: number): OverviewHit {
  const moment = (at: number): number => axis.moment(Math.max(0, Math.min(1, at / width)));
  const [from, t, to] = [moment(x - NEAR), moment(x), moment(x + NEAR)];
  const [before, last] = [eventAt(log, from - 1), eventAt(log, to)];
  const pointed = (operation: Operation): number => (laneOf(operation) === lane ? 0 : 1);
  const operations = log
    .spanning(before + 1, Math.max(before + 1, last))
    .filter(({ openedAt, closedAt = Infinity }) => openedAt <= to && closedAt >= from)
    .sort((a, b) => pointed(a) - pointed(b));
  const pause = axis.breaks.find(({ at, width: wide }) => x / width > at && x / width < at + wide);
  return { t, s: eventAt(log, t), operations, events: Math.max(0, last - before), idle: pause?.idle ?? 0 };
}
