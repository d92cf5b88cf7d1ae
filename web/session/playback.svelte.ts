/** Looking at a session as time passes: a playhead that steps, scrubs and plays, with idle time cut short. */
import type { SessionLog } from '#shared/session';
import { nextFrame } from '../base/frame.ts';

export const SPEEDS = [0.25, 0.5, 1, 2, 5, 10, 100] as const;
/** The longest pause between two events while playing (microseconds of session time). */
const MAX_PAUSE_US = 1_000_000;

export class Playback {
  readonly #log: SessionLog;
  /** Last event shown; undefined shows everything, and follows a live session. */
  head: number | undefined = $state();
  playing = $state(false);
  speed = $state(1);
  /** Wall clock (milliseconds) of the last step, and how much session time has passed since (microseconds). */
  #last = 0;
  #passed = 0;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Show the session as of event `s`; past the last event means everything. */
  seek(s: number): void {
    const { length } = this.#log;
    this.head = s >= length - 1 ? undefined : Math.max(-1, s);
    this.#passed = 0;
  }

  step(by: number): void {
    this.playing = false;
    this.seek((this.head ?? this.#log.length - 1) + by);
  }

  /** Start (from the beginning when everything is shown) or pause. */
  toggle(): void {
    this.playing = !this.playing;
    if (!this.playing) return;
    if (this.head === undefined) this.head = -1;
    this.#last = performance.now();
    this.#passed = 0;
    nextFrame(this.#tick);
  }

  end(): void {
    this.playing = false;
    this.head = undefined;
  }

  readonly #tick = (): void => {
    if (!this.playing) return;
    const now = performance.now();
    this.#passed += (now - this.#last) * 1000 * this.speed;
    this.#last = now;
    let head = this.head ?? -1;
    for (;;) {
      const next = this.#log.event(head + 1);
      if (!next) break;
      const pause = Math.min(MAX_PAUSE_US, Math.max(0, next.t - (this.#log.event(head)?.t ?? next.t)));
      if (pause > this.#passed) break;
      this.#passed -= pause;
      head++;
    }
    if (head >= this.#log.length - 1) return this.end();
    this.head = head;
    nextFrame(this.#tick);
  };
}
