/** Finds the events of messages that were sent by hand, among the events that arrive after them. */
import {
  asUtf8,
  type EventList,
  type Payload,
  payloadLength,
  payloadOf,
  utf8Length,
  type WireEvent,
} from '#shared/recording';

type MessageEvent = Extract<WireEvent, { k: 'message' }>;

export class SentWatch {
  #next: number;
  /** What is still looked for, in the order in which it was sent. */
  #wanted: { readonly index: number; readonly payload: Payload }[] = [];
  readonly #found: (number | undefined)[] = [];

  constructor(from: number) {
    this.#next = from;
  }

  /** A text (as typed: lone surrogates go out as U+FFFD) or bytes were handed over to be sent. */
  add(message: string | Uint8Array): void {
    const payload = typeof message === 'string' ? { raw: asUtf8(message) } : payloadOf(message);
    this.#wanted.push({ index: this.#found.length, payload });
    this.#found.push(undefined);
  }

  read(events: EventList): void {
    for (; this.#next < events.length && this.#wanted.length > 0; this.#next++) {
      const event = events.at(this.#next);
      if (event?.k !== 'message' || event.dir !== 'c2s' || event.by !== 'user') continue;
      const at = this.#wanted.findIndex(({ payload }) => isThat(event, payload));
      const [wanted] = at < 0 ? [] : this.#wanted.splice(at, 1);
      if (wanted) this.#found[wanted.index] = event.s;
    }
  }

  /** Number of the event of message `index`, from 0 in the order of `add`, once it was read. */
  at(index: number): number | undefined {
    return this.#found[index];
  }
}

function isThat(event: MessageEvent, { raw, b64 }: Payload): boolean {
  if (event.large && event.raw !== undefined && raw !== undefined)
    return raw.startsWith(event.raw) && utf8Length(raw) === payloadLength(event);
  return event.raw === raw && event.b64 === b64;
}
