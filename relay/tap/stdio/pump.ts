/** Passes bytes on from one pipe to another as they came, no faster than they are read there. */
import type { Readable, Writable } from 'node:stream';

export interface PumpEvents {
  /** Called before these bytes are written: the other end must never know more than the recorder. */
  readonly passed: (bytes: Buffer) => void;
  /** The input has ended, and everything read was written. */
  readonly ended?: () => void;
  /** The output broke: at most so many bytes did not arrive. Called at most once. */
  readonly broke?: (code: string, bytes: number) => void;
  /** The output has taken everything, and its end, unless it `stays` open. */
  readonly finished?: () => void;
  readonly stays?: true;
}

/** Takes a pump's bytes, and puts those that are forwarded. */
export interface Gate {
  take(bytes: Buffer): void;
  /** Nothing more comes, or is taken: waiting lines are forwarded now or never. */
  end(): void;
}

const LINE_FEED = 0x0a;

export class Pump {
  /** Without one, bytes are forwarded as they come. */
  gate: Gate | undefined;
  readonly #from: Readable;
  readonly #to: Writable;
  readonly #finish: () => void;
  isLineStart = true;
  #waits = false;
  /** The input ended, or the output broke. */
  over = false;
  /** Bytes that were read so far. */
  read = 0;
  #lastRead = 0;
  #reads = performance.now();

  /** Begins at once. The end of `from` ends `to`; when `to` breaks, `from` is closed. */
  constructor(from: Readable, to: Writable, { passed, ended, broke, finished, stays }: PumpEvents) {
    this.#from = from;
    this.#to = to;
    this.#finish = () => void (stays ? to.write('', (error) => error ?? finished?.()) : to.end());
    to.on('drain', () => {
      this.#waits = false;
      this.#reads = performance.now();
      from.resume();
    });
    from.on('data', (bytes: Buffer) => {
      this.#lastRead = performance.now();
      this.read += bytes.length;
      if (this.gate) return this.gate.take(bytes);
      passed(bytes);
      this.put(bytes);
    });
    const end = (): void => {
      if (this.over) return;
      this.gate?.end();
      this.over = true;
      this.#finish();
      ended?.();
    };
    from.once('end', end);
    // A reset pipe has ended all the same.
    from.on('error', end);
    to.once('error', (error: NodeJS.ErrnoException) => {
      this.gate?.end();
      this.over = true;
      from.destroy();
      broke?.(error.code ?? error.message, to.writableLength);
    });
    to.on('error', () => undefined);
    if (finished) to.once('finish', finished);
  }

  /** Write these bytes to the output. A broken pipe loses them. */
  put(bytes: Buffer): void {
    if (bytes.length === 0 || this.#to.writableEnded || this.#to.destroyed) return;
    this.isLineStart = bytes[bytes.length - 1] === LINE_FEED;
    if (this.#to.write(bytes)) return;
    this.#waits = true;
    this.#from.pause();
  }

  /** Milliseconds without input, while reading. */
  get idle(): number {
    return Math.min(this.listens, performance.now() - this.#lastRead);
  }

  /** Milliseconds of reading without a pause; 0 while the output is full. */
  get listens(): number {
    return this.#waits ? 0 : performance.now() - this.#reads;
  }

  /** Milliseconds for which the output has been full. */
  get stuck(): number {
    return this.flushed ? 0 : performance.now() - Math.max(this.#lastRead, this.#reads);
  }

  /** The system has taken all output, or nobody will read it. */
  get flushed(): boolean {
    return this.#to.destroyed || this.#to.writableLength === 0;
  }

  stop(): void {
    this.gate?.end();
    this.#from.destroy();
    if (!this.over) this.#finish();
    this.over = true;
  }
}
