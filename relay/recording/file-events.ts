/** The events of a recording's file by their number: a short recording is held, of a long one each line is read when asked for. */
import { closeSync, openSync, readSync } from 'node:fs';
import { errorText } from '#shared/base';
import { MadeEvents, type EventList, type RecordingHeader, type WireEvent } from '#shared/recording';
import { UnreadableFile } from '../base/index.ts';
import { Scan } from './scan.ts';

/** Given header and events of a recording as soon as its header is read; what it gives is told each event while it is read. */
export type Follow = (recorded: {
  readonly header: RecordingHeader;
  readonly events: EventList;
}) => (event: WireEvent) => void;

/** Bytes of lines up to which a recording is held: it takes about three times as much memory, and each reading of a file its time. */
export const MAX_HELD = 64 * 1024 * 1024;
/** Bytes that are read from the file at once, where one line is not longer. */
const WINDOW = 64 * 1024;
/** Whoever asks for an event asks for it again, and for those before it. A power of two. */
const RECENT_COUNT = 64;

export class FileEvents extends MadeEvents {
  /** Finds the lines; what pushes the file's bytes into it makes the list grow. */
  readonly scan: Scan;
  #held: WireEvent[] | undefined = [];
  #isHeld = true;
  #path = '';
  #file: number | undefined;
  #window: Buffer = Buffer.alloc(0);
  /** Where the window begins in the file. */
  #from = 0;
  readonly #recent: (WireEvent | undefined)[] = [];
  /** The last one with a line longer than the window: of those, one is enough. */
  #long: WireEvent | undefined;

  constructor(follow?: Follow, maxHeld = MAX_HELD) {
    super();
    let tell: ReturnType<Follow> | undefined;
    this.scan = new Scan((event, header) => {
      if (this.#held) this.#held.push(event);
      else this.#keep(event);
      this.#isHeld &&= this.scan.offsets.end <= maxHeld;
      // Without a file to read them from they stay.
      if (!this.#isHeld && this.#file !== undefined) this.#letGo();
      tell ??= follow?.({ header, events: this });
      tell?.(event);
    });
  }

  /** True while every event so far is in memory, and may be. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  get length(): number {
    return this.scan.offsets.count;
  }

  /** The file in which the lines stand as they were found. Throws system errors. */
  open(path: string): void {
    this.#path = path;
    this.#file = openSync(path, 'r');
  }

  /** Nothing more is pushed: a file that is not needed any more is closed. */
  settle(): void {
    if (this.isHeld && this.#file !== undefined) closeSync(this.#file);
  }

  /** Throws `UnreadableFile` when others changed the file or it can't be read. */
  at(s: number): WireEvent | undefined {
    const at = s < 0 ? this.length + s : s;
    if (this.#held) return this.#held[at];
    if (!(at >= 0 && at < this.length)) return undefined;
    const recent = this.#recent[at % RECENT_COUNT];
    if (recent?.s === at) return recent;
    if (this.#long?.s === at) return this.#long;
    const event = this.#read(at);
    this.#keep(event);
    return event;
  }

  #letGo(): void {
    for (const event of this.#held?.slice(-RECENT_COUNT) ?? []) this.#keep(event);
    this.#held = undefined;
  }

  #keep(event: WireEvent): void {
    const { s } = event;
    if (this.scan.offsets.startOf(s + 1) - this.scan.offsets.startOf(s) > WINDOW) this.#long = event;
    else this.#recent[s % RECENT_COUNT] = event;
  }

  #read(s: number): WireEvent {
    const { offsets, gaps } = this.scan;
    const event = this.scan.event(gaps.get(s) ?? this.#line(offsets.startOf(s), offsets.startOf(s + 1)));
    if (event?.s !== s) throw new UnreadableFile(`${this.#path} was changed while it was read.`);
    return event;
  }

  #line(start: number, end: number): string {
    if (start < this.#from || end > this.#from + this.#window.length) {
      // Who asks backwards asks for what is before next.
      this.#from = start < this.#from ? Math.max(0, Math.min(start, end - WINDOW)) : start;
      this.#window = this.#bytes(this.#from, Math.max(end - this.#from, WINDOW));
    }
    // Behind a line there may be others that hold no event.
    const lineEnd = this.#window.indexOf(0x0a, start - this.#from);
    return this.#window.toString('utf8', start - this.#from, lineEnd < 0 ? end - this.#from : lineEnd);
  }

  #bytes(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    let done = 0;
    try {
      while (done < length) {
        const read = readSync(this.#file ?? -1, bytes, done, length - done, from + done);
        if (read === 0) break;
        done += read;
      }
    } catch (error) {
      throw new UnreadableFile(`${this.#path} can’t be read: ${errorText(error)}.`, { cause: error });
    }
    return bytes.subarray(0, done);
  }
}
