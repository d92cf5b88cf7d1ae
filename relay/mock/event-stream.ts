/** An event stream to one client, resumable by GET and the last event's id (2025-11-25, basic/transports#resumability-and-redelivery). */
import type { ServerResponse } from 'node:http';
import { defined } from '#shared/base';
import type { MockAction, MockMessage } from '#shared/mock';
import { bytesOf, type Payload, type SseFields } from '#shared/recording';

/** Events kept of a stream for resumption, and streams of a client. */
const MAX_KEPT_COUNT = 1000;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export class EventStream {
  #response: ServerResponse | undefined;
  readonly #kept: ({ readonly bytes: Buffer; readonly id: string | undefined } | 'end')[] = [];
  readonly #streams: EventStreams;
  #resumable = false;
  #finished = false;
  size = 0;

  constructor(streams: EventStreams) {
    this.#streams = streams;
  }

  /** True while what is sent arrives, now or when the client comes back. */
  get open(): boolean {
    return !this.#finished && (this.#resumable || this.attached);
  }

  get attached(): boolean {
    return this.#response !== undefined && !this.#response.writableEnded && !this.#response.destroyed;
  }

  get finished(): boolean {
    return this.#finished;
  }

  /** Send over this connection from now on: a response whose head is written. */
  attach(response: ServerResponse): void {
    this.#response = response;
  }

  /** Send nothing more over this connection; it is not ended by this. */
  detach(): void {
    this.#response = undefined;
  }

  /** Send a message, or keep it until the client comes back; part of one is nothing to come back for. */
  send(message: MockMessage): void {
    const { id, bytes } = this.#eventOf(message);
    if (!message.unterminated) this.#keep(bytes, id);
    if (this.attached) this.#response?.write(bytes);
  }

  /** Keep a message that did not arrive. */
  keep(message: MockMessage): void {
    const { id, bytes } = this.#eventOf(message);
    this.#keep(bytes, id);
  }

  /** Send an event without a message. */
  sendEvent({ text, id: recorded }: Extract<MockAction, { do: 'event' }>): void {
    const id = this.#streams.nameOf(recorded, this);
    const bytes = rawEventBytes(text, id);
    this.#keep(bytes, id);
    if (this.attached) this.#response?.write(bytes);
  }

  #eventOf({ payload, sse, unterminated }: MockMessage): { readonly id: string | undefined; readonly bytes: Buffer } {
    const id = this.#streams.nameOf(sse?.id, this);
    return { id, bytes: eventBytes(payload, { ...sse, ...defined({ id }) }, unterminated) };
  }

  #keep(bytes: Buffer, id: string | undefined): void {
    if (id !== undefined) this.#resumable = true;
    // Before the first id there is nothing that a client could name.
    if (!this.#resumable || this.#kept.length >= MAX_KEPT_COUNT) return;
    this.#kept.push({ bytes, id });
    this.size += bytes.length;
    this.#streams.kept(this, bytes.length);
  }

  /** End this connection; the client is to come back for the rest. */
  pause(): void {
    if (this.attached) this.#response?.end();
    else if (this.#resumable && this.#kept.length < MAX_KEPT_COUNT) this.#kept.push('end');
  }

  finish(): void {
    this.#finished = true;
    if (this.attached) this.#response?.end();
  }

  /** Go on with a new connection, after the event `last`. */
  resume(response: ServerResponse, last: string): void {
    // Where the client has another connection still, it has given that one up.
    if (this.attached) this.#response?.end();
    this.attach(response);
    let at = this.#kept.findLastIndex((each) => each !== 'end' && each.id === last) + 1;
    for (let each = this.#kept[at]; each !== undefined; each = this.#kept[at]) {
      if (each === 'end') {
        this.#kept.splice(at, 1);
        return void response.end();
      }
      response.write(each.bytes);
      at++;
    }
    if (this.#finished) response.end();
  }

  forget(): void {
    this.#resumable = false;
    this.#kept.length = 0;
  }
}

export class EventStreams {
  readonly #byId = new Map<string, EventStream>();
  /** Those that something is kept of, the oldest first. */
  readonly #streams = new Set<EventStream>();
  #bytes = 0;

  /** A stream keeps this many bytes more. */
  kept(stream: EventStream, bytes: number): void {
    this.#streams.add(stream);
    this.#bytes += bytes;
    this.#trim();
  }

  /** The id for an event that was recorded with `id`: another one where a stream before has had it. */
  nameOf(id: string | undefined, stream: EventStream): string | undefined {
    if (id === undefined) return undefined;
    let name = id;
    for (let more = 2; (this.#byId.get(name) ?? stream) !== stream; more++) name = `${id}-${more}`;
    this.#byId.set(name, stream);
    return name;
  }

  find(id: string): EventStream | undefined {
    return this.#byId.get(id);
  }

  #trim(): void {
    for (const stream of this.#streams) {
      if (this.#bytes <= MAX_KEPT_BYTES && this.#streams.size <= MAX_KEPT_COUNT) return;
      this.#streams.delete(stream);
      this.#bytes -= stream.size;
      stream.forget();
      for (const [id, each] of this.#byId) if (each === stream) this.#byId.delete(id);
    }
  }
}

/** One event with the fields that it was recorded with; without the blank line at its end when it is cut off. */
function eventBytes(payload: Payload, { event, id, retry }: SseFields = {}, unterminated?: true): Buffer {
  const fields = [field('event', event), field('id', id), field('retry', retry === undefined ? retry : String(retry))];
  // A character a byte, because data need not be UTF-8.
  const data = Buffer.from(bytesOf(payload)).toString('latin1');
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`);
  return Buffer.concat([
    Buffer.from(fields.join('')),
    Buffer.from(`${lines.join('\n')}${unterminated ? '' : '\n\n'}`, 'latin1'),
  ]);
}

/** The lines of an event without a message, under the id that it has here. */
function rawEventBytes(text: string, id: string | undefined): Buffer {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
  const named = lines.map((line) => (id !== undefined && /^id(:|$)/.test(line) ? `id: ${id}` : line));
  return Buffer.from(`${named.join('\n')}\n\n`);
}

/** A line of the event. A recording that was not made from a stream may have what no line can hold. */
function field(name: string, value: string | undefined): string {
  return value === undefined || /[\r\n\0]/.test(value) ? '' : `${name}: ${value}\n`;
}
