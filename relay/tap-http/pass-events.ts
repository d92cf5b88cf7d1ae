/** An event stream that passes an armed proxy. */
import type { IncomingMessage } from 'node:http';
import { LONGEST, type OwnMessage } from '../tap-judge/index.ts';
import type { OpenStream } from './armed.ts';
import { arrived, type ArmedExchange } from './arrived.ts';
import { passTrailers } from './heads.ts';
import { dataOf, fieldsOf, SseBlocks, withData, type SseBlock } from './sse-blocks.ts';
import { Undecided } from './undecided.ts';

/** Bytes of a first event beyond which it names no address. */
const LONGEST_FIRST = 65_536;

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
  let first = exchange.incoming.method === 'GET' ? new SseBlocks() : undefined;
  const lookAt = (bytes: Buffer): void => {
    // It is read by itself: it may go on in pieces.
    for (const { bytes: block } of first?.push(bytes) ?? []) {
      const fields = fieldsOf(block);
      if (!fields) continue;
      first = undefined;
      if (fields.event === 'endpoint') exchange.named(fields.data);
      return;
    }
    if ((first?.held ?? 0) > LONGEST_FIRST) first = undefined;
  };
  const take = ({ bytes, isWhole }: SseBlock): void => {
    const data = isWhole ? dataOf(bytes) : undefined;
    const pass = (text?: string): void => write(text === undefined ? bytes : withData(bytes, text));
    const ways = { pass, came: () => undecided.came(), settled: () => undecided.settled() };
    const deed = data === undefined ? undefined : armed.judged(arrived(exchange, 's2c', Buffer.from(data), ways));
    if (deed) deed();
    else goOn(bytes);
  };
  /** What is to be put on the stream where an event begins. */
  const later: { readonly now: () => void; readonly own: OwnMessage }[] = [];
  const putLater = (): void => {
    if (!blocks.isCut) for (const { now } of later.splice(0)) now();
  };
  const stream: OpenStream = {
    put: (own, handled) => {
      const now = (): void => {
        write(Buffer.from(`data: ${own.text}\n\n`));
        copies.message({ x, dir: 's2c' }, Buffer.from(own.text), handled);
        copies.act({ act: 'inject', by: 'user' }, own.key);
      };
      later.push({ now, own });
      putLater();
    },
    over: () => {
      armed.streams.delete(x);
      for (const { own } of later.splice(0)) {
        own.lost();
        copies.act({ act: 'lost' }, { x, dir: 's2c' });
      }
    },
  };
  armed.streams.set(x, stream);
  const over = (then: () => void): void =>
    undecided.afterAll(() => {
      if (!outgoing.destroyed) goOn(blocks.rest());
      stream.over();
      then();
    });
  outgoing.on('drain', () => response.resume());
  response.on('data', (bytes: Buffer) => {
    lookAt(bytes);
    if (!judge.isArmed && blocks.held === 0) {
      goOn(bytes);
      blocks.skip(bytes);
      return putLater();
    }
    for (const block of blocks.push(bytes)) take(block);
    // Too long to be judged, or nothing is judged any more.
    if (blocks.held > LONGEST) armed.spared({ x, dir: 's2c' }, 'size');
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
