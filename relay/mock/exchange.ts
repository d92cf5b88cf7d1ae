/** One POST to a mock: answered with one JSON text or with a stream of events, as the recorded server did. */
import { validateHeaderName, validateHeaderValue, type ServerResponse } from 'node:http';
import type { LiveCall, MockAction, MockCall, MockMessage } from '#shared/mock';
import { bytesOf, headerOf, type HeaderPairs } from '#shared/recording';
import { EventStream, type EventStreams } from './event-stream.ts';

const LINE_END = Buffer.from('\n');

export class MockExchange {
  readonly #response: ServerResponse;
  readonly #streams: EventStreams;
  #stream: EventStream | undefined;
  #session: string | undefined;
  #broken = false;

  constructor(response: ServerResponse, streams: EventStreams) {
    this.#response = response;
    this.#streams = streams;
  }

  get over(): boolean {
    if (this.#stream) return !this.#stream.open;
    return this.#broken || this.#response.writableEnded || this.#response.destroyed;
  }

  /** What the client sent is this call: begin a stream where the recorded server did. `session` is what begins with it. */
  hold({ recorded }: LiveCall, session: string | undefined): void {
    this.#session = session;
    if (!isStream(recorded)) return;
    const { http } = recorded;
    this.#stream = new EventStream(this.#streams);
    this.#stream.attach(this.#response);
    // A proxy would hold back what is streamed (2026-07-28, basic/transports/streamable-http).
    const own: HeaderPairs = [
      ['Content-Type', 'text/event-stream'],
      ['X-Accel-Buffering', 'no'],
    ];
    this.#head(http?.status ?? 200, [...(http?.headers ?? []), ...own]);
    this.#response.flushHeaders();
  }

  /** Send a message of the call; false when it has no place here. */
  send(action: MockMessage, { recorded }: LiveCall): boolean {
    if (this.over) return false;
    const { payload, answers, more, unterminated } = action;
    if (this.#stream) {
      this.#stream.send(action);
      if (answers && !more && !unterminated) this.#stream.finish();
      return true;
    }
    if (!answers && !more) return false;
    if (!this.#response.headersSent) {
      const { status, headers } = recorded.http ?? { status: 200, headers: [] };
      // 202 says that nothing follows: the recorded server answered on another stream (2024-11-05, HTTP with SSE).
      this.#head(status === 202 ? 200 : status, [['Content-Type', 'application/json'], ...headers]);
    }
    if (more) this.#response.write(Buffer.concat([bytesOf(payload), LINE_END]));
    // The rest of a text that is cut off would have followed.
    else if (unterminated) this.#response.write(bytesOf(payload));
    else this.#response.end(bytesOf(payload));
    return true;
  }

  event(action: Extract<MockAction, { do: 'event' }>): void {
    if (this.#stream?.open) this.#stream.sendEvent(action);
  }

  /** Nothing comes of what was sent: answer with its recorded status, or with `status`. */
  endEmpty(recorded: MockCall | undefined, status: number): void {
    if (this.over) return;
    if (this.#stream) return this.#stream.finish();
    if (!this.#response.headersSent) {
      const head = recorded?.http;
      const headers = (head?.headers ?? []).filter(([name]) => name.toLowerCase() !== 'content-type');
      this.#head(head?.status ?? status, headers);
    }
    this.#response.end();
  }

  endWith(status: number, json: string): void {
    if (this.over) return;
    this.#head(status, [['Content-Type', 'application/json']]);
    this.#response.end(json);
  }

  /** The recorded response ended here; of a stream the rest comes when the client takes it up again. */
  end({ recorded }: LiveCall, broken: boolean): void {
    if (broken) this.#break();
    else if (this.#stream) this.#stream.pause();
    else this.endEmpty(recorded, 200);
  }

  /** Break the connection, which takes `lost` with it: a client that takes up the stream again gets that then. */
  disconnect(lost: MockMessage | undefined): void {
    if (this.#stream && lost) {
      this.#stream.keep(lost);
      this.#stream.detach();
      if (lost.answers) this.#stream.finish();
    }
    this.#break();
  }

  #break(): void {
    this.#broken = true;
    this.#stream?.detach();
    // What was written goes out first.
    setImmediate(() => this.#response.destroy());
  }

  /** A recording may name what HTTP has no place for. */
  #head(status: number, headers: HeaderPairs): void {
    this.#response.statusCode = Number.isInteger(status) && status >= 200 && status <= 599 ? status : 500;
    this.#response.setHeader('Cache-Control', 'no-store');
    this.#response.setHeader('X-Content-Type-Options', 'nosniff');
    for (const [name, value] of headers) if (isHeader(name, value)) this.#response.setHeader(name, value);
    if (this.#session !== undefined) this.#response.setHeader('Mcp-Session-Id', this.#session);
  }
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** True when the recorded server answered with a stream, or would have to: something came before the answer. */
function isStream({ http, outputs, method }: MockCall): boolean {
  // A refusal has a body of one piece, or none.
  if (http && http.status >= 400 && http.headers.length === 0) return false;
  const type = headerOf(http?.headers, 'content-type');
  if (type !== undefined) return /^text\/event-stream\b/i.test(type);
  const messages = outputs.map(({ action }) => action).filter((action) => action.do === 'message');
  return method === 'subscriptions/listen' || (messages[0] !== undefined && !messages[0].answers);
}
