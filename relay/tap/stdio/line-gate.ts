/** One direction of an armed tap: gives the judge whole lines, and puts what goes on where a line begins. */
import type { Direction } from '#shared/recording';
import { cameBy, goesBy, MAX_JUDGED_BYTES, type Arrived, type Handled, type Judge } from '../judge/index.ts';
import type { Copies } from './copies.ts';
import type { Source } from './copy.ts';
import type { Gate, Pump } from './pump.ts';

const LINE_FEED = 0x0a;

export interface GateParts {
  readonly dir: Direction;
  readonly pump: Pump;
  readonly copies: Copies;
  readonly judge: Judge;
  /** Give this line to the author of what comes here: the other direction's gate. */
  readonly sendBack: (line: Buffer, handled: Handled) => void;
  /** The stream is to end on which messages come here. */
  readonly closeStream: () => void;
  readonly kill: () => void;
  /** The judge failed: nothing waits any more, and what comes goes on. */
  readonly failed: (error: unknown) => void;
}

export class LineGate implements Gate {
  readonly #parts: GateParts;
  readonly #from: Exclude<Source, 'stderr'>;
  /** The beginning of a line whose end has not come. */
  #begun: Buffer[] = [];
  #length = 0;
  /** The line that passes began before the tap was armed, or is too long. */
  #passes: 'no' | 'rest' | 'long' = 'no';
  /** What is to be put on the stream once that line has ended. */
  #later: (() => void)[] = [];
  #over = false;

  /** Stands in the way of the pump from here on. */
  constructor(parts: GateParts) {
    this.#parts = parts;
    this.#from = parts.dir === 'c2s' ? 'host' : 'server';
    if (!parts.pump.isLineStart) this.#passes = 'rest';
    parts.pump.gate = this;
  }

  take(bytes: Buffer): void {
    let at = 0;
    if (this.#passes !== 'no') {
      const lineEnd = bytes.indexOf(LINE_FEED);
      at = lineEnd < 0 ? bytes.length : lineEnd + 1;
      this.#forward(bytes.subarray(0, at));
      if (lineEnd < 0) return;
      this.#lineEnded();
    }
    /** Lines from here on to `at` go on together. */
    let from = at;
    while (!this.#over) {
      const lineEnd = bytes.indexOf(LINE_FEED, at);
      if (lineEnd < 0) break;
      const isFirst = this.#length > 0;
      const line = this.#whole(bytes.subarray(at, lineEnd + 1));
      const action = this.#judged(line);
      if (action || isFirst) {
        this.#forward(bytes.subarray(from, at));
        from = lineEnd + 1;
        if (action) this.#do(action);
        else this.#forward(line);
      }
      at = lineEnd + 1;
    }
    if (this.#over) return;
    this.#forward(bytes.subarray(from, at));
    const rest = bytes.subarray(at);
    // The judge failed meanwhile, and what comes next does not come by here.
    if (this.#parts.pump.gate !== this) return this.#forward(rest);
    this.#begin(rest);
    this.settle();
  }

  end(): void {
    if (this.#over) return;
    const { judge, dir } = this.#parts;
    judge.ended((message) => message.dir === dir);
    this.#flushPartialLine();
    // A line that never ends leaves no place to begin at.
    if (this.#later.length > 0) this.#forward(Buffer.of(LINE_FEED));
    for (const put of this.#later.splice(0)) put();
    this.#over = true;
  }

  /** Stand in the way no longer, if nothing needs it. */
  settle(): void {
    const { judge, pump, dir } = this.#parts;
    if (pump.gate !== this || judge.isArmed || judge.waits(dir) || this.#later.length > 0) return;
    this.#flushPartialLine();
    pump.gate = undefined;
  }

  /** Put this line on the stream where a line begins, and record it then; `put` is called when that was done. */
  put(line: Buffer, handled: Handled, put?: () => void): void {
    const { pump, copies } = this.#parts;
    const now = (): void => {
      if (pump.over) return;
      copies.message(this.#from, withoutEnd(line), handled);
      pump.put(line);
      put?.();
    };
    if (this.#passes === 'no') now();
    else this.#later.push(now);
  }

  #forward(bytes: Buffer): void {
    if (bytes.length === 0) return;
    // What is handed to the recorder takes the whole piece of memory along that it lies in.
    this.#parts.copies.bytes(this.#from, Uint8Array.prototype.slice.call(bytes));
    this.#parts.pump.put(bytes);
  }

  #whole(end: Buffer): Buffer {
    if (this.#length === 0) return end;
    const whole = Buffer.concat([...this.#begun, end]);
    this.#begun = [];
    this.#length = 0;
    return whole;
  }

  #begin(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#begun.push(bytes);
    this.#length += bytes.length;
    if (this.#length <= MAX_JUDGED_BYTES) return;
    this.#flushPartialLine();
    this.#passes = 'long';
  }

  /** The line that has begun goes on as it comes. */
  #flushPartialLine(): void {
    for (const bytes of this.#begun.splice(0)) this.#forward(bytes);
    this.#length = 0;
  }

  #lineEnded(): void {
    if (this.#passes === 'long') this.#parts.copies.act({ act: 'spared' }, this.#from);
    this.#passes = 'no';
    for (const put of this.#later.splice(0)) put();
  }

  #judged(line: Buffer): (() => void) | undefined {
    try {
      return this.#parts.judge.judge(this.#arrived(line));
    } catch (error) {
      this.#parts.failed(error);
      return undefined;
    }
  }

  #do(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#parts.failed(error);
    }
  }

  #arrived(line: Buffer): Arrived {
    const { dir, copies, sendBack, closeStream, kill } = this.#parts;
    // It may wait for long: not with the whole piece of memory in which it was read.
    const kept = Buffer.from(line);
    const bytes = withoutEnd(kept);
    return {
      dir,
      bytes,
      received: (key) => copies.message(this.#from, bytes, { leg: cameBy(dir), ...(key === undefined ? {} : { key }) }),
      pass: (of, text) => {
        const own = text === undefined ? {} : ({ own: true } as const);
        this.put(text === undefined ? kept : lineOf(text), { leg: goesBy(dir), of, ...own });
      },
      answer: (text) => {
        if (text !== undefined) sendBack(lineOf(text), { leg: cameBy(dir), own: true });
      },
      consumed: () => undefined,
      drop: () => undefined,
      closeStream,
      kill,
      settled: () => undefined,
    };
  }
}

const withoutEnd = (line: Buffer): Buffer => line.subarray(0, line.length - 1);
/** A text as a line. */
export const lineOf = (text: string): Buffer => Buffer.from(`${text}\n`);
