/** Says a fresh address when a page or the person at the terminal asks for one. */
import type { Access } from './access.ts';

/** A page may ask so often, in milliseconds: whoever reaches the port can ask, and the terminal stays readable. */
const PAUSE_MS = 60_000;

export class AddressPrinter {
  readonly #access: Access;
  readonly #print: () => void;
  readonly #now: () => number;
  #last = Number.NEGATIVE_INFINITY;

  /** `print` makes a fresh address and prints it; `now` gives milliseconds. */
  constructor(access: Access, print: () => void, now: () => number = Date.now) {
    this.#access = access;
    this.#print = print;
    this.#now = now;
  }

  /** A page without the page key asks. Nothing is printed while an address that was printed can still be used. */
  asked(): void {
    if (this.#access.waits || this.#now() - this.#last < PAUSE_MS) return;
    this.#last = this.#now();
    this.#print();
  }
}
