/** The time axis that all bars share: the time in which something was open, with longer pauses cut down to a thin break. */
import { countBefore } from '#shared/base';
import type { SessionLog } from '#shared/session';

/** A pause is cut when it is longer than this (microseconds), and than this part of the time in which something was open. */
const SHORTEST_PAUSE = 100_000;
const PAUSE_PART = 10;
/** How much of the axis one break takes, and all of them together. */
const BREAK = 0.02;
const ALL_BREAKS = 0.25;
/** Requests that stay open as long as they are wanted: time does not pass for them. */
const STANDING = 'subscriptions/listen';

interface Stretch {
  readonly from: number;
  to: number;
}
export interface Tick {
  /** From 0 to 1. */
  readonly at: number;
  /** Microseconds since the session began. */
  readonly t: number;
}
export interface Break {
  readonly at: number;
  readonly width: number;
  /** Microseconds in which nothing was open. */
  readonly idle: number;
}

export class TimeAxis {
  readonly #stretches: readonly Stretch[];
  /** Where each stretch begins, in microseconds of the axis. */
  readonly #starts: number[] = [];
  readonly #pause: number;
  readonly #whole: number;

  /** Stretches of time in which something was open, one after the other. */
  constructor(stretches: readonly Stretch[]) {
    this.#stretches = stretches;
    let busy = 0;
    for (const { from, to } of stretches) busy += to - from;
    const count = stretches.length - 1;
    const part = Math.min(BREAK * count, ALL_BREAKS);
    // What takes no time at all still has an axis.
    const whole = Math.max(1, busy) / (1 - part);
    this.#pause = count > 0 ? (whole * part) / count : 0;
    let at = 0;
    for (const { from, to } of stretches) {
      this.#starts.push(at);
      at += to - from + this.#pause;
    }
    this.#whole = whole;
  }

  /** A moment on the axis, from 0 to 1. */
  position(t: number): number {
    const index = Math.max(0, countBefore(this.#stretches.length, (at) => (this.#stretches[at]?.from ?? 0) <= t) - 1);
    const stretch = this.#stretches[index];
    if (!stretch) return 0;
    const inside = Math.max(0, Math.min(t, stretch.to) - stretch.from);
    return ((this.#starts[index] ?? 0) + inside) / this.#whole;
  }

  /** The breaks, unless there are more than can be told apart. */
  get breaks(): readonly Break[] {
    if (this.#stretches.length * BREAK > 1) return [];
    return this.#stretches.slice(1).map(({ from }, index) => {
      const before = this.#stretches[index]?.to ?? from;
      return { at: this.position(before), width: this.#pause / this.#whole, idle: from - before };
    });
  }

  /** Moments to write above the axis, round ones and where a stretch begins, at least `apart` (of 1) from each other. */
  ticks(apart: number): readonly Tick[] {
    const step = roundStep(apart * this.#whole);
    const found: Tick[] = [];
    const offer = (t: number): void => {
      const at = this.position(t);
      if (at + apart <= 1.001 && (found.length === 0 || at - (found.at(-1)?.at ?? 0) >= apart)) found.push({ at, t });
    };
    let next = 0;
    while (next < this.#stretches.length) {
      const { from, to } = this.#stretches[next] ?? { from: 0, to: 0 };
      offer(from);
      for (let t = Math.ceil(from / step) * step; t < to; t += step) offer(t);
      // Stretches that begin before there is room for another moment are passed over.
      const reached = ((found.at(-1)?.at ?? 0) + apart) * this.#whole;
      next = Math.max(
        next + 1,
        countBefore(this.#starts.length, (at) => (this.#starts[at] ?? 0) < reached),
      );
    }
    return found;
  }
}

/** The axis of a log's operations as of event `last`. */
export function axisOf({ operations, events }: SessionLog, last: number): TimeAxis {
  const now = events[last]?.t ?? 0;
  const stretches: Stretch[] = [];
  let busy = 0;
  for (const { opened, openedAt, closed, closedAt, method } of operations) {
    if (opened > last) break;
    const until = closed !== undefined && closed <= last ? (closedAt ?? openedAt) : now;
    const to = method === STANDING ? openedAt : Math.max(openedAt, until);
    const latest = stretches.at(-1);
    if (latest && openedAt <= latest.to + SHORTEST_PAUSE) {
      busy += Math.max(0, to - latest.to);
      latest.to = Math.max(latest.to, to);
    } else {
      stretches.push({ from: openedAt, to });
      busy += to - openedAt;
    }
  }
  return new TimeAxis(joined(stretches, Math.max(SHORTEST_PAUSE, busy / PAUSE_PART)));
}

/** Stretches with no more than `pause` between them as one. */
function joined(stretches: readonly Stretch[], pause: number): Stretch[] {
  const kept: Stretch[] = [];
  for (const { from, to } of stretches) {
    const latest = kept.at(-1);
    if (latest && from - latest.to <= pause) latest.to = to;
    else kept.push({ from, to });
  }
  return kept;
}

/** The next of 1, 2, 5, 10, 20, … that is at least this. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return power * ([1, 2, 5].find((each) => each * power >= least) ?? 10);
}
