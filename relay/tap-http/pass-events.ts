/** An event stream that passes an armed proxy. */
import type { IncomingMessage } from 'node:http';
import { LONGEST } from '../tap-judge/index.ts';
import { arrived, type ArmedExchange } from './arrived.ts';
import { passTrailers } from './heads.ts';
import { dataOf, fieldsOf, SseBlocks, withData, type SseBlock } from './sse-blocks.ts';
import { Undecided } from './undecided.ts';

/**
 * Pass the events of a stream on, as they come while nothing is judged; those that the judge takes wait, and are overtaken. The stream
 * ends, or breaks off, once none waits any more.
 */
export function passEvents(response: IncomingMessage, exchange: ArmedExchange): void {
  const { x, armed, outgoing } = exchange;
  const { judge, copies } = armed;
  const blocks = new SseBlocks();
  const undecided = new Undecided();
  const write = (bytes: Buffer): void => {
    if (bytes.length === 0 || outgoing.writableEnded || outgoing.destroyed) return;
    if (!outgoing.write(bytes)) response.pause();
  };
  const goOn = (bytes: Buffer): void => {
    write(bytes);
    if (bytes.length > 0) copies.bytes({ x, dir: 's2c' }, new Uint8Array(bytes));
  };
  /** Only the first event may say where messages go (2024-11-05, basic/transports#http-with-sse). */
  let isFirst = exchange.incoming.method === 'GET';
  const look = ({ bytes, isWhole }: SseBlock): void => {
    const fields = isFirst && isWhole ? fieldsOf(bytes) : undefined;
    if (!fields) return;
    isFirst = false;
    if (fields.event === 'endpoint') exchange.named(fields.data);
  };
  const take = (block: SseBlock): void => {
    look(block);
    const { bytes, isWhole } = block;
    const data = isWhole ? dataOf(bytes) : undefined;
    const pass = (text?: string): void => write(text === undefined ? bytes : withData(bytes, text));
    const ways = { pass, came: () => undecided.came(), settled: () => undecided.settled() };
    const deed = data === undefined ? undefined : armed.judged(arrived(exchange, 's2c', Buffer.from(data), ways));
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
  const over = (then: () => void): void =>
    undecided.afterAll(() => {
      armed.streams.delete(x);
      if (!outgoing.destroyed) goOn(blocks.rest());
      then();
    });
  outgoing.once('close', () => armed.streams.delete(x));
  outgoing.on('drain', () => response.resume());
  response.on('data', (bytes: Buffer) => {
    if (!judge.isArmed && blocks.held === 0) {
      goOn(bytes);
      for (const block of blocks.skip(bytes)) look(block);
      return putLater();
    }
    for (const block of blocks.push(bytes)) take(block);
    // Too long to be judged, or nothing is judged any more.
    if (blocks.held > LONGEST || !judge.isArmed) goOn(blocks.rest());
    putLater();
  });
  response.on('end', () =>
    over(() => {
      passTrailers(response, outgoing);
      outgoing.end();
      exchange.end('server');
    }),
  );
  response.on('error', (error) => over(() => exchange.failed(error)));
}
