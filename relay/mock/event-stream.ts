/** An event stream to one client, resumable by GET and the last event's id (2025-11-25, basic/transports#resumability-and-redelivery). */
import type { ServerResponse } from 'node:http';

/** Events kept of a stream for resumption, and streams of a client. */
const MAX_KEPT_COUNT = 1000;
/** For one client. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

interface Kept {
  readonly bytes: Buffer;
  readonly id: string | undefined;
}

export class EventStream {
  #response: ServerResponse | undefined;
  readonly #kept: (Kept | 'end')[] = [];
  readonly #onSize: (bytes: number) => void;
  #resumable = false;
  #finished = false;
  size = 0;

  /** `onSize` is told how many bytes more are kept. */
  constructor(onSize: (bytes: number) => void) {
    this.#onSize = onSize;
  }

  /** True while what is sent arrives, now or when the client comes back. */
  get open(): boolean {
    return !this.#finished && (this.#resumable || this.attached);
  }

  /** True while a connection is open. */
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

  /** Send an event, or keep it until the client comes back. */
  write(bytes: Buffer, id?: string): void {
    this.keep(bytes, id);
    if (this.attached) this.#response?.write(bytes);
  }

  /** Send part of an event, which is nothing to come back for. */
  writePart(bytes: Buffer): void {
    if (this.attached) this.#response?.write(bytes);
  }

  /** Note an event that did not arrive. */
  keep(bytes: Buffer, id?: string): void {
    if (id !== undefined) this.#resumable = true;
    // Before the first id there is nothing that a client could name.
    if (!this.#resumable || this.#kept.length >= MAX_KEPT_COUNT) return;
    this.#kept.push({ bytes, id });
    this.size += bytes.length;
    this.#onSize(bytes.length);
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

/** The streams of one client, by the ids of their events. */
export class EventStreams {
  readonly #byId = new Map<string, EventStream>();
  /** Those that something is kept of, the oldest first. */
  readonly #streams = new Set<EventStream>();
  #bytes = 0;

  begin(): EventStream {
    const stream: EventStream = new EventStream((bytes) => {
      this.#streams.add(stream);
      this.#bytes += bytes;
      this.#trim();
    });
    return stream;
  }

  /** The id for an event that was recorded with `id`: another one where a stream before has had it. */
  nameOf(id: string, stream: EventStream): string {
    let name = id;
    for (let more = 2; (this.#byId.get(name) ?? stream) !== stream; more++) name = `${id}-${more}`;
    this.#byId.set(name, stream);
    return name;
  }

  /** The stream on which an event had this id. */
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
