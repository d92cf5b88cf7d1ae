/** One direction of an armed tap: gives the judge whole lines, and forwards lines at the beginning of a line. */
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
  /** Send this line to the author of messages here: through the other direction's gate. */
  readonly sendBack: (line: Buffer, handled: Handled) => void;
  readonly closeStream: () => void;
  readonly kill: () => void;
  /** The judge failed: waiting messages and later ones are forwarded. */
  readonly failed: (error: unknown) => void;
}

export class LineGate implements Gate {
  readonly #parts: GateParts;
  readonly #from: Exclude<Source, 'stderr'>;
  #begun: Buffer[] = [];
  #length = 0;
  /** The current line is forwarded unjudged: it began before the tap was armed, or is too long. */
  #passes: 'no' | 'rest' | 'long' = 'no';
  /** Put on the stream once that line has ended. */
  #later: (() => void)[] = [];
  #over = false;

  /** The pump's bytes go through it from here on. */
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
    /** Lines from here to `at` are forwarded together. */
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
    // The judge failed meanwhile, and the gate is no longer used.
    if (this.#parts.pump.gate !== this) return this.#forward(rest);
    this.#begin(rest);
    this.settle();
  }

  end(): void {
    if (this.#over) return;
    const { judge, dir } = this.#parts;
    judge.ended((message) => message.dir === dir);
    this.#flushPartialLine();
    // After a line without an end no other one could begin.
    if (this.#later.length > 0) this.#forward(Buffer.of(LINE_FEED));
    for (const put of this.#later.splice(0)) put();
    this.#over = true;
  }

  settle(): void {
    const { judge, pump, dir } = this.#parts;
    if (pump.gate !== this || judge.isArmed || judge.waits(dir) || this.#later.length > 0) return;
    this.#flushPartialLine();
    pump.gate = undefined;
  }

  /** Put this line on the stream at the beginning of a line, and record it; then `put` is called. */
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
    // A copy of its own: a transfer to the recorder would take the whole memory block.
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

  /** Forward the incomplete line, and the rest as it comes. */
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
    // It may wait for long: a copy of its own does not keep the whole memory block.
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
export const lineOf = (text: string): Buffer => Buffer.from(`${text}\n`);
