/** Joins client and server: bytes pass as judge and Host guard allow, at the reader's pace; one end ends both. */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ArmedProxy } from './armed.ts';
import { readHead, readRequestHead, requestFraming, statusOf, type Framing, type RequestHead } from './heads.ts';
import type { HostGuard } from './host-guard.ts';
import { MAX_HEAD_BYTES, MessageReader } from './message-reader.ts';
import { refusal } from './own-answer.ts';
import { PassingExchange, planFor, type ExchangeLine } from './pass-exchange.ts';

/** Reading pauses when more bytes wait, for a connection or for a decision. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Milliseconds that a client has to read a refusal. */
const PATIENCE = 5000;

export class ClientConnection implements ExchangeLine {
  readonly #client: Socket;
  readonly #number: number;
  readonly #armed: ArmedProxy;
  readonly #guard: HostGuard;
  readonly #requests: MessageReader;
  #responses: MessageReader;
  readonly #gone = new AbortController();
  #server: Socket | undefined;
  /** For the server, once it is connected. */
  #waiting: Buffer[] | undefined;
  #isEnding = false;
  /** Exchanges that are not over; and those that were sent to the server, which responds in order. */
  readonly #open = new Set<PassingExchange>();
  #asked: PassingExchange[] = [];
  #coming: PassingExchange | undefined;
  /** Called once no earlier exchange is open. */
  #next: (() => void) | undefined;
  #isClosed = false;
  /** The server has agreed to another protocol. */
  #isTunnel = false;
  #clientEnded = false;
  /** How the server's side ended, with the system's error. */
  #serverEnded: { readonly error: Error; readonly isReset: boolean } | undefined;

