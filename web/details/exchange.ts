/** The steps of one HTTP exchange, found around one of its events and followed as the log grows. */
import type { Direction, HttpBody, HttpContentBody, WireEvent } from '#shared/recording';

export type HttpEvent = HttpBody & { readonly s: number; readonly t: number };

export class Exchange {
  readonly #x: string;
  readonly #found: HttpEvent[] = [];
  readonly #bodies: (HttpContentBody & { readonly s: number })[] = [];
  #next: number;
  #ended = false;

  /** Looks back from event `from`, which belongs to exchange `x`, to the exchange's request. */
  constructor(events: readonly WireEvent[], x: string, from: number) {
    this.#x = x;
    let at = Math.min(from, events.length - 1);
    for (; at > 0; at--) {
      const event = events[at];
      if (event?.k === 'http' && event.x === x && event.phase === 'request') break;
    }
    this.#next = Math.max(0, at);
  }

  /** Its steps among the first `shown` events. Reads only what was not read before. */
  steps(events: readonly WireEvent[], shown: number): readonly HttpEvent[] {
    for (; !this.#ended && this.#next < events.length; this.#next++) {
      const event = events[this.#next];
      if (event?.k === 'body' && event.x === this.#x) this.#bodies.push(event);
      if (event?.k !== 'http' || event.x !== this.#x) continue;
      this.#found.push(event);
      this.#ended = event.phase === 'end';
    }
    return this.#found.filter(({ s }) => s < shown);
  }

  /** Its body in one direction, when that is no message and among the first `shown` events. Only after `steps`. */
  body(dir: Direction, shown: number): HttpContentBody | undefined {
    return this.#bodies.find((body) => body.dir === dir && body.s < shown);
  }
}
