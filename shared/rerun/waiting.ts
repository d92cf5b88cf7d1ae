/** Waits for conditions on a live session, with limits, until it is told to stop. */

export class Waiting {
  readonly #checks = new Set<() => void>();
  #stopped = false;

  get stopped(): boolean {
    return this.#stopped;
  }

  recheck(): void {
    for (const each of [...this.#checks]) each();
  }

  stop(): void {
    this.#stopped = true;
    this.recheck();
  }

  /** Resolves true when `holds`; false when `limitMs` milliseconds have passed (0 is never), or the waiting was stopped. */
  until(holds: () => boolean, limitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (value: boolean): void => {
        if (timer !== undefined) clearTimeout(timer);
        this.#checks.delete(recheck);
        resolve(value);
      };
      const recheck = (): void => {
        if (holds()) end(true);
        else if (this.#stopped) end(false);
      };
      const timer = limitMs > 0 ? setTimeout(() => end(false), limitMs) : undefined;
      this.#checks.add(recheck);
      recheck();
    });
  }

  /** Resolves after `ms` milliseconds, or when the waiting is stopped. */
  async pause(ms: number): Promise<void> {
    if (ms > 0) await this.until(() => false, ms);
  }
}

const MAX_SILENCE_MS = 1000;
/** A recording may have no times, or say that the client did not wait: that is no check. */
const MIN_SILENCE_MS = 500;

/** Milliseconds to wait where nothing answered for `recordedMs`. `idleMs` is how long an answer may take, 0 for any time. */
export function silenceLimit(recordedMs: number, idleMs: number, longestMs = MAX_SILENCE_MS): number {
  const least = Math.min(MIN_SILENCE_MS, idleMs > 0 ? idleMs : Infinity);
  return Math.min(longestMs, Math.max(recordedMs, least));
}
