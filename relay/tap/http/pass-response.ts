/** The response of an exchange: as received, unless the judge acts on a message in it. */
import { arrived, type ArmedExchange } from './arrived.ts';
import { codingOf, PLAIN, type Coding, type NotJudged } from './coding.ts';
import { isEventStream, isJson, valuesOf, withBody, type Framing, type Head } from './heads.ts';
import { PassingEvents } from './pass-events.ts';
import type { PassingResponse } from './passing.ts';
import { WholeBody } from './whole-body.ts';

interface Answer {
  readonly head: Head;
  readonly status: number;
  readonly framing: Framing;
}

export function passResponse(answer: Answer, exchange: ArmedExchange): PassingResponse {
  const { armed, x } = exchange;
  const type = valuesOf(answer.head, 'content-type')[0];
  const coding = codingOf(answer.head);
  const isMessage = armed.judge.isArmed && isJson(type) && answer.framing !== 'tunnel';
  if (isMessage && coding) return judgedBody(answer, exchange, coding);
  if (isMessage) armed.spared({ x, dir: 's2c' }, 'encoding');
  passHead(answer, exchange);
  if (isEventStream(type) && coding === PLAIN) return new PassingEvents(exchange, answer.framing);
  return passedBody(exchange, isEventStream(type));
}

/** Pass the head, or `bytes` in its place. */
function passHead(
  { status, head }: Answer,
  exchange: ArmedExchange,
  bytes: Buffer = Buffer.from(head.text, 'latin1'),
): void {
  exchange.begun(status, head.headers, bytes);
}

/** A body that passes as it comes; a compressed stream (`isUnread`) is reported as unjudged once orders want to judge it. */
function passedBody(exchange: ArmedExchange, isUnread: boolean): PassingResponse {
  const { armed, x, line } = exchange;
  const from = { x, dir: 's2c' } as const;
  let isReported = !isUnread;
  return {
    body: (bytes, content) => {
      line.toClient(bytes);
      if (content.length > 0 && !isReported) isReported = armed.spared(from, 'encoding');
      armed.copyBody(from, content);
    },
    ended: (bytes) => {
      line.toClient(bytes);
      exchange.end({ by: 'server' });
    },
    cut: (bytes, error) => {
      line.toClient(bytes);
      exchange.failed(error);
    },
  };
}

/** A body that is shown to the judge as a whole. */
function judgedBody(answer: Answer, exchange: ArmedExchange, coding: Coding): PassingResponse {
  const { armed, x, line } = exchange;
  const from = { x, dir: 's2c' } as const;
  const passed = passedBody(exchange, false);
  let awaited: WholeBody | undefined = new WholeBody();
  const passBegun = (whole: WholeBody): void => {
    awaited = undefined;
    passHead(answer, exchange);
    passed.body(whole.bytes, whole.content);
  };
  const decide = (whole: WholeBody, body: Buffer | NotJudged): void => {
    // The client can't get it any more.
    if (line.isGone) return;
    let isPassed = false;
    const pass = (text?: string): void => {
      isPassed = true;
      const { head, framing } = answer;
      if (text === undefined) {
        passHead(answer, exchange);
        line.toClient(Buffer.concat([whole.bytes, whole.end]));
      } else passHead(answer, exchange, withBody(head, framing, coding.encode(Buffer.from(text)), whole.end));
    };
    const ways = {
      isOnce: true as const,
      pass: (text: string | undefined) => {
        pass(text);
        exchange.end({ by: 'server' });
      },
      settled: () => {
        if (!isPassed) exchange.settled();
      },
    };
    if (typeof body === 'string') armed.spared(from, body);
    const action = typeof body === 'string' ? undefined : armed.judged(arrived(exchange, 's2c', body, ways));
    if (action) return action();
    pass();
    armed.copyBody(from, whole.content);
    exchange.end({ by: 'server' });
  };
  return {
    body: (bytes, content) => {
      if (!awaited) return passed.body(bytes, content);
      if (awaited.add(bytes, content)) return;
      armed.spared(from, 'size');
      passBegun(awaited);
    },
    ended: (bytes) => {
      const whole = awaited;
      if (!whole) return passed.ended(bytes);
      whole.end = bytes;
      line.hold('responses');
      coding.decode(whole.content, (body) => decide(whole, body));
    },
    cut: (bytes, error) => {
      if (awaited) passBegun(awaited);
      passed.cut(bytes, error);
    },
  };
}
