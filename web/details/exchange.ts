/** The steps of one HTTP exchange, found around one of its events and followed as the log grows. */
import type { HttpBody, WireEvent } from '#shared/recording';

export type HttpEvent = HttpBody & { readonly s: number; readonly t: number };

export class Exchange {
  readonly #x: string;
  readonly #found: HttpEvent[] = [];
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
      if (event?.k !== 'http' || event.x !== this.#x) continue;
      this.#found.push(event);
      this.#ended = event.phase === 'end';
    }
    return this.#found.filter(({ s }) => s < shown);
  }
}
