/** What an armed proxy has beside its exchanges: the judge, the streams and clients that it speaks on and for, the sessions that it killed. */
import { errorText } from '#shared/base';
import { oneLine } from '#shared/jsonrpc';
import type { Direction } from '#shared/recording';
import type { TapOrders } from '#shared/tap';
import { takeWord, type Command, type Copies } from '../stdio/index.ts';
import { FILE, Judge, type Arrived, type Handled, type OwnMessage } from '../judge/index.ts';
import type { NotJudged } from './coding.ts';
import type { From, HttpHappened } from './copy.ts';
import { postOwn } from './own-post.ts';
import type { Target } from './target.ts';
import { ClientContexts, type ClientContext } from './client-contexts.ts';

/** A stream on which events can be put, between two others. */
export interface OpenStream {
  readonly put: (own: OwnMessage, handled: Handled) => void;
  /** It ends: what was to be put on it is lost. */
  readonly over: () => void;
}

export interface OpenExchange {
  session(): string | undefined;
  readonly line: { destroy(): void };
  whenOver(act: () => void): void;
}

export class ArmedProxy {
  readonly judge: Judge;
  readonly copies: Copies<From, HttpHappened>;
  readonly streams = new Map<number, OpenStream>();
  readonly clientContexts = new ClientContexts();
  readonly target: Target;
  #exchanges = 0;
  readonly #killed = new Set<string>();
  readonly #endpoints = new Set<string>();
  readonly #open = new Set<OpenExchange>();

  constructor(target: Target, copies: Copies<From, HttpHappened>, rules: TapOrders | undefined) {
    this.target = target;
    this.copies = copies;
    this.judge = new Judge((act, about) => copies.act(act, about));
    if (rules) this.judge.orders(FILE, rules);
  }

  /** Carries out a command; without one, nobody will command the tap again. */
  readonly take = (word?: Command): void => {
    try {
      if (!word) return this.judge.alone('stay');
      const refused = takeWord(this.judge, word, (dir, text, x) => this.#inject(dir, text, x));
      if (word.is !== 'gone') this.copies.answered(word.controllerId, refused);
    } catch (error) {
      this.#failed(error);
      if (word && word.is !== 'gone') this.copies.answered(word.controllerId, errorText(error));
    }
  };

  /** The judge's action on a message; undefined when it is forwarded. A judge that fails is not used again, and waiting messages are forwarded. */
  judged(message: Arrived): (() => void) | undefined {
    try {
      const action = message.bytes.length > 0 ? this.judge.judge(message) : undefined;
      return (
        action &&
        (() => {
          try {
            action();
          } catch (error) {
            this.#failed(error);
          }
        })
      );
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  /** The next message from there is forwarded without being judged. True when orders wanted it judged, which is recorded. */
  spared(from: From, why: NotJudged): boolean {
    if (this.judge.hasOrders) this.copies.act({ act: 'spared', why }, from);
    return this.judge.hasOrders;
  }

  /** These bytes of a body have passed. */
  copyBody(from: From, content: Buffer): void {
    if (content.length > 0) this.copies.bytes(from, new Uint8Array(content));
  }

  #failed(error: unknown): void {
    this.judge.alone('go');
    // After the message at which it failed, which is forwarded now: it may be the first of its session.
    queueMicrotask(() => this.copies.happened({ is: 'failed', detail: errorText(error) }));
  }

  nextExchange(): number {
    return ++this.#exchanges;
  }

  /** Send a message to the server as this client would. The response never reaches the client; when none can come, `lost` is called. */
  post(clientContext: ClientContext, text: string, handled: Handled, lost: () => void = () => undefined): void {
    const received = (bytes: Buffer): void => this.judge.tookOwn('s2c', bytes);
    postOwn({
      x: this.nextExchange(),
      target: this.target,
      copies: this.copies,
      clientContext,
      text,
      handled,
      received,
      lost,
    });
  }

  /** Put a person's message on the stream of exchange `x`, or send it as the client of that exchange. Gives why that is impossible. */
  #inject(dir: Direction, text: string, x: number | undefined): string | undefined {
    const clientContext = this.clientContexts.in(x);
    const stream = x === undefined ? undefined : this.streams.get(x);
    if (dir === 'c2s' && !clientContext) return 'the client has sent nothing yet in whose place this could be sent';
    if (dir === 's2c' && !stream) return 'the client has no open stream to send it on';
    const own = this.judge.own(dir, oneLine(text));
    if (typeof own === 'string') return own;
    const { key } = own;
    if (dir === 's2c') stream?.put(own, { leg: 'client', own: true, key });
    else if (clientContext) {
      this.post(clientContext, own.text, { leg: 'server', own: true, key }, own.lost);
      this.copies.act({ act: 'inject', by: 'user' }, key);
    }
    return undefined;
  }

  /** The client of exchange `x` is gone, and so is what waits for it. */
  left(x: number): void {
    this.judge.ended((message) => message.x === x, 'drop');
    this.streams.get(x)?.over();
  }

  isKilled(session: string | undefined): boolean {
    return session !== undefined && this.#killed.has(session);
  }

  /** While this exchange is open, its client sends messages to that path. */
  endpoint(path: string, exchange: OpenExchange): void {
    this.#endpoints.add(path);
    exchange.whenOver(() => this.#endpoints.delete(path));
  }

  isEndpoint(path: string): boolean {
    return this.#endpoints.has(path);
  }

  opened(exchange: OpenExchange): void {
    this.#open.add(exchange);
    exchange.whenOver(() => this.#open.delete(exchange));
  }

  /** From here on the session of this exchange does not exist, as far as its client can tell. */
  kill(exchange: OpenExchange): void {
    const session = exchange.session();
    if (session === undefined) return;
    this.#killed.add(session);
    for (const each of this.#open) if (each !== exchange && each.session() === session) each.line.destroy();
  }
}
