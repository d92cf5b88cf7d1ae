/**
 * The body of a response as events, piece by piece: each message of an event stream, or all of another body at its end
 * (2025-11-25, basic/transports#sending-messages-to-the-server).
 */
import { joinBytes, payloadOf, type EventBody, type Payload, textOf } from '#shared/recording';
import { ExactUtf8, exactPayload } from './exact-utf8.ts';
import { otherBlock, SseParser } from './sse-parser.ts';
import { decodeText } from '#shared/jsonrpc';

/** Well below the longest string there is. */
const MAX_WHOLE_LENGTH = 256 * 1024 * 1024;

export interface ResponseHead {
  readonly x: string;
  readonly status: number;
  readonly type: string;
  /** Longest body, or event of a stream, that is handed out whole: bytes of a body, UTF-16 units of an event. */
  readonly longest?: number | undefined;
}

export interface ResponseBody {
  push(bytes: Uint8Array): void;
  /** Nothing more comes: what is left is told. `broken`: the connection was, so more was to come. */
  end(broken?: boolean): void;
}

type Emit = (bodies: readonly EventBody[]) => void;

export const isEventStream = (type: string): boolean => /^text\/event-stream\b/i.test(type);

export function responseBody(head: ResponseHead, emit: Emit): ResponseBody {
  return isEventStream(head.type) ? new EventStreamBody(head, emit) : new WholeBody(head, emit);
}

function goesOn(longest: number): EventBody {
  return { k: 'gap', bytes: 0, why: `what is longer than ${longest} goes on in the next message` };
}

class WholeBody implements ResponseBody {
  readonly #head: ResponseHead;
  readonly #emit: Emit;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(head: ResponseHead, emit: Emit) {
    this.#head = head;
    this.#emit = emit;
  }

  push(bytes: Uint8Array): void {
    const { longest = MAX_WHOLE_LENGTH } = this.#head;
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    if (this.#length <= longest) return;
    this.end(true);
    this.#emit([goesOn(longest)]);
  }

  end(broken = false): void {
    if (this.#length === 0) return;
    const { x, status } = this.#head;
    const payload = payloadOf(joinBytes(this.#chunks));
    this.#chunks = [];
    this.#length = 0;
    this.#emit([
      isPlainBody(status, payload)
        ? { k: 'body', x, dir: 's2c', ...payload }
        : { k: 'message', dir: 's2c', ...payload, x, ...(broken ? { unterminated: true } : {}) },
    ]);
  }
}

class EventStreamBody implements ResponseBody {
  readonly #head: ResponseHead;
  readonly #emit: Emit;
  readonly #decoder = new ExactUtf8();
  readonly #parser = new SseParser();

  constructor(head: ResponseHead, emit: Emit) {
    this.#head = head;
    this.#emit = emit;
  }

  push(bytes: Uint8Array): void {
    this.#report(this.#decoder.push(bytes));
  }

  end(): void {
    this.#report(this.#decoder.end());
    const rest = this.#parser.end();
    if (rest !== undefined) this.#emit([this.#unfinished(rest)]);
  }

  #report(text: string): void {
    const { x, longest = MAX_WHOLE_LENGTH } = this.#head;
    const bodies = this.#parser
      .push(text)
      .map((block): EventBody =>
        block.type === 'other'
          ? otherBlock(x, block)
          : { k: 'message', dir: 's2c', ...this.#payload(block.data), x, sse: block.sse },
      );
    if (this.#parser.held > longest) bodies.push(this.#unfinished(this.#parser.end() ?? ''), goesOn(longest));
    if (bodies.length > 0) this.#emit(bodies);
  }

  #payload(text: string): Payload {
    return this.#decoder.broken ? exactPayload(text) : { raw: text };
  }

  #unfinished(text: string): EventBody {
    return { k: 'message', dir: 's2c', ...this.#payload(text), x: this.#head.x, unterminated: true };
  }
}

/** Accepted, and refused for want of authorization, by a proxy too: OAuth's JSON in such a body is no message either. */
const FOR_OTHERS: readonly number[] = [202, 401, 403, 407];

/**
 * True for the body of a response that carries no message and need not: what comes with an HTTP error may be a JSON-RPC error, or
 * anything else (basic/transports#sending-messages-to-the-server).
 */
export function isPlainBody(status: number, payload: Payload): boolean {
  const forOthers = FOR_OTHERS.includes(status);
  if (status < 400 && !forOthers) return false;
  const { kind, faults } = decodeText(textOf(payload));
  return kind === 'malformed' || kind === 'invalid' || (forOthers && faults.includes('missing-jsonrpc'));
}
