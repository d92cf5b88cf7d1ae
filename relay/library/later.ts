/** Does something a while after it was first asked for, once however often it is. It does not keep the program alive. */
export class Later {
  readonly #ms: number;
  readonly #action: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, action: () => void) {
    this.#ms = ms;
    this.#action = action;
  }

  ask(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#action();
    }, this.#ms).unref();
  }

  again(): void {
    this.#timer?.refresh();
    this.ask();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
