/**
 * A server's standard input. What is written waits in this process when the system takes no more because the server does not
 * read; this says how much, and when it is too much. What the system took and the server has not read yet, up to the size of
 * the system's own buffer (about 200 KB on Linux), nobody can see.
 */
import type { Writable } from 'node:stream';
import { defined } from '#shared/base';
import type { ProcessBody } from '#shared/recording';

/** Bounds in bytes of memory. */
export interface InputBounds {
  /**
   * So much of automatic messages: from here on the server's output is not read, so that no more answers to it come about. What
   * people send does not count: a server that writes one answer for each message, and waits while nobody reads it, would wait
   * for ever.
   */
  readonly heavy: number;
  readonly full: number;
}

export const INPUT_BOUNDS: InputBounds = { heavy: 16 * 1024 * 1024, full: 64 * 1024 * 1024 };
/** Memory of a waiting message beside its bytes: buffer, callback and entry. */
const OVERHEAD = 256;

export interface ServerInputOptions {
  /** Milliseconds that bytes wait without a break before an event reports it. */
  readonly unread: number;
  readonly bounds: InputBounds;
  readonly report: (bodies: readonly ProcessBody[]) => void;
  /** Called when, after `write` gave true, less than half of the first bound waits again. */
  readonly onLight: () => void;
}

export class ServerInput {
  readonly #pipe: Writable;
  readonly #options: ServerInputOptions;
  #bytes = 0;
  /** Memory of waiting messages, in bytes. */
  #load = 0;
  /** The part of it that automatic messages use. */
  #automatic = 0;
  #heavy = false;
  /** How often nothing waited. */
  #breaks = 0;
  /** The number of waiting bytes in the last report. */
  #said: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #over = false;
  #inTurn = false;

  constructor(pipe: Writable, options: ServerInputOptions) {
    this.#pipe = pipe;
    this.#options = options;
    pipe.on('error', (error: NodeJS.ErrnoException) => this.#lose(error.code ?? error.message));
  }

  get writable(): boolean {
    return this.#pipe.writable;
  }

  /** True while nothing more is accepted. A single message may be of any length. */
  get full(): boolean {
    return this.#load > this.#options.bounds.full;
  }

  /** Write a message's bytes, line feed included; true when this message exceeds the first bound. */
  write(bytes: Uint8Array, automatic: boolean): boolean {
    const load = bytes.length + OVERHEAD;
    this.#bytes += bytes.length;
    this.#load += load;
    if (automatic) this.#automatic += load;
    this.#gather();
    this.#pipe.write(bytes, (error) => {
      if (error || this.#over) return;
      this.#bytes -= bytes.length;
      this.#load -= load;
      if (automatic) this.#automatic -= load;
      if (this.#bytes === 0) this.#taken();
      if (this.#automatic < this.#options.bounds.heavy / 2) this.#lighten();
    });
    this.#timer ??= this.#watch();
    const was = this.#heavy;
    this.#heavy ||= this.#automatic > this.#options.bounds.heavy;
    return this.#heavy && !was;
  }

  /** Close the pipe behind the waiting bytes. */
  end(): void {
    this.#pipe.end();
  }

  /** The server is gone: waiting bytes never reach it. */
  abandon(): void {
    if (this.#bytes > 0) this.#lose();
    this.#over = true;
    clearTimeout(this.#timer);
  }

  /** The first message of a turn of the event loop is written at once; those that follow go together after it. */
  #gather(): void {
    if (this.#inTurn) {
      if (this.#pipe.writableCorked === 0) this.#pipe.cork();
      return;
    }
    this.#inTurn = true;
    process.nextTick(() => {
      this.#inTurn = false;
      this.#pipe.uncork();
    });
  }

  #lighten(): void {
    if (!this.#heavy) return;
    this.#heavy = false;
    this.#options.onLight();
  }

  /** Checks at intervals: a timer for each message would cost more than the message. */
  #watch(): NodeJS.Timeout {
    const breaks = this.#breaks;
    return setTimeout(() => {
      this.#timer = undefined;
      if (this.#bytes === 0) return;
      this.#timer = this.#watch();
      const said = this.#said ?? 0;
      // Again only at another order of magnitude: a slow server must not cause a flood of events.
      if (breaks === this.#breaks && (this.#bytes >= said * 2 || this.#bytes <= said / 2)) {
        this.#said = this.#bytes;
        this.#options.report([{ k: 'process', event: 'stdin-wait', bytes: this.#bytes }]);
      }
    }, this.#options.unread);
  }

  #taken(): void {
    this.#breaks += 1;
    if (this.#said === undefined) return;
    this.#said = undefined;
    this.#options.report([{ k: 'process', event: 'stdin-drain' }]);
  }

  #lose(error?: string): void {
    if (this.#over) return;
    const bytes = this.#bytes;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#bytes = 0;
    this.#load = 0;
    this.#automatic = 0;
    this.#options.report([
      { k: 'process', event: 'stdin-error', ...defined({ error }), ...(bytes === 0 ? {} : { bytes }) },
    ]);
    this.#lighten();
  }
}
