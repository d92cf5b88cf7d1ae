/**
 * Writes a recording as it happens. Each batch of events is one write of whole lines, so that a crash costs at most the
 * last, unfinished line. A disk that takes no more does not end the session: what could not be written stays in memory
 * and is tried again. A file that somebody moves or deletes is noticed.
 */
import { fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  encodeEnd,
  encodeEvent,
  lateNote,
  MAX_LINE,
  payloadLength,
  type Moment,
  type RecordingHeader,
  type WireEvent,
} from '#shared/recording';
import type { Unrecorded } from '#shared/relay-protocol';
import { CHANGED } from './append-note.ts';
import { Flusher } from './flusher.ts';
import { unmarkLive } from './live-marker.ts';
import { Offsets } from './offsets.ts';
import { readLines } from './read-lines.ts';
import type { Recording } from './store.ts';

/** The newest lines are kept in memory up to this many bytes: views that follow a live session never wait for the disk. */
const TAIL_BYTES = 8 * 1024 * 1024;

/** Milliseconds between two looks at what became of the file. */
const LOOK_EVERY = 1000;

export type Write = (file: number, bytes: Buffer, offset: number) => number;

export interface RecorderOptions {
  readonly path: string;
  readonly header: RecordingHeader;
  /** Called with what happened when events are no longer on the disk; again only after they were. */
  readonly failed: (detail: string) => void;
  /** Called when everything is on the disk again. */
  readonly caughtUp?: () => void;
  readonly write?: Write;
}

export class Recorder implements Recording {
  readonly header: RecordingHeader;
  readonly path: string;
  /** Absent when the file could not be made; all lines then stay in memory. */
  readonly #file: number | undefined;
  readonly #flusher: Flusher | undefined;
  readonly #write: Write;
  readonly #failed: (detail: string) => void;
  readonly #caughtUp: () => void;
  readonly #looking: NodeJS.Timeout | undefined;
  readonly #offsets: Offsets;
  /** Lines from `#tailFrom` on. */
  #tail: string[] = [];
  #tailFrom = 0;
  #written = 0;
  #unwritten: Buffer[] = [];
  #unrecorded: Unrecorded | undefined;
  #last: Moment | undefined;
  #reason: string | undefined;
  #released = false;

  /** Creates the file, which must not exist, and writes the header. */
  constructor({ path, header, failed, caughtUp = () => undefined, write = writeSync }: RecorderOptions) {
    this.path = path;
    this.header = header;
    this.#failed = failed;
    this.#caughtUp = caughtUp;
    this.#write = write;
    const first = Buffer.from(`${encodeEnd(header)}\n`);
    this.#offsets = new Offsets(first.length);
    try {
      const file = openSync(path, 'ax+', 0o600);
      this.#file = file;
      this.#flusher = new Flusher(file);
      this.#looking = setInterval(() => void this.#look(file), LOOK_EVERY).unref();
    } catch (error) {
      this.#report(error);
    }
    this.#append(first);
  }

  get count(): number {
    return this.#offsets.count;
  }
  get bytes(): number {
    return this.#written;
  }
  get unrecorded(): Unrecorded | undefined {
    return this.#unrecorded;
  }

  /** Append events, whose sequence numbers must go on where the last batch ended. */
  record(events: readonly WireEvent[]): void {
    const buffers: Buffer[] = [];
    const last = events.at(-1);
    if (last) this.#last = { s: last.s, t: last.t };
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
    this.#reason = reason;
    this.#end(reason);
    unmarkLive(this.path);
  }

  annotate(at: number, text: string): void {
    if (this.#reason === undefined) throw new Error('the session is live');
    if (this.#unwritten.length > 0 || this.#file === undefined) throw new Error('the recording could not be written');
    const { ino, size } = fstatSync(this.#file);
    const there = statSync(this.path, { throwIfNoEntry: false });
    if (size !== this.#written || there?.ino !== ino) throw new Error(CHANGED);
    this.record([lateNote(this.#last, at, text)]);
    this.#end(this.#reason);
  }

  #end(reason: string): void {
    const bytes = Buffer.from(`${encodeEnd({ footer: true, events: this.count, reason })}\n`);
    this.#offsets.skip(bytes.length);
    this.#append(bytes);
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
    this.#released = true;
    clearInterval(this.#looking);
    unmarkLive(this.path);
    this.#flusher?.close();
  }

  #append(bytes: Buffer): void {
    if (this.#file === undefined) return;
    this.#unwritten.push(bytes);
    this.#drain(this.#file);
  }

  #drain(file: number): void {
    try {
      for (let next = this.#unwritten[0]; next; next = this.#unwritten[0]) {
        const wrote = this.#write(file, next, 0);
        this.#written += wrote;
        if (wrote < next.length) this.#unwritten[0] = next.subarray(wrote);
        else this.#unwritten.shift();
      }
      this.#flusher?.flush();
      if (this.#unrecorded?.why === 'failed') this.#recover();
    } catch (error) {
      this.#report(error);
    }
  }

  /** See what became of the file, and try again what could not be written: there may be no next batch for long. */
  async #look(file: number): Promise<void> {
    const there = await stat(this.path).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ENOTDIR' ? ('gone' as const) : undefined,
    );
    // What can't be looked at may be there all the same; a file that was given back is nobody's.
    if (there === undefined || this.#released) return;
    const live = this.#reason === undefined;
    const gone = there === 'gone' || there.ino !== fstatSync(file).ino;
    if (gone && live && this.#unrecorded?.why !== 'gone') {
      this.#unrecorded = { from: 0, why: 'gone', detail: this.path };
      this.#failed(`${this.path} is no longer there`);
    } else if (!gone && this.#unrecorded?.why === 'gone') this.#recover();
    if (this.#unwritten.length > 0) this.#drain(file);
  }

  #report(error: unknown): void {
    if (this.#unrecorded) return;
    const detail = error instanceof Error ? error.message : String(error);
    this.#unrecorded = { from: this.#firstUnwritten(), why: 'failed', detail };
    this.#failed(detail);
  }

  #recover(): void {
    this.#unrecorded = undefined;
    this.#caughtUp();
  }

  #firstUnwritten(): number {
    let first = this.count;
    while (first > 0 && this.#offsets.startOf(first) > this.#written) first--;
    return first;
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
