/** Waits for conditions on a live session, with limits, until it is told to stop. */

export class Waiting {
  readonly #looks = new Set<() => void>();
  #stopped = false;

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Something happened: conditions may hold now. */
  look(): void {
    for (const each of [...this.#looks]) each();
  }

  /** From here on nothing is waited for. */
  stop(): void {
    this.#stopped = true;
    this.look();
  }

  /** Resolves true when `holds`; false when `limitMs` milliseconds have passed (0 is never), or the waiting was stopped. */
  until(holds: () => boolean, limitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (value: boolean): void => {
        if (timer !== undefined) clearTimeout(timer);
        this.#looks.delete(look);
        resolve(value);
      };
      const look = (): void => {
        if (holds()) end(true);
        else if (this.#stopped) end(false);
      };
      const timer = limitMs > 0 ? setTimeout(() => end(false), limitMs) : undefined;
      this.#looks.add(look);
      look();
    });
  }

  /** Resolves after `ms` milliseconds, or when the waiting is stopped. */
  async pause(ms: number): Promise<void> {
    if (ms > 0) await this.until(() => false, ms);
  }
}
