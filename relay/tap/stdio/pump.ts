/** Passes bytes on from one pipe to another as they came, no faster than they are read there. */
import type { Readable, Writable } from 'node:stream';

export interface PumpEvents {
  /** These bytes are passed on, as soon as this returns: what arrives must not be known to the other end alone. */
  readonly passed: (bytes: Buffer) => void;
  /** The pipe that is read has ended, and what was read is on its way. */
  readonly ended?: () => void;
  /** Nobody reads the other pipe any more: so many bytes at most did not arrive. Called at most once. */
  readonly broke?: (code: string, bytes: number) => void;
  /** The other pipe has taken everything, and its end, unless it `stays` open. */
  readonly finished?: () => void;
  readonly stays?: true;
}

/** What stands in the way of a pump's bytes, and gives it those that are to go on. */
export interface Gate {
  take(bytes: Buffer): void;
  /** Nothing more comes, or nothing more will be taken: what waits goes on now or never. */
  end(): void;
}

const LINE_FEED = 0x0a;

export class Pump {
  /** Without one, bytes go on as they came, at once. */
  gate: Gate | undefined;
  readonly #from: Readable;
  readonly #to: Writable;
  readonly #finish: () => void;
  #isLineStart = true;
  #waits = false;
  #over = false;
  #read = 0;
  #lastRead = 0;
  /** Since when it reads without a pause. */
  #reads = performance.now();

  /** Begins at once. The end of `from` is the end of `to`; when `to` breaks, `from` is read no more and given back. */
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
      this.#read += bytes.length;
      if (this.gate) return this.gate.take(bytes);
      passed(bytes);
      this.put(bytes);
    });
    const end = (): void => {
      if (this.#over) return;
      this.gate?.end();
      this.#over = true;
      this.#finish();
      ended?.();
    };
    from.once('end', end);
    // A pipe that is reset has ended all the same.
    from.on('error', end);
    to.once('error', (error: NodeJS.ErrnoException) => {
      this.gate?.end();
      this.#over = true;
      from.destroy();
      broke?.(error.code ?? error.message, to.writableLength);
    });
    to.on('error', () => undefined);
    if (finished) to.once('finish', finished);
  }

  /** Write these bytes to the other pipe. What it does not take any more is lost, as with a pipe. */
  put(bytes: Buffer): void {
    if (bytes.length === 0 || this.#to.writableEnded || this.#to.destroyed) return;
    this.#isLineStart = bytes[bytes.length - 1] === LINE_FEED;
    if (this.#to.write(bytes)) return;
    this.#waits = true;
    this.#from.pause();
  }

  /** True when what was written so far ends where a line does. */
  get isLineStart(): boolean {
    return this.#isLineStart;
  }

  /** Nothing more comes from here: the pipe ended or broke. */
  get over(): boolean {
    return this.#over;
  }

  /** Milliseconds for which nothing came, although it would have been read. */
  get idle(): number {
    return Math.min(this.listens, performance.now() - this.#lastRead);
  }

  /** Milliseconds for which it has read what came, without a pause; 0 while it waits for whoever reads the other pipe. */
  get listens(): number {
    return this.#waits ? 0 : performance.now() - this.#reads;
  }

  /** Milliseconds for which what was read has waited for whoever reads the other pipe. */
  get stuck(): number {
    return this.flushed ? 0 : performance.now() - Math.max(this.#lastRead, this.#reads);
  }

  /** Bytes that were read so far. */
  get read(): number {
    return this.#read;
  }

  /** What was read has been taken by the system, or nobody will read it. */
  get flushed(): boolean {
    return this.#to.destroyed || this.#to.writableLength === 0;
  }

  /** Read no more, and end the other pipe. */
  stop(): void {
    this.gate?.end();
    this.#from.destroy();
    if (!this.#over) this.#finish();
    this.#over = true;
  }
}
