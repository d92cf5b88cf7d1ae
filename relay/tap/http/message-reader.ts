/** Finds the messages of HTTP/1.1 in the bytes of one direction of a connection, and changes nothing in them (RFC 9112). */
import type { Framing } from './heads.ts';

/** Handlers of what is found. Every byte is passed once, in order. */
export interface Parts {
  /** A head. Gives how its body ends; `interim` for one that another one follows, undefined when it is not HTTP. */
  readonly head: (bytes: Buffer) => Framing | 'interim' | undefined;
  /** A piece of a body as received, and its content: empty for parts of the chunk framing. */
  readonly body: (bytes: Buffer, content: Buffer) => void;
  /** The message has ended, with these bytes. */
  readonly end: (bytes: Buffer) => void;
  /** True when no message is expected: what comes is not HTTP. */
  readonly isIdle?: () => boolean;
  /** Bytes that are not HTTP. */
  readonly other: (bytes: Buffer) => void;
  /** The input ended: between two messages, or within one, of which these bytes are left. */
  readonly over: (where: 'between' | 'head' | 'body', bytes: Buffer) => void;
}

export const MAX_HEAD_BYTES = 1024 * 1024;
const MAX_CHUNK_LINE_BYTES = 64 * 1024;

const NOTHING = Buffer.alloc(0);
const [LINE_FEED, RETURN] = [0x0a, 0x0d];

type State = 'head' | 'ends' | 'length' | 'chunk' | 'chunk-data' | 'chunk-end' | 'until-close' | 'tunnel';

export class MessageReader {
  readonly #parts: Parts;
  #state: State = 'head';
  #rest: Buffer = NOTHING;
  /** Bytes of the body or chunk that are missing. */
  #left = 0;
  #isHeld = false;
  #runs = false;
  #ended = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  push(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    this.#run();
  }

  end(): void {
    this.#ended = true;
    this.#run();
  }

  hold(): void {
    this.#isHeld = true;
  }

  resume(): void {
    this.#isHeld = false;
    this.#run();
  }

  /** What follows is not HTTP. */
  tunnel(): void {
    if (this.#state === 'ends') this.#parts.end(NOTHING);
    this.#state = 'tunnel';
    this.resume();
  }

  get waiting(): number {
    return this.#isHeld ? this.#rest.length : 0;
  }

  get isBetweenChunks(): boolean {
    return this.#state !== 'chunk-data' && this.#state !== 'chunk-end';
  }

  #run(): void {
    if (this.#runs) return;
    this.#runs = true;
    try {
      while (!this.#isHeld && this.#step());
    } finally {
      this.#runs = false;
    }
    if (!this.#ended || this.#isHeld) return;
    this.#ended = false;
    this.#over();
  }

  #over(): void {
    const isBetween = this.#state === 'head' && this.#rest.every((byte) => byte === LINE_FEED || byte === RETURN);
    if (this.#state === 'until-close') this.#parts.end(NOTHING);
    const where =
      isBetween || this.#state === 'until-close' || this.#state === 'tunnel'
        ? 'between'
        : this.#state === 'head'
          ? 'head'
          : 'body';
    this.#parts.over(where, this.#take(this.#rest.length));
  }

  /** True when something was done. */
  #step(): boolean {
    switch (this.#state) {
      case 'head':
        return this.#head();
      case 'ends':
        this.#ends(NOTHING);
        return true;
      case 'length':
      case 'chunk-data':
        return this.#data();
      case 'chunk':
        return this.#chunk();
      case 'chunk-end': {
        const length = this.#rest[0] === LINE_FEED ? 1 : 2;
        if (this.#rest.length < length) return this.#rest[0] !== undefined && this.#rest[0] !== RETURN && this.#lost();
        if (this.#rest[length - 1] !== LINE_FEED || (length === 2 && this.#rest[0] !== RETURN)) return this.#lost();
        this.#state = 'chunk';
        this.#parts.body(this.#take(length), NOTHING);
        return true;
      }
      case 'until-close':
      case 'tunnel': {
        const bytes = this.#take(this.#rest.length);
        if (bytes.length === 0) return false;
        if (this.#state === 'tunnel') this.#parts.other(bytes);
        else this.#parts.body(bytes, bytes);
        return true;
      }
    }
  }

  #head(): boolean {
    if (this.#rest.length > 0 && this.#parts.isIdle?.()) {
      this.#parts.other(this.#take(this.#rest.length));
      return true;
    }
    let from = 0;
    while (this.#rest[from] === LINE_FEED || this.#rest[from] === RETURN) from++;
    const end = afterBlankLine(this.#rest, from);
    if (end === undefined && this.#rest.length <= MAX_HEAD_BYTES) return false;
    const bytes = this.#take(end ?? this.#rest.length);
    const framing = end === undefined ? undefined : this.#parts.head(bytes);
    if (framing === 'interim') return true;
    if (framing === undefined) {
      this.#state = 'tunnel';
      this.#parts.other(bytes);
    } else if (typeof framing === 'object') {
      this.#left = framing.length;
      this.#state = this.#left === 0 ? 'ends' : 'length';
    } else this.#state = framing === 'none' ? 'ends' : framing === 'chunked' ? 'chunk' : framing;
    return true;
  }

  #data(): boolean {
    const bytes = this.#take(Math.min(this.#left, this.#rest.length));
    if (bytes.length === 0) return false;
    this.#left -= bytes.length;
    if (this.#left === 0) this.#state = this.#state === 'length' ? 'ends' : 'chunk-end';
    this.#parts.body(bytes, bytes);
    return true;
  }

  #chunk(): boolean {
    const lineFeed = this.#rest.indexOf(LINE_FEED);
    if (lineFeed < 0) return this.#rest.length > MAX_CHUNK_LINE_BYTES && this.#lost();
    const [, digits = ''] =
      /^[ \t]*([\da-f]{1,12})[ \t]*(?:;[^\n]*)?\r?\n$/i.exec(this.#rest.toString('latin1', 0, lineFeed + 1)) ?? [];
    if (digits === '') return this.#lost();
    this.#left = Number.parseInt(digits, 16);
    if (this.#left > 0) {
      this.#state = 'chunk-data';
      this.#parts.body(this.#take(lineFeed + 1), NOTHING);
      return true;
    }
    const end = afterBlankLine(this.#rest, lineFeed);
    if (end === undefined) return this.#rest.length > MAX_HEAD_BYTES && this.#lost();
    this.#ends(this.#take(end));
    return true;
  }

  /** Nobody can tell where the message ends: the rest of the input belongs to it. */
  #lost(): true {
    this.#state = 'until-close';
    return true;
  }

  #ends(bytes: Buffer): void {
    this.#state = 'head';
    this.#parts.end(bytes);
  }

  #take(length: number): Buffer {
    const bytes = this.#rest.subarray(0, length);
    this.#rest = length === this.#rest.length ? NOTHING : this.#rest.subarray(length);
    return bytes;
  }
}

/** The end of the first blank line after the end of a line, from there on. */
function afterBlankLine(bytes: Buffer, from: number): number | undefined {
  const [short, long] = [bytes.indexOf('\n\n', from), bytes.indexOf('\n\r\n', from)];
  if (short < 0 && long < 0) return undefined;
  return long < 0 || (short >= 0 && short < long) ? short + 2 : long + 3;
}
