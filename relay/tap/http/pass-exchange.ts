/** One exchange that passes: its bytes go on as they came, or it is taken whole, shown to the judge, and goes on as that decides. */
import { failureOf } from '../../http/index.ts';
import type { ArmedProxy } from './armed.ts';
import { askAgain } from './ask-server.ts';
import { arrived, type ArmedExchange } from './arrived.ts';
import { codingOf, PLAIN, type NotJudged } from './coding.ts';
import type { ExchangeHappened } from './copy.ts';
import {
  endsConnection,
  headForServer,
  oneHeader,
  requestFraming,
  withBody,
  type Framing,
  type Head,
  type RequestHead,
  responseFraming,
  valuesOf,
} from './heads.ts';
import { isJson } from './media-type.ts';
import { answerOf, lastAnswer } from './own-answer.ts';
import { passResponse } from './pass-response.ts';
import type { Line, PassingResponse, ExchangeObserver } from './passing.ts';
import { pathIn, SESSION_HEADER } from './sender.ts';
import type { Target } from './target.ts';
import type { ClientContext } from './client-contexts.ts';
import { WholeBody } from './whole-body.ts';

/** The same, as an exchange has them. */
export interface ExchangeLine extends Line {
  toServer(bytes: Buffer): void;
  /** The server is asked this: what it answers next is for that. */
  ask(exchange: PassingExchange): void;
  /** The exchange is over, and with it the connection if that `ends`. */
  over(exchange: PassingExchange, ends: boolean): void;
}

export interface Passing {
  readonly armed: ArmedProxy;
  /** Numbers of the exchange and of the client's connection. */
  readonly x: number;
  readonly client: number;
  readonly target: Target;
  readonly observer: ExchangeObserver;
  readonly line: ExchangeLine;
}

export class PassingExchange implements ArmedExchange {
  readonly x: number;
  readonly armed: ArmedProxy;
  readonly line: ExchangeLine;
  readonly #head: RequestHead;
  readonly #passing: Passing;
  readonly #path: string;
  readonly #isMessage: boolean;
  #session: string | undefined;
  /** Where the client sends messages, over HTTP+SSE. */
  #endpoint: string | undefined;
  #over = false;
  #asked = 0;
  #whole: WholeBody | undefined;
  #response: PassingResponse | undefined;
  #hasBegun = false;
  /** The client was told to go on by the tap, which wants its whole message before the server is asked. */
  #isContinued = false;
  /** A message of it was kept, and nothing comes in its place. */
  #isDropped = false;
  #isClientGone = false;
  /** The tap answered itself, and the client wants no more of this connection. */
  #isLast = false;
  readonly #unread = { c2s: 0, s2c: 0 };
  readonly #whenOver: (() => void)[] = [];

  constructor(head: RequestHead, passing: Passing) {
    const { x, armed, line, target } = passing;
    this.x = x;
    this.armed = armed;
    this.line = line;
    this.#head = head;
    this.#passing = passing;
    this.#path = target.pathFor(head.target);
    this.#session = oneHeader(head, SESSION_HEADER);
    this.#endpoint = armed.isEndpoint(this.#path) ? this.#path : undefined;
    this.#isMessage = isMessage(head);
  }

  /** True when the message of a request with this head must be shown to the judge, or its session was killed. */
  static isJudged(head: RequestHead, armed: ArmedProxy): boolean {
    if (armed.isKilled(oneHeader(head, SESSION_HEADER))) return true;
    return armed.judge.isArmed && isMessage(head) && codingOf(head) !== undefined;
  }

  get method(): string {
    return this.#head.method;
  }

  /** Its response, once that has begun. */
  get response(): PassingResponse | undefined {
    return this.#response;
  }

