/** One exchange: its bytes pass as received, or its body is awaited, shown to the judge, and treated as that decides. */
import { failureOf } from '../../http/index.ts';
import type { ArmedProxy } from './armed.ts';
import { askAgain } from './ask-server.ts';
import { arrived, type ArmedExchange } from './arrived.ts';
import { codingOf, PLAIN, type Coding, type NotJudged } from './coding.ts';
import type { ExchangeHappened } from './copy.ts';
import {
  endsConnection,
  headForServer,
  isJson,
  oneHeader,
  requestFraming,
  responseFraming,
  valuesOf,
  withBody,
  type Framing,
  type Head,
  type RequestHead,
} from './heads.ts';
import { answerOf, lastAnswer } from './own-answer.ts';
import { passResponse } from './pass-response.ts';
import type { Line, PassingResponse } from './passing.ts';
import { pathIn, SESSION_HEADER } from './sender.ts';
import type { ClientContext } from './client-contexts.ts';
import { WholeBody } from './whole-body.ts';

export interface ExchangeLine extends Line {
  toServer(bytes: Buffer): void;
  /** This exchange is sent to the server: its next response belongs to it. */
  ask(exchange: PassingExchange): void;
  /** The exchange is over, and with it the connection if that `ends`. */
  over(exchange: PassingExchange, ends: boolean): void;
}

const isMessage = (head: RequestHead): boolean => head.method === 'POST' && isJson(valuesOf(head, 'content-type')[0]);

/** How a request is treated by its head; one of a killed session awaits its body, too, so that the body is recorded. */
export function planFor(head: RequestHead, armed: ArmedProxy): 'pass' | 'pass unjudged' | 'await body' {
  if (armed.isKilled(oneHeader(head, SESSION_HEADER))) return 'await body';
  if (!armed.judge.isArmed || !isMessage(head)) return 'pass';
  return codingOf(head) ? 'await body' : 'pass unjudged';
}

export class PassingExchange implements ArmedExchange {
  readonly x: number;
  readonly armed: ArmedProxy;
  readonly line: ExchangeLine;
  readonly method: string;
  /** Once it has begun. */
  response: PassingResponse | undefined;
  readonly #head: RequestHead;
  readonly #client: number;
  readonly #path: string;
  #session: string | undefined;
  /** The path for the client's messages, over HTTP+SSE. */
  #endpoint: string | undefined;
  #whole: WholeBody | undefined;
  #isAsked = false;
  #hasBegun = false;
  #isOver = false;
  /** The tap told the client to continue, to get its body before the server is asked. */
  #isContinued = false;
  /** A message of it was kept, and nothing replaces it. */
  #isDropped = false;
  #isClientGone = false;
  /** The tap responded itself, and the client wants to close the connection. */
  #isLast = false;
  /** Bytes that are not HTTP. */
  #unread = 0;
  readonly #whenOver: (() => void)[] = [];

  constructor(head: RequestHead, client: number, armed: ArmedProxy, line: ExchangeLine) {
    this.x = armed.nextExchange();
    this.armed = armed;
    this.line = line;
    this.method = head.method;
    this.#head = head;
    this.#client = client;
    this.#path = armed.target.pathFor(head.target);
    this.#session = oneHeader(head, SESSION_HEADER);
    this.#endpoint = armed.isEndpoint(this.#path) ? this.#path : undefined;
  }

