/** Asks the system to bring a file's bytes onto the disk, so that a crash of the machine costs no more than one of the program. */
import { closeSync, fdatasync } from 'node:fs';

export type Sync = (file: number, done: () => void) => void;

/** Milliseconds until a request: what was just written goes to the page first, and a busy session asks no more often. */
const AFTER_MS = 50;

/** One request at a time; the next covers all written meanwhile: a flood of events asks no more often than the disk can answer. */
export class Flusher {
  readonly #file: number;
  readonly #sync: Sync;
  readonly #close: (file: number) => void;
  #state: 'idle' | 'due' | 'busy' | 'again' = 'idle';
  #timer: NodeJS.Timeout | undefined;
  #closing = false;

  constructor(file: number, sync: Sync = fdatasync, close: (file: number) => void = closeSync) {
    this.#file = file;
    this.#sync = sync;
    this.#close = close;
  }

  flush(): void {
    if (this.#state === 'busy') this.#state = 'again';
    if (this.#state !== 'idle') return;
    this.#state = 'due';
    this.#timer = setTimeout(() => this.#ask(), AFTER_MS);
  }

  /** What is due is asked for at once: a program that ends waits for no timer. */
  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    if (this.#state === 'due') this.#ask();
    else if (this.#state === 'idle') this.#close(this.#file);
  }

  #ask(): void {
    clearTimeout(this.#timer);
    this.#state = 'busy';
    // A failing disk shows at the next write.
    this.#sync(this.#file, () => {
      const again = this.#state === 'again';
      this.#state = 'idle';
      if (again && this.#closing) this.#ask();
      else if (again) this.flush();
      else if (this.#closing) this.#close(this.#file);
    });
  }
}
