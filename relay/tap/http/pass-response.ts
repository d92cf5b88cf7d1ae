/** The response of an exchange: as it came, unless the judge has something to do with what is in it. */
import { arrived, type ArmedExchange } from './arrived.ts';
import { codingOf, PLAIN, type Coding, type NotJudged } from './coding.ts';
import type { From } from './copy.ts';
import { valuesOf, withBody, type Framing, type Head } from './heads.ts';
import { isEventStream, isJson } from './media-type.ts';
import { PassingEvents } from './pass-events.ts';
import type { PassingResponse, ExchangeObserver } from './passing.ts';
import { WholeBody } from './whole-body.ts';

interface Answer {
  readonly head: Head;
  readonly status: number;
  readonly framing: Framing;
}

/** Pass it, from its head on. */
export function passResponse(answer: Answer, exchange: ArmedExchange, observer: ExchangeObserver): PassingResponse {
  const { armed, x } = exchange;
  const type = valuesOf(answer.head, 'content-type')[0];
  const coding = codingOf(answer.head);
  const passing = new PassingBody(answer, exchange, observer, !isEventStream(type));
  if (isEventStream(type) && coding === PLAIN) {
    passing.begin();
    return new PassingEvents(exchange, answer.framing);
  }
  const isMessage = armed.judge.isArmed && isJson(type) && answer.framing !== 'tunnel';
  if (isMessage && coding) return new JudgedBody(answer, exchange, passing, coding);
  if (isMessage) armed.spared({ x, dir: 's2c' }, 'encoding');
  passing.begin();
  return passing;
}

/** A body that passes as it comes. */
class PassingBody implements PassingResponse {
  readonly #answer: Answer;
  readonly #exchange: ArmedExchange;
  readonly #observer: ExchangeObserver;
  readonly #from: From;
  /** What goes on without being judged was told of already, or is nothing that would be. */
  #isTold: boolean;

  constructor(answer: Answer, exchange: ArmedExchange, observer: ExchangeObserver, isTold: boolean) {
    this.#answer = answer;
    this.#exchange = exchange;
    this.#observer = observer;
    this.#from = { x: exchange.x, dir: 's2c' };
    this.#isTold = isTold;
  }

  /** The head passes, or this in its place. */
  begin(bytes: Buffer = Buffer.from(this.#answer.head.text, 'latin1')): void {
    const { status, head } = this.#answer;
    this.#exchange.line.toClient(bytes);
    this.#exchange.begun();
    this.#observer.happened({ x: this.#exchange.x, is: 'response', status, headers: head.headers });
  }

  body(bytes: Buffer, content: Buffer): void {
    this.#exchange.line.toClient(bytes);
    this.copy(content);
  }

  copy(content: Buffer): void {
    if (content.length === 0) return;
    if (!this.#isTold) this.#isTold = this.#exchange.armed.spared(this.#from, 'encoding');
    this.#observer.bytes(this.#from, new Uint8Array(content));
  }

  ended(bytes: Buffer): void {
    this.#exchange.line.toClient(bytes);
    this.#exchange.end({ by: 'server' });
  }

  cut(bytes: Buffer, error: Error): void {
    this.#exchange.line.toClient(bytes);
    this.#exchange.failed(error);
  }
}

/** A body that is shown to the judge as a whole. */
class JudgedBody implements PassingResponse {
  readonly #answer: Answer;
  readonly #exchange: ArmedExchange;
  readonly #passing: PassingBody;
  readonly #coding: Coding;
  #whole: WholeBody | undefined = new WholeBody();

  constructor(answer: Answer, exchange: ArmedExchange, passing: PassingBody, coding: Coding) {
    this.#answer = answer;
    this.#exchange = exchange;
    this.#passing = passing;
    this.#coding = coding;
  }

  body(bytes: Buffer, content: Buffer): void {
    if (!this.#whole) return this.#passing.body(bytes, content);
    if (this.#whole.add(bytes, content)) return;
    const { armed, x } = this.#exchange;
    armed.spared({ x, dir: 's2c' }, 'size');
    this.#passBegun(this.#whole);
  }

  ended(bytes: Buffer): void {
    const whole = this.#whole;
    if (!whole) return this.#passing.ended(bytes);
    whole.end = bytes;
    this.#exchange.line.hold('responses');
    const { content } = whole;
    if (content.length === 0) this.#judge(whole, content);
    else this.#coding.decode(content, (body) => this.#judge(whole, body));
  }

  cut(bytes: Buffer, error: Error): void {
    if (this.#whole) this.#passBegun(this.#whole);
    this.#passing.cut(bytes, error);
  }

  #passBegun(whole: WholeBody): void {
    this.#whole = undefined;
    this.#passing.begin();
    this.#passing.body(whole.bytes, whole.content);
  }

  #judge(whole: WholeBody, body: Buffer | NotJudged): void {
    const { armed, x, line } = this.#exchange;
    // Nobody is there any more who could get it.
    if (line.isGone) return;
    let isPassed = false;
    const pass = (text?: string): void => {
      isPassed = true;
      const { head, framing } = this.#answer;
      if (text === undefined) {
        this.#passing.begin();
        line.toClient(Buffer.concat([whole.bytes, whole.end]));
      } else this.#passing.begin(withBody(head, framing, this.#coding.encode(Buffer.from(text)), whole.end));
    };
    const ways = {
      isOnce: true as const,
      pass: (text: string | undefined) => {
        pass(text);
        this.#exchange.end({ by: 'server' });
      },
      settled: () => {
        if (!isPassed) this.#exchange.settled();
      },
    };
    if (typeof body === 'string') armed.spared({ x, dir: 's2c' }, body);
    const action = typeof body === 'string' ? undefined : armed.judged(arrived(this.#exchange, 's2c', body, ways));
    if (action) return action();
    pass();
    this.#passing.copy(whole.content);
    this.#exchange.end({ by: 'server' });
  }
}
