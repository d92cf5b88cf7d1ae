/**
 * Writes a recording as it happens. Each batch of events is one write of whole lines, so that a crash costs at most the
 * last, unfinished line. A disk that takes no more does not end the session: what could not be written stays in memory
 * and is tried again with the next batch.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import {
  encodeEnd,
  encodeEvent,
  MAX_LINE,
  payloadLength,
  type RecordingHeader,
  type WireEvent,
} from '#shared/recording';
import { Offsets } from './offsets.ts';
import { readLines } from './read-lines.ts';
import type { Recording } from './store.ts';

/** The newest lines are kept in memory up to this many bytes: views that follow a live session never wait for the disk. */
const TAIL_BYTES = 8 * 1024 * 1024;

export type Write = (file: number, bytes: Buffer, offset: number) => number;

export interface RecorderOptions {
  readonly path: string;
  readonly header: RecordingHeader;
  /** Called once, with the system's words, when the file could not be written. */
  readonly failed: (detail: string) => void;
  readonly write?: Write;
}

export class Recorder implements Recording {
  readonly header: RecordingHeader;
  readonly path: string;
  /** Absent when the file could not be made; all lines then stay in memory. */
  readonly #file: number | undefined;
  readonly #write: Write;
  readonly #failed: (detail: string) => void;
  readonly #offsets: Offsets;
  /** Lines from `#tailFrom` on. */
  #tail: string[] = [];
  #tailFrom = 0;
  #written = 0;
  #unwritten: Buffer[] = [];
  #reported = false;

  /** Creates the file, which must not exist, and writes the header. */
  constructor({ path, header, failed, write = writeSync }: RecorderOptions) {
    this.path = path;
    this.header = header;
    this.#failed = failed;
    this.#write = write;
    try {
      this.#file = openSync(path, 'ax+', 0o600);
    } catch (error) {
      this.#report(error);
    }
    const first = Buffer.from(`${encodeEnd(header)}\n`);
    this.#offsets = new Offsets(first.length);
    this.#append(first);
  }

  get count(): number {
    return this.#offsets.count;
  }
  get bytes(): number {
    return this.#written;
  }

  /** Append events, whose sequence numbers must go on where the last batch ended. */
  record(events: readonly WireEvent[]): void {
    const buffers: Buffer[] = [];
    for (const event of events) {
      const line = recordLine(event);
      const bytes = Buffer.from(`${line}\n`);
      this.#offsets.add(bytes.length);
      this.#tail.push(line);
      buffers.push(bytes);
    }
    this.#append(buffers.length === 1 && buffers[0] ? buffers[0] : Buffer.concat(buffers));
    this.#trimTail();
  }

  /** Write the footer: the session ended in order. */
  finish(reason: string): void {
    this.#append(Buffer.from(`${encodeEnd({ footer: true, events: this.count, reason })}\n`));
  }

  lines(from: number, bytes: number): readonly string[] {
    if (from >= this.count) return [];
    const to = this.#offsets.within(from, bytes);
    if (from >= this.#tailFrom) return this.#tail.slice(from - this.#tailFrom, to - this.#tailFrom);
    if (this.#file === undefined) return [];
    const last = Math.min(to, this.#tailFrom);
    return readLines(this.#file, this.#offsets.startOf(from), this.#offsets.startOf(last), last - from);
  }

  lineBytes(s: number): number {
    return this.#offsets.startOf(s + 1) - this.#offsets.startOf(s);
  }

  release(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #append(bytes: Buffer): void {
    if (this.#file === undefined) return;
    this.#unwritten.push(bytes);
    try {
      for (let next = this.#unwritten[0]; next; next = this.#unwritten[0]) {
        const wrote = this.#write(this.#file, next, 0);
        this.#written += wrote;
        if (wrote < next.length) this.#unwritten[0] = next.subarray(wrote);
        else this.#unwritten.shift();
      }
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    if (this.#reported) return;
    this.#reported = true;
    this.#failed(error instanceof Error ? error.message : String(error));
  }

  /** Drop lines from memory that are on the disk, half of the bound at once so that it is not done for every batch. */
  #trimTail(): void {
    const end = this.#offsets.end;
    if (end - this.#offsets.startOf(this.#tailFrom) <= TAIL_BYTES) return;
    let keep = this.#tailFrom;
    while (keep < this.count && end - this.#offsets.startOf(keep) > TAIL_BYTES / 2) {
      if (this.#offsets.startOf(keep + 1) > this.#written) break;
      keep++;
    }
    if (keep === this.#tailFrom) return;
    this.#tail = this.#tail.slice(keep - this.#tailFrom);
    this.#tailFrom = keep;
  }
}

/** The event's line. An event whose text is too long for any line is replaced by a gap that says so. */
function recordLine(event: WireEvent): string {
  try {
    const line = encodeEvent(event);
    if (line.length <= MAX_LINE) return line;
  } catch (error) {
    // The escaped text is longer than a string can be.
    if (!(error instanceof RangeError)) throw error;
  }
  const bytes = event.k === 'message' ? payloadLength(event) : 0;
  return encodeEvent({ s: event.s, t: event.t, k: 'gap', bytes, why: 'too long for a line of the recording' });
}
