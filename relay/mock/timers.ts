/** A longer timer fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Timers that end together. */
export class Timers {
  readonly #running = new Set<NodeJS.Timeout>();

  later(ms: number, run: () => void): void {
    const timer = setTimeout(
      () => {
        this.#running.delete(timer);
        run();
      },
      Math.min(ms, MAX_DELAY_MS),
    );
    this.#running.add(timer);
  }

  /** Forget all that is still to come. */
  end(): void {
    for (const timer of this.#running) clearTimeout(timer);
    this.#running.clear();
  }
}