  /** Record its head, and pass that unless the body is awaited. */
  begin(): void {
    const { x, armed } = this;
    const { target, copies } = armed;
    const { method, headers } = this.#head;
    const url = target.addressOf(this.#path);
    const via = target.road.via(target.url.href);
    copies.happened({ x, is: 'request', method, url, headers, via, client: this.#client });
    armed.opened(this);
    const isOfSession = this.#who !== `client ${this.#client}` || target.takes(this.#path);
    if (isMessage(this.#head) && isOfSession) armed.clientContexts.update(this.#who, this.#clientContext);
    const plan = planFor(this.#head, armed);
    if (plan === 'pass unjudged') armed.spared({ x, dir: 'c2s' }, 'encoding');
    if (plan !== 'await body') return this.#pass();
    this.#whole = new WholeBody();
    if (!/^100-continue$/i.test(oneHeader(this.#head, 'expect') ?? '')) return;
    this.#isContinued = true;
    this.line.toClient(Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'));
  }

  body(bytes: Buffer, content: Buffer): void {
    if (this.#whole?.add(bytes, content) === false) return this.#decide('size');
    if (this.#whole) return;
    this.line.toServer(bytes);
    this.armed.copyBody({ x: this.x, dir: 'c2s' }, content);
  }

  bodyEnded(bytes: Buffer): void {
    if (!this.#whole) {
      this.line.toServer(bytes);
      return this.armed.copies.happened({ x: this.x, is: 'sent' });
    }
    this.#whole.end = bytes;
    this.line.hold('requests');
    this.#coding.decode(this.#whole.content, (body) => this.#decide(body));
  }

  /** The client ended within the body. */
  cut(bytes: Buffer): void {
    if (this.#whole) this.end({ by: 'client' });
    else this.line.toServer(bytes);
  }

  answered(head: Head, status: number): Framing | 'interim' {
    if (status < 200 && status !== 101) {
      if (status !== 100 || !this.#isContinued) this.line.toClient(Buffer.from(head.text, 'latin1'));
      return 'interim';
    }
    const { target } = this.armed;
    target.road.noteAnswer(target.url);
    this.#session ??= oneHeader(head, SESSION_HEADER);
    const framing = responseFraming(head, status, this.method);
    this.response = passResponse({ head, status, framing }, this);
    return framing;
  }

  begun(status: number, headers: Head['headers'], bytes: Buffer): void {
    this.#hasBegun = true;
    this.line.toClient(bytes);
    this.armed.copies.happened({ x: this.x, is: 'response', status, headers });
  }

  respond(status: number, body: string | undefined): boolean {
    if (this.#hasBegun) return false;
    const bytes = Buffer.from(body ?? '');
    const headers = body === undefined ? [] : [['Content-Type', 'application/json'] as const];
    this.#isLast = endsConnection(this.#head);
    this.begun(status, [...headers, ['Content-Length', String(bytes.length)]], answerOf(status, bytes, headers));
    return true;
  }

  unreached(error: unknown): void {
    if (this.#isOver) return;
    const { origin } = this.armed.target.url;
    const why = `${origin} can’t be reached: ${failureOf(error).detail}`;
    if (!this.#hasBegun) this.line.toClient(lastAnswer(502, why, this.method));
    this.failed(error, true);
  }

  failed(error: unknown, ends = false): void {
    const { reason, detail } = failureOf(error);
    this.end(this.#isClientGone ? { by: 'client' } : { by: 'network', error: detail, reason }, ends);
  }

  /** The client sends no more; it may still read, unless its message was kept. */
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
  unread(bytes: number): void {
    this.#unread += bytes;
  }

  end(how: Omit<Extract<ExchangeHappened, { is: 'end' }>, 'x' | 'is'>, ends = false): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { x } = this;
    const { copies } = this.armed;
    if (this.#unread > 0) copies.happened({ x, is: 'unread', bytes: this.#unread });
    copies.happened({ x, is: 'end', ...how });
    for (const act of this.#whenOver) act();
    this.line.over(this, ends || this.#isLast);
  }

  whenOver(act: () => void): void {
    this.#whenOver.push(act);
  }

  session(): string | undefined {
    return this.#session;
  }

  // Without a session a client may respond on any connection: then it is the client that asked last.
  scopes(): readonly string[] {
    return [`x${this.x}`, this.#who, ...(this.#session === undefined ? ['no session'] : [])];
  }

  // A client without a message so far has at least requested the stream.
  clientContext(): ClientContext {
    return this.armed.clientContexts.of(this.#who) ?? this.#clientContext;
  }

  named(address: string): void {
    this.#endpoint = pathIn(address, this.armed.target.addressOf(this.#path));
    if (this.#endpoint !== undefined) this.armed.endpoint(this.#endpoint, this);
  }

  settled(): void {
    this.#isDropped = true;
    if (this.#isClientGone) this.end({ by: 'client' });
  }

  get #clientContext(): ClientContext {
    const headers = this.#head.headers.flat();
    return { x: this.x, client: this.#client, path: this.#endpoint ?? this.#path, headers };
  }

  get #who(): string {
    if (this.#session !== undefined) return `session ${this.#session}`;
    return this.#endpoint === undefined ? `client ${this.#client}` : `endpoint ${this.#endpoint}`;
  }

  get #coding(): Coding {
    return codingOf(this.#head) ?? PLAIN;
  }

  #askServer(): RequestHead {
    this.#isAsked = true;
    this.line.ask(this);
    return headForServer(this.#head, this.armed.target);
  }

  /** Pass the head, the body so far, and the rest as it comes. */
  #pass(): void {
    const whole = this.#whole;
    this.#whole = undefined;
    this.line.toServer(Buffer.from(this.#askServer().text, 'latin1'));
    if (!whole) return;
    this.line.toServer(whole.bytes);
    this.armed.copyBody({ x: this.x, dir: 'c2s' }, whole.content);
  }

  /** The body is complete and decoded, or can't be judged. */
  #decide(body: Buffer | NotJudged): void {
    const { armed, x } = this;
    const whole = this.#whole;
    if (!whole || this.#isOver) return;
    const message = arrived(this, 'c2s', typeof body === 'string' ? Buffer.alloc(0) : body, {
      pass: (text) => this.#passWhole(whole, text),
      settled: () => {
        this.line.resumeReading('requests');
        if (!this.#hasBegun && !this.#isAsked) this.settled();
      },
    });
    const isKilled = armed.isKilled(this.#session);
    if (!isKilled) {
      if (typeof body === 'string') armed.spared({ x, dir: 'c2s' }, body);
      const action = armed.judged(message);
      if (action) return action();
      if (!whole.isWhole) return this.#pass();
    }
    armed.copyBody({ x, dir: 'c2s' }, whole.content);
    armed.copies.happened({ x, is: 'sent' });
    if (isKilled) message.kill();
    else this.#passWhole(whole);
    this.line.resumeReading('requests');
  }

  /** Forward the message as received, or with this text. The client gets the response to the first of repetitions. */
  #passWhole(whole: WholeBody, text?: string): void {
    if (this.line.isGone) return;
    const content = text === undefined ? whole.content : this.#coding.encode(Buffer.from(text));
    if (this.#isAsked) {
      const gone = new AbortController();
      this.whenOver(() => gone.abort());
      return askAgain(this.armed.target, this.#head, { path: this.#path, content }, gone.signal);
    }
    const head = this.#askServer();
    if (text === undefined)
      this.line.toServer(Buffer.concat([Buffer.from(head.text, 'latin1'), whole.bytes, whole.end]));
    else this.line.toServer(withBody(head, requestFraming(head), content, whole.end));
  }
}
