/** Waiting for a condition of something that reports its changes. */

/** A list that tests can wait on: `until` resolves as soon as the condition holds, at once if it does already. */
export class Reports<T> {
  readonly all: T[] = [];
  readonly #waiting = new Set<() => void>();

  add(items: readonly T[]): void {
    this.all.push(...items);
    for (const check of [...this.#waiting]) check();
  }

  until(condition: (all: readonly T[]) => boolean): Promise<void> {
    if (condition(this.all)) return Promise.resolve();
    return new Promise((resolve) => {
      const check = (): void => {
        if (!condition(this.all)) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
    });
  }
}
