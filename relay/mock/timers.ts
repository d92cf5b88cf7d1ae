/** A longer timer fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

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

  end(): void {
    for (const timer of this.#running) clearTimeout(timer);
    this.#running.clear();
  }
}
