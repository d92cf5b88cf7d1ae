/** One client of a mock over HTTP: its progress through the recording, its exchanges and its streams. */
import type { ServerResponse } from 'node:http';
import {
  Mock,
  type ClientCall,
  type LiveCall,
  type MockAction,
  type MockCall,
  type MockMessage,
  type Served,
} from '#shared/mock';
import { bytesOf } from '#shared/recording';
import { EventStream, EventStreams } from './event-stream.ts';
import { MockExchange } from './exchange.ts';
import { Timers } from './timers.ts';

/** Messages kept for a GET stream that is not open yet. */
const MAX_KEPT_COUNT = 1000;
/** A shorter id may stand for something else in a text. */
const MIN_SESSION_ID_CHARS = 8;
const PARSE_ERROR = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}';

export interface ClientPort {
  say(sentence: string): void;
  begin(call: LiveCall): void;
  exit(code: number): void;
  /** A session begins for the client, which had this id in the recording; gives the one that it has now. */
  open(client: HttpClient, recorded: string | undefined): string;
}

export class HttpClient {
  readonly #served: Served;
  readonly #port: ClientPort;
  readonly #mock: Mock;
  readonly #timers = new Timers();
  /** Responses of calls that are not closed, by the numbers of the calls. */
  readonly #exchanges = new Map<number, MockExchange>();
  readonly #streams = new EventStreams();
  /** Open GET streams; the newest gets what belongs to no call. */
  readonly #listening = new Set<EventStream>();
  /** Streams that a GET began, open or not. */
  readonly #own = new WeakSet<EventStream>();
  readonly #kept: MockMessage[] = [];
  /** Ids of this client's sessions by the recorded ones, where they are others. */
  readonly #renamed = new Map<string, string>();
  #receiving: MockExchange | undefined;

  constructor(served: Served, port: ClientPort) {
    this.#served = served;
    this.#port = port;
    this.#mock = new Mock(served, {
      begin: (call) => this.#begin(call),
      perform: (action, call) => this.#perform(action, call),
      now: () => performance.now(),
      later: (ms, run) => this.#timers.later(ms, run),
      say: (sentence) => port.say(sentence),
    });
    this.#mock.start();
  }

  /** True when the recorded client went on to send `initialize` once more than this one has. */
  get beginsAgain(): boolean {
    return this.#mock.beginsAgain;
  }

  knows(call: ClientCall): boolean {
    return this.#served.index.equal(call) !== undefined;
  }

  /** Answer the POST of a text. Gives the recorded call that it was. */
  post(text: string, response: ServerResponse): MockCall | undefined {
    const exchange = new MockExchange(response, this.#streams);
    this.#receiving = exchange;
    const call = this.#mock.receive(text);
    this.#receiving = undefined;
    if (call) response.on('close', () => exchange.over && this.#exchanges.delete(call.number));
    const { recorded, known = false } = call ?? {};
    if (exchange.over || (recorded && isAnswered(recorded))) return recorded;
    if (recorded?.kind !== 'text') exchange.endEmpty(recorded, 202);
    // A process met it with silence, which is 202 here.
    else if (known) exchange.endEmpty(recorded, this.#served.plan.http ? 400 : 202);
    else exchange.endWith(400, PARSE_ERROR);
    return recorded;
  }

  /** Answer a GET: with the rest of the stream that had the event `last`, or with a new one. False when there is none. */
  get(response: ServerResponse, last: string | undefined): boolean {
    const { http, listens, greeting } = this.#served.plan;
    const broken = last === undefined ? undefined : this.#streams.find(last);
    if (!broken && http && !listens) return false;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // A proxy would hold back what is streamed (2026-07-28, basic/transports/streamable-http).
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    if (broken && last !== undefined) {
      broken.resume(response, last);
      if (!this.#own.has(broken)) return true;
    }
    const stream = broken ?? new EventStream(this.#streams);
    if (!broken) {
      this.#own.add(stream);
      stream.attach(response);
      for (const each of greeting) stream.sendEvent(each);
    }
    // The newest comes last.
    this.#listening.delete(stream);
    this.#listening.add(stream);
    response.on('close', () => stream.attached || this.#listening.delete(stream));
    for (const each of this.#kept.splice(0)) this.#toStream(each);
    return true;
  }

  leave(): void {
    this.#timers.end();
    for (const stream of this.#listening) stream.finish();
  }

  #begin(call: LiveCall): void {
    this.#port.begin(call);
    const exchange = this.#receiving;
    if (!exchange) return;
    this.#exchanges.set(call.number, exchange);
    exchange.hold(call, this.#sessionOf(call.recorded));
  }

  #sessionOf({ opens }: MockCall): string | undefined {
    if (!opens) return undefined;
    const { session: recorded } = opens;
    const session = this.#port.open(this, recorded);
    if (recorded !== undefined && recorded.length >= MIN_SESSION_ID_CHARS && recorded !== session)
      this.#renamed.set(recorded, session);
    return session;
  }

  /** The message with the ids of this client's sessions wherever it names recorded ones. */
  #withSession(message: MockMessage): MockMessage {
    let { raw } = message.payload;
    if (raw === undefined || this.#renamed.size === 0) return message;
    for (const [recorded, live] of this.#renamed) raw = raw.replaceAll(recorded, live);
    return { ...message, payload: { raw } };
  }

  #perform(done: MockAction, call: LiveCall): void {
    const action = done.do === 'message' ? this.#withSession(done) : done;
    const exchange = this.#exchanges.get(call.number);
    switch (action.do) {
      case 'exit':
        return this.#port.exit(action.code);
      case 'stderr':
        return this.#port.say(Buffer.from(bytesOf(action.payload)).toString().trimEnd());
      case 'event':
        return exchange?.event(action);
      case 'end':
        return exchange?.end(call, action.broken === true);
      case 'disconnect':
        return exchange?.disconnect(action.lost && this.#withSession(action.lost));
      case 'message':
        // An answer to a client that has left is nobody else's.
        if (exchange?.send(action, call) || action.answers || action.more) return;
        return this.#toStream(action);
    }
  }

  #toStream(action: MockMessage): void {
    const stream = [...this.#listening].at(-1);
    if (stream) {
      const { unterminated: _, ...whole } = action;
      stream.send(whole);
    } else if (this.#kept.length < MAX_KEPT_COUNT) this.#kept.push(action);
  }
}

/** True when a message answers the call, now, later, or never for a client that waits as the recorded one did. */
function isAnswered({ ids, outputs, http }: MockCall): boolean {
  if (outputs.some(({ action }) => action.do === 'end' || (action.do === 'message' && action.answers))) return true;
  return ids.length > 0 && (http === undefined || http.status < 400);
}
