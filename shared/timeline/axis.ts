/** The time axis that bars, overview and ruler share: the time in which something went on, with longer pauses cut down to thin breaks. */
import { countBefore } from '#shared/base';

/** A stretch of time in which something went on (microseconds of the session). */
export interface Stretch {
  readonly from: number;
  readonly to: number;
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
  /** Microseconds that it stands for. */
  readonly idle: number;
}

/** How much of the axis one break takes, and all of them together. */
const BREAK = 0.02;
const ALL_BREAKS = 0.25;

export class TimeAxis {
  readonly #stretches: readonly Stretch[];
  /** Beginning and end of each stretch: as moments, and as microseconds of the axis. */
  readonly #moments: number[] = [];
  readonly #places: number[] = [];
  /** Microseconds of the axis that a break takes. */
  readonly #pause: number;
  readonly #whole: number;

  /** From stretches one after the other, at least a moment apart. Of none, or of one moment, everything is at its beginning. */
  constructor(stretches: readonly Stretch[]) {
    this.#stretches = stretches;
    let busy = 0;
    for (const { from, to } of stretches) busy += to - from;
    const count = stretches.length - 1;
    // What takes no time at all still has an axis, of breaks.
    const part = busy === 0 ? 1 : Math.min(BREAK * Math.max(0, count), ALL_BREAKS);
    this.#whole = busy === 0 ? 1 : busy / (1 - part);
    this.#pause = count > 0 ? (this.#whole * part) / count : 0;
    let at = 0;
    for (const { from, to } of stretches) {
      this.#moments.push(from, to);
      this.#places.push(at, at + to - from);
      at += to - from + this.#pause;
    }
  }

  get from(): number {
    return this.#moments[0] ?? 0;
  }
  get to(): number {
    return this.#moments.at(-1) ?? 0;
  }
  /** Microseconds that are on it, with what breaks take. */
  get length(): number {
    return this.#whole;
  }
  get cut(): boolean {
    return this.#stretches.length > 1;
  }

  /** A moment on the axis, from 0 to 1; one within a break lies within it. */
  position(t: number): number {
    return between(this.#moments, this.#places, t) / this.#whole;
  }

  /** The moment at a place from 0 to 1: the opposite of `position`. */
  moment(position: number): number {
    return between(this.#places, this.#moments, position * this.#whole);
  }

  /** The breaks, unless there are more than can be told apart. */
  get breaks(): readonly Break[] {
    if (this.#stretches.length * BREAK > 1) return [];
    return this.#stretches.slice(1).map(({ from }, index) => {
      const before = this.#stretches[index]?.to ?? from;
      return { at: this.position(before), width: this.#pause / this.#whole, idle: from - before };
    });
  }

  within(from: number, to: number): TimeAxis {
    const inside = this.#stretches
      .filter((each) => each.to >= from && each.from <= to)
      .map((each) => ({ from: Math.max(from, each.from), to: Math.min(to, each.to) }));
    if ((inside[0]?.from ?? Infinity) > from) inside.unshift({ from, to: from });
    if ((inside.at(-1)?.to ?? from) < to) inside.push({ from: to, to });
    return new TimeAxis(inside);
  }

  /** Moments to write at the axis, round ones and where a stretch begins, at least `apart` (of 1) from each other. */
  ticks(apart: number): readonly Tick[] {
    const step = roundStep(apart * this.#whole);
    const found: Tick[] = [];
    const offer = (t: number): void => {
      const at = this.position(t);
      if (found.length > 0 && figureOf(t) === figureOf(found.at(-1)?.t ?? 0)) return;
      if (at + apart <= 1.001 && (found.length === 0 || at - (found.at(-1)?.at ?? 0) >= apart)) found.push({ at, t });
    };
    let next = 0;
    while (next < this.#stretches.length) {
      const { from, to } = this.#stretches[next] ?? { from: 0, to: 0 };
      offer(from);
      const free = this.moment((found.at(-1)?.at ?? 0) + apart);
      for (let t = Math.ceil(Math.max(from, free) / step) * step; t < to; t += step) offer(t);
      // Stretches that end before there is room for another moment are passed over.
      const reached = ((found.at(-1)?.at ?? 0) + apart) * this.#whole;
      next = Math.max(
        next + 1,
        countBefore(this.#stretches.length, (at) => (this.#places[at * 2 + 1] ?? 0) < reached),
      );
    }
    return found;
  }
}

/** The value that belongs to `x`, where `xs` and `ys` rise together and are straight in between; outside the nearest. */
function between(xs: readonly number[], ys: readonly number[], x: number): number {
  const after = countBefore(xs.length, (index) => (xs[index] ?? 0) <= x);
  const [x0, y0] = [xs[after - 1], ys[after - 1]];
  const [x1, y1] = [xs[after], ys[after]];
  if (x0 === undefined || y0 === undefined) return y1 ?? 0;
  if (x1 === undefined || y1 === undefined) return y0;
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}

/** A moment as precise as it is written: in milliseconds in the first hour, and then in seconds. */
function figureOf(t: number): number {
  if (t < 60e6) return Number((t / 1e6).toFixed(3)) * 1e6;
  const unit = t < 3600e6 ? 1e3 : 1e6;
  return Math.floor(t / unit) * unit;
}

/** The next of 1, 2, 5, 10, 20, … that is at least this. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return power * ([1, 2, 5].find((each) => each * power >= least) ?? 10);
}
