/** An event stream that passes an armed proxy. */
import { MAX_JUDGED_BYTES, type OwnMessage } from '../judge/index.ts';
import type { OpenStream } from './armed.ts';
import { arrived, type ArmedExchange } from './arrived.ts';
import { chunkOf, type Framing } from './heads.ts';
import type { PassingResponse } from './passing.ts';
import { dataOf, fieldsOf, SseBlocks, withData, type SseBlock } from './sse-blocks.ts';

/** A longer first event names no address. */
const MAX_FIRST_EVENT_BYTES = 65_536;

/**
 * Passes the events of a stream on, as they come while nothing is judged; those that the judge takes wait, and are overtaken. The stream
 * ends, or breaks off, once none waits any more. Where the length of the body was told before it, nothing in it is judged.
 */
export class PassingEvents implements PassingResponse {
  readonly #exchange: ArmedExchange;
  readonly #framing: Framing;
  readonly #blocks = new SseBlocks();
  /** Number of messages that wait at the tap, and what follows the last of them. */
  #undecided = 0;
  #whenDecided: (() => void) | undefined;
  /** Only the first event may name the address for messages (2024-11-05, basic/transports#http-with-sse). */
  #first: SseBlocks | undefined;
  /** Put on the stream at the beginning of an event. */
  readonly #later: { readonly now: () => void; readonly own: OwnMessage }[] = [];
  /** Chunks pass as received, in place of events. */
  #isRaw = true;
  #wasBetween = true;
  readonly #stream: OpenStream = {
    put: (own, handled) => {
      const { armed, x } = this.#exchange;
      const now = (): void => {
        this.#write(Buffer.from(`data: ${own.text}\n\n`));
        armed.copies.message({ x, dir: 's2c' }, Buffer.from(own.text), handled);
        armed.copies.act({ act: 'inject', by: 'user' }, own.key);
      };
      this.#later.push({ now, own });
      this.#putLater();
    },
    over: () => {
      const { armed, x } = this.#exchange;
      armed.streams.delete(x);
      for (const { own } of this.#later.splice(0)) {
        own.lost();
        armed.copies.act({ act: 'lost' }, { x, dir: 's2c' });
      }
    },
  };

  constructor(exchange: ArmedExchange, framing: Framing) {
    this.#exchange = exchange;
    this.#framing = framing;
    if (exchange.method === 'GET') this.#first = new SseBlocks();
    if (this.#isFree) exchange.armed.streams.set(exchange.x, this.#stream);
    else exchange.armed.spared({ x: exchange.x, dir: 's2c' }, 'encoding');
  }

  body(bytes: Buffer, content: Buffer): void {
    const { armed, x, line } = this.#exchange;
    this.#lookAt(content);
    // A chunk ends in the way in which it began.
    if (this.#wasBetween) this.#isRaw = !this.#isFree || (!armed.judge.isArmed && this.#blocks.held === 0);
    this.#wasBetween = line.isBetweenChunks;
    if (this.#isRaw) {
      line.toClient(bytes);
      this.#copy(content);
      this.#blocks.skip(content);
      return this.#putLater();
    }
    for (const block of this.#blocks.push(content)) this.#take(block);
    // Too long to be judged, or nothing is judged any more.
    if (this.#blocks.held > MAX_JUDGED_BYTES) armed.spared({ x, dir: 's2c' }, 'size');
    if (this.#blocks.held > MAX_JUDGED_BYTES || !armed.judge.isArmed) this.#forward(this.#blocks.rest());
    this.#putLater();
  }

  ended(bytes: Buffer): void {
    this.#over(() => {
      this.#exchange.line.toClient(bytes);
      this.#exchange.end({ by: 'server' });
    });
  }

  cut(bytes: Buffer, error: Error): void {
    this.#over(() => {
      if (this.#isRaw) this.#exchange.line.toClient(bytes);
      this.#exchange.failed(error);
    });
  }

  /** The head did not announce its length. */
  get #isFree(): boolean {
    return typeof this.#framing === 'string';
  }

  #write(bytes: Buffer): void {
    this.#exchange.line.toClient(this.#framing === 'chunked' ? chunkOf(bytes) : bytes);
  }

  #forward(bytes: Buffer): void {
    this.#write(bytes);
    this.#copy(bytes);
  }

  #copy(bytes: Buffer): void {
    const { armed, x } = this.#exchange;
    armed.copyBody({ x, dir: 's2c' }, bytes);
  }

  #lookAt(bytes: Buffer): void {
    // Read separately, because it may be forwarded in pieces.
    for (const { bytes: block } of this.#first?.push(bytes) ?? []) {
      const fields = fieldsOf(block);
      if (!fields) continue;
      this.#first = undefined;
      if (fields.event === 'endpoint') this.#exchange.named(fields.data);
      return;
    }
    if ((this.#first?.held ?? 0) > MAX_FIRST_EVENT_BYTES) this.#first = undefined;
  }

  #take({ bytes, isWhole }: SseBlock): void {
    const { armed } = this.#exchange;
    const data = isWhole ? dataOf(bytes) : undefined;
    const pass = (text?: string): void => this.#write(text === undefined ? bytes : withData(bytes, text));
    const ways = { pass, received: () => void this.#undecided++, settled: () => this.#settled() };
    const action =
      data === undefined ? undefined : armed.judged(arrived(this.#exchange, 's2c', Buffer.from(data), ways));
    if (action) action();
    else this.#forward(bytes);
  }

  #putLater(): void {
    const isBetween = this.#framing !== 'chunked' || !this.#isRaw || this.#exchange.line.isBetweenChunks;
    if (isBetween && !this.#blocks.isCut) for (const { now } of this.#later.splice(0)) now();
  }

  #over(then: () => void): void {
    this.#exchange.line.hold('responses');
    this.#whenDecided = () => {
      if (!this.#exchange.line.isGone) this.#forward(this.#blocks.rest());
      this.#stream.over();
      then();
    };
    if (this.#undecided === 0) this.#whenDecided();
  }

  #settled(): void {
    this.#undecided--;
    if (this.#undecided === 0) this.#whenDecided?.();
  }
}
