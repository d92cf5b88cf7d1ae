/** Finds the event of a text that was just sent, among the events that arrive after it. */
import { bytesOf, payloadOf, textOf, utf8Length, type WireEvent } from '#shared/recording';

export class SentWatch {
  readonly #text: string;
  /** The text after its way through UTF-8, which has no lone surrogates. */
  readonly #wired: string;
  #next: number;
  #found: number | undefined;

  /** `from` is the number of events that were there when the text was sent. */
  constructor(text: string, from: number) {
    this.#text = text;
    this.#wired = textOf(payloadOf(bytesOf({ raw: text })));
    this.#next = from;
  }

  /** Number of the event, once it is there. Reads only events that were not read before. */
  find(events: readonly WireEvent[]): number | undefined {
    for (; this.#found === undefined && this.#next < events.length; this.#next++) {
      const event = events[this.#next];
      if (event?.k === 'message' && event.dir === 'c2s' && event.by === 'user' && this.#is(event))
        this.#found = event.s;
    }
    return this.#found;
  }

  #is({ raw, large }: Extract<WireEvent, { k: 'message' }>): boolean {
    if (raw === undefined) return false;
    if (large) return this.#text.startsWith(raw) && utf8Length(this.#text) === large.bytes;
    return raw === this.#wired;
  }
}