  constructor(client: Socket, number: number, armed: ArmedProxy, guard: HostGuard) {
    this.#client = client;
    this.#number = number;
    this.#armed = armed;
    this.#guard = guard;
    this.#requests = new MessageReader({
      head: (bytes) => this.#request(bytes),
      body: (bytes, content) => this.#coming?.body(bytes, content),
      end: (bytes) => this.#coming?.bodyEnded(bytes),
      other: (bytes) => this.#otherRequest(bytes),
      over: (where, bytes) => this.#requestsOver(where, bytes),
    });
    this.#responses = this.#newResponses();
  }

  begin(): void {
    const client = this.#client;
    client.on('data', (bytes: Buffer) => {
      if (this.#isClosed) return;
      // The server is gone; a direct client would get a reset.
      if (this.#serverEnded && this.#server?.destroyed && this.#open.size === 0) return reset(client);
      this.#read(this.#requests, bytes, this.#server);
    });
    client.on('end', () => {
      this.#clientEnded = true;
      for (const each of this.#open) each.clientEnded();
      this.#requests.end();
    });
    client.on('drain', () => this.#flow());
    client.on('error', () => this.#resetServer());
    client.on('close', () => {
      this.#resetServer();
      for (const each of this.#open) each.clientGone();
    });
  }

  destroy(): void {
    this.#client.destroy();
  }

  get isGone(): boolean {
    return this.#client.destroyed || this.#client.writableEnded;
  }

  get isBetweenChunks(): boolean {
    return this.#responses.isBetweenChunks;
  }

  toClient(bytes: Buffer): void {
    if (bytes.length > 0 && !this.isGone) this.#client.write(bytes);
  }

  toServer(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#server) {
      if (!this.#server.writableEnded) this.#server.write(bytes);
    } else if (this.#waiting) this.#waiting.push(bytes);
    else {
      this.#waiting = [bytes];
      void this.#connect();
    }
  }

  ask(exchange: PassingExchange): void {
    this.#asked.push(exchange);
    if (!this.#serverEnded || this.#asked.length > 1) return;
    // The server closed its connection, unaware of a message that waited here.
    this.#server?.destroy();
    this.#server = undefined;
    this.#serverEnded = undefined;
    this.#responses = this.#newResponses();
  }

  hold(direction: 'requests' | 'responses'): void {
    (direction === 'requests' ? this.#requests : this.#responses).hold();
  }

  resumeReading(direction: 'requests' | 'responses'): void {
    // After what is being read at the moment.
    queueMicrotask(() => {
      if (this.#isClosed && direction === 'requests') return;
      this.#safely(() => (direction === 'requests' ? this.#requests : this.#responses).resume());
      this.#flow();
    });
  }

  over(exchange: PassingExchange, ends: boolean): void {
    this.#open.delete(exchange);
    this.#asked = this.#asked.filter((each) => each !== exchange);
    if (ends) this.#close();
    this.resumeReading('responses');
    if (this.#open.size > 0) return;
    const next = this.#next;
    this.#next = undefined;
    if (next) {
      next();
      this.resumeReading('requests');
    }
    this.#finish();
  }

  cut(): void {
    if (!this.#client.destroyed) this.#client.write('', () => this.#client.destroy());
  }

  #finish(): void {
    const { size } = this.#open;
    if (this.#serverEnded?.isReset && size === 0) {
      this.#client.write('', () => reset(this.#client));
    } else if (size === 0 && (this.#serverEnded || (this.#clientEnded && !this.#server && !this.#waiting))) {
      this.#client.end();
    }
  }

  /** The client has its last response: nothing of it is read any more. */
  #close(): void {
    this.#isClosed = true;
    this.#requests.hold();
    this.#client.end();
    this.#client.setTimeout(PATIENCE, () => this.#client.destroy());
    this.#server?.end();
  }

  #read(reader: MessageReader, bytes: Buffer, to: Socket | undefined): void {
    // One write for all of it.
    to?.cork();
    this.#safely(() => reader.push(bytes));
    to?.uncork();
    this.#flow();
  }

  /** A failure must not affect other connections. */
  #safely(act: () => void): void {
    try {
      act();
    } catch {
      this.destroy();
    }
  }

  #flow(): void {
    const server = this.#server;
    const begun = (this.#waiting ?? []).reduce((sum, { length }) => sum + length, 0);
    const isSlow = server?.writableNeedDrain ?? begun > MAX_WAITING_BYTES;
    pause(this.#client, !this.#isClosed && (isSlow || this.#requests.waiting > MAX_WAITING_BYTES));
    if (server) pause(server, this.#client.writableNeedDrain || this.#responses.waiting > MAX_WAITING_BYTES);
  }

  #request(bytes: Buffer): Framing {
    const head = readRequestHead(bytes);
    const why = this.#guard.refusal(head);
    if (why !== undefined) {
      this.#coming = undefined;
      this.#whenAlone(() => this.#refuse(head, 403, why));
      return 'none';
    }
    const begin = (): void => {
      const exchange = new PassingExchange(head, this.#number, this.#armed, this);
      this.#coming = exchange;
      this.#open.add(exchange);
      exchange.begin();
    };
    if (planFor(head, this.#armed) === 'await body') this.#whenAlone(begin);
    else begin();
    // Bytes that follow before the response are not another request.
    if (head.method === 'CONNECT') this.#requests.hold();
    return requestFraming(head);
  }

  #newResponses(): MessageReader {
    return new MessageReader({
      head: (bytes) => this.#response(bytes),
      body: (bytes, content) => this.#asked[0]?.response?.body(bytes, content),
      end: (bytes) => this.#asked[0]?.response?.ended(bytes),
      isIdle: () => this.#asked.length === 0,
      other: (bytes) => {
        this.toClient(bytes);
        this.#asked[0]?.unread(bytes.length);
      },
      over: (where, bytes) => this.#responsesOver(where, bytes),
    });
  }

  #refuse(head: RequestHead, status: number, why: string): void {
    this.toClient(refusal(head, status, why, this.#armed, this.#number));
    this.#close();
  }

  /** A response of the tap must not precede the server's responses to earlier requests. */
  #whenAlone(act: () => void): void {
    if (this.#open.size === 0) return act();
    this.#next = act;
    this.#requests.hold();
  }

  #otherRequest(bytes: Buffer): void {
    if (this.#isTunnel) {
      this.toServer(bytes);
      return (this.#asked[0] ?? this.#coming)?.unread(bytes.length);
    }
    this.#whenAlone(() => this.#refuse(readRequestHead(bytes), 431, `the head is longer than ${MAX_HEAD_BYTES} bytes`));
  }

  #requestsOver(where: 'between' | 'head' | 'body', bytes: Buffer): void {
    if (this.#isClosed) return;
    if (where === 'head')
      return this.#whenAlone(() => this.#refuse(readRequestHead(bytes), 400, 'the head of the request has no end'));
    if (where === 'body') this.#coming?.cut(bytes);
    this.#isEnding = true;
    this.#server?.end();
    this.#finish();
  }

  async #connect(): Promise<void> {
    let server: Socket;
    try {
      server = await this.#armed.target.connect(this.#gone.signal);
    } catch (error) {
      this.#waiting = undefined;
      const [first, ...others] = this.#asked;
      for (const each of others) each.failed(error);
      first?.unreached(error);
      return;
    }
    this.#server = server;
    if (this.#client.destroyed) return void server.destroy();
    const ended = (error: Error, isReset: boolean): void => {
      if (this.#serverEnded || this.#server !== server) return;
      this.#serverEnded = { error, isReset };
      this.#responses.end();
    };
    server.on('data', (bytes: Buffer) => this.#read(this.#responses, bytes, this.#client));
    server.on('drain', () => this.#flow());
    server.on('end', () => ended(new Error('the server closed the connection'), false));
    server.on('error', (error) => ended(error, true));
    server.on('close', () => ended(new Error('the server closed the connection'), true));
    for (const bytes of this.#waiting ?? []) server.write(bytes);
    this.#waiting = undefined;
    if (this.#isEnding) server.end();
    this.#flow();
  }

  #response(bytes: Buffer): Framing | 'interim' | undefined {
    const [exchange] = this.#asked;
    const head = readHead(bytes);
    const status = statusOf(head);
    if (!exchange || status === undefined) return undefined;
    const framing = exchange.answered(head, status);
    if (framing === 'tunnel') {
      this.#isTunnel = true;
      this.#requests.tunnel();
    } else if (exchange.method === 'CONNECT' && framing !== 'interim') this.resumeReading('requests');
    return framing;
  }

  #responsesOver(where: 'between' | 'head' | 'body', bytes: Buffer): void {
    const error = this.#serverEnded?.error ?? new Error('');
    if (where === 'head') this.toClient(bytes);
    for (const [at, each] of [...this.#asked].entries())
      if (at === 0 && where === 'body') each.response?.cut(bytes, error);
      else each.failed(error);
    this.#finish();
  }

  #resetServer(): void {
    this.#gone.abort();
    if (this.#server) reset(this.#server);
  }
}

function pause(socket: Socket, when: boolean): void {
  if (when !== socket.isPaused()) void (when ? socket.pause() : socket.resume());
}

/** What the other side has not read is lost, as with a program that ends. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket || socket.destroyed) socket.destroy();
  else socket.resetAndDestroy();
}
