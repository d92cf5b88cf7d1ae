/**
 * Writes a recording as it happens. Each batch of events is one write of whole lines, so that a crash costs at most the
 * last, unfinished line. A disk that takes no more does not end the session: what could not be written stays in memory
 * and is tried again, up to a bound; events beyond it are given up, and each is a gap in the recording. A file that somebody
 * moves or deletes is noticed, and one that can't be made is tried again.
 */
import { fstatSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { errorText } from '#shared/base';
import {
  encodeEnd,
  lateNote,
  recordLine,
  type Moment,
  type RecordingFooter,
  type RecordingHeader,
  type WireEvent,
} from '#shared/recording';
import type { Unrecorded } from '#shared/relay-protocol';
import { CHANGED } from './append-note.ts';
import { Flusher } from './flusher.ts';
import { unmarkLive } from './live-marker.ts';
import { Offsets } from './offsets.ts';
import { writePatiently } from './out-file.ts';
import { NO_LINES, readLines, textLines, type LineBytes } from './read-lines.ts';
import { MAX_WAITING, mustDrop, type RecorderOptions, type TimedLine, type Waiting } from './recorder-options.ts';
import { RecentLines } from './recent-lines.ts';
import type { Recording } from './store.ts';
import { Tail, TAIL_BYTES } from './tail.ts';
import { endEarly } from './unrecorded.ts';

/** Bytes of one write of gaps, and of all writes in one turn of the event loop. */
const PIECE = 4 * 1024 * 1024;
const TURN = 32 * 1024 * 1024;

/** Milliseconds between two checks of the file. */
const LOOK_EVERY = 1000;

const NOTHING = Buffer.alloc(0);

export class Recorder implements Recording {
  readonly header: RecordingHeader;
  readonly path: string;
  /** Absent while the file could not be made, which is tried again. */
  #file: number | undefined;
  #flusher: Flusher | undefined;
  readonly #options: RecorderOptions;
  readonly #most: Waiting;
  readonly #looking: NodeJS.Timeout;
  readonly #offsets: Offsets;
  readonly #tail: Tail;
  #written = 0;
  /** Bytes on their way to the file: the header, lines, the footer. */
  #pending: Buffer;
  /** The first event whose line is neither written nor pending. */
  #next = 0;
  /** Bytes of the held lines from there on. */
  #heldBytes = 0;
  /** Footer that follows the last event and is not yet pending. */
  #end: Buffer | undefined;
  #trouble: Pick<Unrecorded, 'from' | 'why' | 'detail'> | undefined;
  #failing = false;
  /** Events that were given up; of these, so many wait to be written as gaps. */
  #lost = { from: 0, events: 0, reportedDrops: 0, pendingGaps: 0 };
  #isDropping = false;
  readonly #recent = new RecentLines(TAIL_BYTES);
  #isDraining = false;
  /** What is recorded in this turn of the event loop is written after it. */
  #gathers = false;
  #behind: { readonly over: Promise<void>; readonly end: () => void } | undefined;
  #last: Moment | undefined;
  footer: RecordingFooter | undefined;
  #released = false;

  /** Creates the file, which must not exist, unless there is an `out`, and writes the header. */
  constructor(options: RecorderOptions) {
    this.path = options.path;
    this.header = options.header;
    this.#options = options;
    this.#most = options.waiting ?? MAX_WAITING;
    this.#pending = Buffer.from(`${encodeEnd(this.header)}\n`);
    this.#offsets = new Offsets(this.#pending.length);
    this.#tail = new Tail(this.#offsets);
    this.#looking = setInterval(() => void this.#look(), LOOK_EVERY).unref();
    this.#drain();
  }

  get count(): number {
    return this.#offsets.count;
  }
  get bytes(): number {
    return this.#written;
  }
  get isWritten(): boolean {
    return !this.#isWaiting;
  }
  get unrecorded(): Unrecorded | undefined {
    const { from, events } = this.#lost;
    const trouble = this.#trouble ?? (events > 0 ? { from, why: 'lost' as const, detail: '' } : undefined);
    return trouble && { ...trouble, ...(events > 0 ? { events } : {}) };
  }

  /** Back-pressure while much waits for the disk: resolves with the next write attempt, good or bad. */
  behind(): Promise<void> | undefined {
    if (this.#waits === 0 || this.#released) return undefined;
    if (this.#heldBytes < this.#most.bytes / 4 && this.#waits < this.#most.events / 4) return undefined;
    if (!this.#behind) {
      let end = (): void => undefined;
      const over = new Promise<void>((resolve) => (end = resolve));
      this.#behind = { over, end };
    }
    return this.#behind.over;
  }

  /** Append events, whose sequence numbers must follow the last batch. */
  record(events: readonly WireEvent[]): void {
    this.recordLines(events.map((event) => ({ t: event.t, line: recordLine(event) })));
  }

  /** The same as lines that are written unchanged. */
  recordLines(lines: readonly TimedLine[]): void {
    for (const { t, line } of lines) this.#append(t, line);
    this.#drainTogether();
  }

  #append(t: number, line: string): void {
    const s = this.count;
    this.#last = { s, t };
    this.#isDropping =
      this.#failing &&
      mustDrop(this.#isDropping, { bytes: this.#heldBytes, events: this.#waits - this.#lost.pendingGaps }, this.#most);
    if (this.#isDropping) this.#drop(s, t, line);
    else this.#heldBytes += this.#tail.push(line);
  }

  #drop(s: number, t: number, line: string): void {
    if (this.#lost.events++ === 0) this.#lost.from = s;
    this.#lost.pendingGaps++;
    this.#tail.giveUp(s, t);
    this.#recent.add(s, line);
  }

  /** Write the footer: the session ended in order. */
  finish(reason: string): void {
    this.#checkThere();
    this.#putFooter(reason);
  }

  annotate(at: number, text: string): void {
    if (this.footer === undefined) throw new Error('the session is live');
    if (this.#isWaiting || this.#file === undefined) throw new Error('the recording could not be written');
    const { ino, size } = fstatSync(this.#file);
    const there = statSync(this.path, { throwIfNoEntry: false });
    if (size !== this.#written || there?.ino !== ino) throw new Error(CHANGED);
    this.record([lateNote(this.#last, at, text)]);
    this.#putFooter(this.footer.reason);
  }

  read(from: number, bytes: number): LineBytes {
    if (from >= this.count) return NO_LINES;
    const to = this.#offsets.within(from, bytes);
    if (from >= this.#tail.from) return this.#recent.put(from, this.#tail.read(from, to), bytes);
    if (this.#file === undefined) return NO_LINES;
    const last = Math.min(to, this.#tail.from);
    return readLines(this.#file, this.#offsets.startOf(from), this.#offsets.startOf(last), last - from);
  }

  lines(from: number, bytes: number): readonly string[] {
    return textLines(this.read(from, bytes));
  }

  lineBytes(s: number): number {
    const recent = this.#recent.get(s);
    return recent === undefined ? this.#offsets.startOf(s + 1) - this.#offsets.startOf(s) : Buffer.byteLength(recent);
  }

  /** Release the file and remove it: it has no event. */
  discard(): void {
    const made = this.#file !== undefined && this.#options.out === undefined && this.count === 0;
    this.release();
    if (made) rmSync(this.path, { force: true });
  }

  release(): void {
    if (this.#released) return;
    this.#drain();
    this.#released = true;
    clearInterval(this.#looking);
    this.#endBehind();
    if (this.#isWaiting && this.#file !== undefined) {
      const end = { t: this.#last?.t ?? 0, reason: this.footer?.reason ?? 'recording-behind' };
      endEarly(this.path, this.#file, this.#offsets, end, this.#options.out === undefined);
    }
    unmarkLive(this.path);
    this.#flusher?.close();
  }

  get #waits(): number {
    return this.count - this.#next;
  }
  get #isWaiting(): boolean {
    return this.#pending.length > 0 || this.#waits > 0 || this.#end !== undefined;
  }

  #putFooter(reason: string): void {
    this.footer = { footer: true, events: this.count, reason };
    this.#end = Buffer.from(`${encodeEnd(this.footer)}\n`);
    this.#offsets.skip(this.#end.length);
    this.#drain(TURN);
  }

  /**
   * Write what waits: a single batch at once, and those that follow in the same turn of the event loop together after it, as a burst of
   * messages would cost a call of the system each.
   */
  #drainTogether(): void {
    const few = this.#heldBytes < this.#most.bytes / 8 && this.#waits < this.#most.events / 8;
    if (this.#gathers && few && !this.#failing) return;
    if (!this.#gathers)
      process.nextTick(() => {
        this.#gathers = false;
        this.#drain(TURN);
      });
    this.#gathers = true;
    this.#drain(TURN);
    this.#tail.trim(this.#written);
  }

  /** Write what waits, up to about so many bytes; the rest is scheduled. */
  #drain(most = Infinity): void {
    if (this.#released || !this.#isWaiting) return;
    try {
      this.#write(most);
    } catch (error) {
      this.#failing = true;
      return this.#report(error);
    }
    if (this.#isWaiting) return this.#drainLater();
    this.#failing = false;
    if (this.footer) unmarkLive(this.path);
    if (this.#trouble?.why === 'failed') this.#recover();
  }

  /** Throws system errors. */
  #write(most: number): void {
    const { out, write = out ? writePatiently : writeSync } = this.#options;
    const file = (this.#file ??= this.#create());
    for (const until = this.#written + most; this.#written < until;) {
      if (this.#pending.length === 0) this.#fillPending();
      if (this.#pending.length === 0) break;
      const wrote = write(file, this.#pending, 0);
      this.#written += wrote;
      this.#pending = this.#pending.subarray(wrote);
    }
    this.#flusher?.flush();
  }

  #drainLater(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    setImmediate(() => {
      this.#isDraining = false;
      this.#drain(TURN);
    });
  }

  #create(): number {
    const { out } = this.#options;
    const file = out?.file ?? openSync(this.path, 'ax+', 0o600);
    this.#flusher = out?.own === false ? new Flusher(file, undefined, () => undefined) : new Flusher(file);
    return file;
  }

  /** Make the next bytes pending, if something is left to write. */
  #fillPending(): void {
    if (this.#waits > 0) {
      const part = this.#tail.partAt(this.#next);
      const to = part.givenUp ? Math.min(this.#offsets.within(this.#next, PIECE), part.to) : part.to;
      this.#pending = this.#tail.read(this.#next, to).bytes;
      if (part.givenUp) this.#lost.pendingGaps -= to - this.#next;
      else this.#heldBytes -= this.#offsets.startOf(to) - this.#offsets.startOf(this.#next);
      this.#next = to;
    } else {
      this.#pending = this.#end ?? NOTHING;
      this.#end = undefined;
    }
  }

  /** Check the file, and retry failed writes: the next batch may be far away. */
  async #look(): Promise<void> {
    const there = await (this.#options.out ? undefined : stat(this.path))?.catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ENOTDIR' ? ('gone' as const) : undefined,
    );
    // A path that can't be checked may be there all the same; a released file needs no check.
    if (this.#released) return;
    if (there !== undefined) this.#noteThere(there === 'gone' ? undefined : there.ino);
    this.#drain(TURN);
    this.#tail.trim(this.#written);
    if (this.#lost.events !== this.#lost.reportedDrops) {
      this.#lost.reportedDrops = this.#lost.events;
      this.#options.onDropped?.();
    }
    this.#endBehind();
  }

  #checkThere(): void {
    if (this.#options.out) return;
    try {
      this.#noteThere(statSync(this.path, { throwIfNoEntry: false })?.ino);
    } catch {
      // What can't be looked at may be there all the same.
    }
  }

  /** The inode at the recording's path; undefined without a file. */
  #noteThere(ino: number | undefined): void {
    if (this.#file === undefined) return;
    const gone = ino !== fstatSync(this.#file).ino;
    if (gone && this.footer === undefined && this.#trouble?.why !== 'gone') {
      this.#trouble = { from: 0, why: 'gone', detail: this.path };
      this.#options.failed(`${this.path} is no longer there`);
    } else if (!gone && this.#trouble?.why === 'gone') this.#recover();
  }

  #endBehind(): void {
    this.#behind?.end();
    this.#behind = undefined;
  }

  #report(error: unknown): void {
    if (this.#trouble) return;
    const detail = errorText(error);
    this.#trouble = { from: this.#firstUnwritten(), why: 'failed', detail };
    this.#options.failed(detail);
  }

  #recover(): void {
    this.#trouble = undefined;
    this.#options.onRecovered?.();
  }

  #firstUnwritten(): number {
    let first = this.count;
    while (first > 0 && this.#offsets.startOf(first) > this.#written) first--;
    return first;
  }
}
