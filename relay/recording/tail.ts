/**
 * The newest lines of a recording in memory, as the bytes that go to the file and to pages: encoded once, never copied or changed
 * again, so that whoever still sends a part shares it. Events given up are runs of numbers, of constant cost; their lines are made
 * when asked for.
 */
import { encodeEvent, NOT_RECORDED } from '#shared/recording';
import type { Offsets } from './offsets.ts';
import { lineBytes, NO_LINES, type LineBytes } from './read-lines.ts';

interface Held {
  readonly from: number;
  to: number;
  /** Where the first line begins in the file. */
  readonly start: number;
  readonly bytes: Buffer;
  /** Bytes in use. */
  length: number;
}
interface Run {
  readonly from: number;
  to: number;
  readonly t: number;
}

/** The newest lines are kept up to this many bytes, more when they are not on the disk: views that follow a live session never wait for it. */
export const TAIL_BYTES = 8 * 1024 * 1024;
/** Bytes of one piece of memory; a longer line has one of its own. */
const PIECE = 256 * 1024;
/** UTF-8 bytes of one UTF-16 unit at most. */
const MAX_UNIT_BYTES = 3;
const LINE_FEED = 10;

const gapLine = (s: number, t: number): string => encodeEvent({ s, t, k: 'gap', events: 1, why: NOT_RECORDED });

export class Tail {
  readonly #offsets: Offsets;
  #parts: (Held | Run)[] = [];
  from = 0;

  /** `offsets` are those of the lines up to the last one here. */
  constructor(offsets: Offsets) {
    this.#offsets = offsets;
  }

  /** Add the next event's line, in memory and in the offsets. Gives its length in bytes, line end included. */
  push(line: string): number {
    const { count, end } = this.#offsets;
    let last = this.#parts.at(-1);
    const most = line.length * MAX_UNIT_BYTES + 1;
    const fits = last && 'bytes' in last && last.start + last.length === end && last.bytes.length - last.length >= most;
    if (!fits) {
      const size = most <= PIECE ? PIECE : Buffer.byteLength(line) + 1;
      last = { from: count, to: count, start: end, bytes: Buffer.allocUnsafeSlow(size), length: 0 };
      this.#parts.push(last);
    }
    const held = last as Held;
    const before = held.length;
    held.length += held.bytes.write(line, before);
    held.bytes[held.length++] = LINE_FEED;
    held.to = count + 1;
    this.#offsets.add(held.length - before);
    return held.length - before;
  }

  /** Drop event `s`, which follows the last one and happened at `t`: its place in the file is that of a gap. */
  giveUp(s: number, t: number): void {
    const last = this.#parts.at(-1);
    const run = last && 't' in last ? last : { from: s, to: s, t };
    if (run !== last) this.#parts.push(run);
    run.to = s + 1;
    this.#offsets.add(gapLine(s, run.t).length + 1);
  }

  /** The end of the run of event `s`: of dropped events, or of the lines in one piece of memory. */
  partAt(s: number): { readonly to: number; readonly givenUp: boolean } {
    const part = this.#holding(s);
    return part ? { to: part.to, givenUp: 't' in part } : { to: s, givenUp: false };
  }

  /** Lines from event `from` on, which must be here: up to the one before `to`, or to the end of its run. */
  read(from: number, to: number): LineBytes {
    const part = this.#holding(from);
    if (!part) return NO_LINES;
    const end = Math.min(to, part.to);
    if ('t' in part) return lineBytes(Array.from({ length: end - from }, (_, at) => gapLine(from + at, part.t)));
    return { count: end - from, bytes: part.bytes.subarray(this.#placeIn(part, from), this.#placeIn(part, end)) };
  }

  /** Give back the memory of lines that are among the first `written` bytes of the file, half of the bound at once. */
  trim(written: number): void {
    const { end } = this.#offsets;
    const sizeFrom = (s: number): number => end - this.#offsets.startOf(s);
    if (sizeFrom(this.from) <= TAIL_BYTES) return;
    const kept = this.#parts.findIndex(
      ({ from, to }) => sizeFrom(from) <= TAIL_BYTES / 2 || this.#offsets.startOf(to) > written,
    );
    this.#parts.splice(0, kept < 0 ? this.#parts.length : kept);
    this.from = this.#parts[0]?.from ?? this.#offsets.count;
  }

  #holding(s: number): Held | Run | undefined {
    const part = this.#parts.findLast(({ from }) => from <= s);
    return part && part.to > s ? part : undefined;
  }

  #placeIn({ to, start, length }: Held, s: number): number {
    return s === to ? length : this.#offsets.startOf(s) - start;
  }
}