  /** True when the client has got the head of a response. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Tell it, and let its head pass unless it is judged. */
  begin(): void {
    const { x, target, client, armed, observer } = this.#passing;
    const { method, headers } = this.#head;
    const url = target.addressOf(this.#path);
    observer.happened({ x, is: 'request', method, url, headers, via: target.road.via(target.url.href), client });
    armed.opened(this);
    const isOfSession = this.#who !== `client ${client}` || target.takes(this.#path);
    if (this.#isMessage && isOfSession) armed.clientContexts.update(this.#who, this.#clientContext);
    if (!PassingExchange.isJudged(this.#head, armed)) {
      if (armed.judge.isArmed && this.#isMessage) armed.spared({ x, dir: 'c2s' }, 'encoding');
      return this.#pass();
    }
    this.#whole = new WholeBody();
    if (!/^100-continue$/i.test(oneHeader(this.#head, 'expect') ?? '')) return;
    this.#isContinued = true;
    this.line.toClient(Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'));
  }

  body(bytes: Buffer, content: Buffer): void {
    if (this.#whole?.add(bytes, content) === false) return this.#judge('size');
    if (this.#whole) return;
    this.line.toServer(bytes);
    this.#copy(content);
  }

  bodyEnded(bytes: Buffer): void {
    if (!this.#whole) {
      this.line.toServer(bytes);
      return this.#sent();
    }
    this.#whole.end = bytes;
    this.line.hold('requests');
    const { content } = this.#whole;
    if (content.length === 0) this.#judge(content);
    else (codingOf(this.#head) ?? PLAIN).decode(content, (body) => this.#judge(body));
  }

  /** The client said no more in the middle of the body. */
  cut(bytes: Buffer): void {
    if (this.#whole) this.end({ by: 'client' });
    else this.line.toServer(bytes);
  }

  answered(head: Head, status: number): Framing | 'interim' {
    if (status < 200 && status !== 101) {
      if (status !== 100 || !this.#isContinued) this.line.toClient(Buffer.from(head.text, 'latin1'));
      return 'interim';
    }
    const { target, observer } = this.#passing;
    target.road.noteAnswer(target.url);
    this.#session ??= oneHeader(head, SESSION_HEADER);
    const framing = responseFraming(head, status, this.method);
    this.#response = passResponse({ head, status, framing }, this, observer);
    return framing;
  }

  /** The client has the head of a response, or of the tap's. */
  begun(): void {
    this.#hasBegun = true;
  }

  /** Answer in the server's place. False when a response has begun already. */
  respond(status: number, body: string | undefined): boolean {
    if (this.#hasBegun) return false;
    const bytes = Buffer.from(body ?? '');
    const headers = body === undefined ? [] : [['Content-Type', 'application/json'] as const];
    this.#passing.observer.happened({
      ...{ x: this.x, is: 'response', status },
      headers: [...headers, ['Content-Length', String(bytes.length)]].map(([name = '', value = '']) => [name, value]),
    });
    this.#hasBegun = true;
    this.#isLast = endsConnection(this.#head);
    this.line.toClient(answerOf(status, bytes, headers));
    return true;
  }

  /** There is no connection to the server. */
  unreached(error: unknown): void {
    if (this.#over) return;
    const { detail } = failureOf(error);
    const { origin } = this.#passing.target.url;
    if (!this.#hasBegun) this.line.toClient(lastAnswer(502, `${origin} can’t be reached: ${detail}`, this.method));
    this.failed(error, true);
  }

  /** The server broke off: the client meets the same. */
  failed(error: unknown, ends = false): void {
    const { reason, detail } = failureOf(error);
    this.end(this.#isClientGone ? { by: 'client' } : { by: 'network', error: detail, reason }, ends);
  }

  /** The client says no more; it may read still, unless what it waits for was kept. */
  clientEnded(): void {
    this.#isClientGone = true;
    this.armed.left(this.x);
    if (this.#isDropped) this.end({ by: 'client' });
  }

  clientGone(): void {
    this.armed.left(this.x);
    this.end({ by: 'client' });
  }

  /** So many bytes passed that are not HTTP. */
  unread(dir: 'c2s' | 's2c', bytes: number): void {
    this.#unread[dir] += bytes;
  }

  end(how: Omit<Extract<ExchangeHappened, { is: 'end' }>, 'x' | 'is'>, ends = false): void {
    if (this.#over) return;
    this.#over = true;
    const { observer } = this.#passing;
    const unread = this.#unread.c2s + this.#unread.s2c;
    if (unread > 0) observer.happened({ x: this.x, is: 'unread', bytes: unread });
    observer.happened({ x: this.x, is: 'end', ...how });
    for (const act of this.#whenOver) act();
    this.line.over(this, ends || this.#isLast);
  }

  whenOver(act: () => void): void {
    this.#whenOver.push(act);
  }

  session(): string | undefined {
    return this.#session;
  }

  // Without either a client may answer on any connection: then it is whoever asked last.
  scopes(): readonly string[] {
    return [`x${this.x}`, this.#who, ...(this.#session === undefined ? ['no session'] : [])];
  }

  // One that has sent no message yet asked for the stream at least.
  clientContext(): ClientContext {
    return this.armed.clientContexts.of(this.#who) ?? this.#clientContext;
  }

  named(address: string): void {
    this.#endpoint = pathIn(address, this.#passing.target.addressOf(this.#path));
    if (this.#endpoint !== undefined) this.armed.endpoint(this.#endpoint, this);
  }

  /** Nothing more becomes of a message of it; without a word, nothing went on. */
  settled(): void {
    this.#isDropped = true;
    if (this.#isClientGone) this.end({ by: 'client' });
  }

  get #clientContext(): ClientContext {
    const headers = this.#head.headers.flat();
    return { x: this.x, client: this.#passing.client, path: this.#endpoint ?? this.#path, headers };
  }

  get #who(): string {
    if (this.#session !== undefined) return `session ${this.#session}`;
    return this.#endpoint === undefined ? `client ${this.#passing.client}` : `endpoint ${this.#endpoint}`;
  }

  #copy(content: Buffer): void {
    if (content.length > 0) this.#passing.observer.bytes({ x: this.x, dir: 'c2s' }, new Uint8Array(content));
  }

  #sent(): void {
    this.#passing.observer.happened({ x: this.x, is: 'sent' });
  }

  get #forServer(): RequestHead {
    return headForServer(this.#head, this.#passing.target);
  }

  /** The head, what has come of the body, and what comes still, as it comes. */
  #pass(): void {
    const whole = this.#whole;
    this.#whole = undefined;
    this.#asked++;
    this.line.ask(this);
    this.line.toServer(Buffer.from(this.#forServer.text, 'latin1'));
    if (!whole) return;
    this.line.toServer(whole.bytes);
    this.#copy(whole.content);
  }

  #judge(body: Buffer | NotJudged): void {
    const { armed, x } = this;
    const whole = this.#whole;
    if (!whole || this.#over) return;
    const isCut = !whole.isWhole;
    const isKilled = armed.isKilled(this.#session);
    const message = arrived(this, 'c2s', typeof body === 'string' ? Buffer.alloc(0) : body, {
      pass: (text) => this.#passWhole(whole, text),
      settled: () => {
        this.line.resumeReading('requests');
        if (!this.#hasBegun && this.#asked === 0) this.settled();
      },
    });
    if (!isKilled) {
      if (typeof body === 'string') armed.spared({ x, dir: 'c2s' }, body);
      const action = armed.judged(message);
      if (action) return action();
      if (isCut) return this.#pass();
    }
    this.#copy(whole.content);
    this.#sent();
    if (isKilled) message.kill();
    else this.#passWhole(whole);
    this.line.resumeReading('requests');
  }

  /** A message goes on, as it came or with this text. When it is repeated, the client gets what comes of the first. */
  #passWhole(whole: WholeBody, text?: string): void {
    if (this.line.isGone) return;
    const isFirst = this.#asked++ === 0;
    const coding = codingOf(this.#head) ?? PLAIN;
    const content = text === undefined ? whole.content : coding.encode(Buffer.from(text));
    if (!isFirst) {
      const gone = new AbortController();
      this.whenOver(() => gone.abort());
      return askAgain(this.#passing.target, this.#head, { path: this.#path, content }, gone.signal);
    }
    this.line.ask(this);
    const head = this.#forServer;
    if (text === undefined)
      this.line.toServer(Buffer.concat([Buffer.from(head.text, 'latin1'), whole.bytes, whole.end]));
    else this.line.toServer(withBody(head, requestFraming(head), content, whole.end));
  }
}

const isMessage = (head: RequestHead): boolean => head.method === 'POST' && isJson(valuesOf(head, 'content-type')[0]);
