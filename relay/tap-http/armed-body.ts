/** Bodies of an armed proxy: whole messages are shown to the judge, and everything else goes on as it came. */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Direction } from '#shared/recording';
import { cameBy, goesBy, LONGEST, type Arrived } from '../tap-judge/index.ts';
import type { ArmedProxy } from './armed.ts';
import { dataOf, SseBlocks, withData, type SseBlock } from './sse-blocks.ts';

/** Not found: the client must begin anew (2025-11-25, basic/transports#session-management). */
const GONE = 404;
const ACCEPTED = 202;
const JSON_TYPE = 'application/json';

/** One exchange at an armed proxy. */
export interface ArmedExchange {
  readonly x: number;
  readonly armed: ArmedProxy;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** The session, as far as it is known. */
  readonly session: () => string | undefined;
  /** The exchange is over. */
  readonly end: (by: 'server' | 'client') => void;
}

/** All of a body at its end; undefined once it is longer than what is judged, with what came so far put back. */
export function wholeBody(
  from: IncomingMessage,
  then: (body: Buffer | undefined, begun: readonly Buffer[]) => void,
): void {
  const pieces: Buffer[] = [];
  let length = 0;
  const take = (bytes: Buffer): void => {
    pieces.push(bytes);
    length += bytes.length;
    if (length <= LONGEST) return;
    from.pause();
    from.off('data', take).off('end', end);
    then(undefined, pieces);
  };
  const end = (): void => then(Buffer.concat(pieces), pieces);
  from.on('data', take).on('end', end);
}

/** What the judge may do with a message of this exchange; `pass` lets bytes go on. */
export function arrived(
  { x, armed, incoming, outgoing, session, end }: ArmedExchange,
  dir: Direction,
  bytes: Buffer,
  pass: (text: string | undefined) => void,
): Arrived {
  const { copies } = armed;
  const from = { x, dir } as const;
  const respond = (status: number, text: string | undefined): void => {
    // A stream that has begun has its status.
    if (outgoing.headersSent) return void outgoing.destroy();
    const body = Buffer.from(text ?? '');
    const headers = ['Content-Length', String(body.length)];
    if (text !== undefined) headers.push('Content-Type', JSON_TYPE);
    copies.happened({ x, is: 'response', status, headers: pairsOf(headers) });
    outgoing.writeHead(status, headers).end(body);
    if (text !== undefined) copies.message({ x, dir: 's2c' }, body, { leg: 'client', own: true });
    end('server');
    incoming.resume();
  };
  return {
    dir,
    x,
    bytes,
    came: (key) => copies.message(from, bytes, { leg: cameBy(dir), ...(key === undefined ? {} : { key }) }),
    pass: (of, text) => {
      const own = text === undefined ? {} : ({ own: true } as const);
      copies.message(from, text === undefined ? bytes : Buffer.from(text), { leg: goesBy(dir), of, ...own });
      pass(text);
    },
    answer: (text, status) => {
      // To what the server said only a status can be answered, in place of it.
      if (dir === 's2c' && status === undefined) return;
      respond(status ?? (text === undefined ? ACCEPTED : 200), status === undefined ? text : undefined);
    },
    drop: () => undefined,
    // 2025-11-25, basic/transports#sending-messages-to-the-server.
    kept: () => {
      if (dir === 'c2s') respond(ACCEPTED, undefined);
    },
    cut: () => void outgoing.destroy(),
    kill: () => {
      armed.kill(session(), outgoing);
      respond(GONE, undefined);
    },
  };
}

/** The head of a message whose body has another length now. */
export function withLength(raw: readonly string[], length: number): string[] {
  return raw.map((text, at) => (at % 2 === 1 && /^content-length$/i.test(raw[at - 1] ?? '') ? String(length) : text));
}

/** Pass the events of a stream on, as they come while nothing is judged; those that the judge takes wait, and are overtaken. */
export function passEvents(response: IncomingMessage, exchange: ArmedExchange): void {
  const { x, armed, outgoing } = exchange;
  const { judge, copies } = armed;
  const blocks = new SseBlocks();
  const write = (bytes: Buffer): void => {
    if (bytes.length === 0 || outgoing.writableEnded || outgoing.destroyed) return;
    if (!outgoing.write(bytes)) response.pause();
  };
  const goOn = (bytes: Buffer): void => {
    write(bytes);
    if (bytes.length > 0) copies.bytes({ x, dir: 's2c' }, new Uint8Array(bytes));
  };
  const take = ({ bytes, isWhole }: SseBlock): void => {
    const data = isWhole ? dataOf(bytes) : undefined;
    const deed =
      data === undefined
        ? undefined
        : armed.judged(
            arrived(exchange, 's2c', Buffer.from(data), (text) =>
              write(text === undefined ? bytes : withData(bytes, text)),
            ),
          );
    if (deed) deed();
    else goOn(bytes);
  };
  /** What is to be put on the stream where an event begins. */
  const later: (() => void)[] = [];
  armed.streams.set(x, (text, handled, put) => {
    const now = (): void => {
      write(Buffer.from(`data: ${text}\n\n`));
      copies.message({ x, dir: 's2c' }, Buffer.from(text), handled);
      put();
    };
    if (blocks.isCut) later.push(now);
    else now();
  });
  const putLater = (): void => {
    if (!blocks.isCut) for (const put of later.splice(0)) put();
  };
  outgoing.once('close', () => armed.streams.delete(x));
  outgoing.on('drain', () => response.resume());
  response.on('data', (bytes: Buffer) => {
    if (!judge.isArmed && blocks.held === 0) {
      goOn(bytes);
      blocks.skip(bytes);
      return putLater();
    }
    for (const block of blocks.push(bytes)) take(block);
    // Too long to be judged, or nothing is judged any more.
    if (blocks.held > LONGEST || !judge.isArmed) goOn(blocks.rest());
    putLater();
  });
  response.on('end', () => {
    armed.streams.delete(x);
    judge.ended((message) => message.x === x && message.dir === 's2c');
    goOn(blocks.rest());
    passTrailers(response, outgoing);
    outgoing.end();
  });
}

/** What followed a body that has come to its end follows it here, too. */
export function passTrailers(from: IncomingMessage, to: ClientRequest | ServerResponse): void {
  const trailers = pairsOf(from.rawTrailers);
  if (trailers.length > 0) to.addTrailers(trailers);
}

export function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
