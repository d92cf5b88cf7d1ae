/** Reads a recording's file to its end, and on from there while another process writes it. */
import { fstatSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { isWrittenElsewhere } from './live-marker.ts';
import type { Scan } from './scan.ts';

const CHUNK = 1024 * 1024;
const LOOK_EVERY = 250;
/** Bytes that show whether what was read is still there: they include number and time of an event. */
const TAIL = 256;

export class Follower {
  readonly #path: string;
  readonly #file: number;
  readonly #scan: Scan;
  #at = 0;
  #tail = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;
  #reading = false;
  #stopped = false;

  /** Puts the bytes of an open file, which the caller owns, into `scan`. */
  constructor(path: string, file: number, scan: Scan) {
    this.#path = path;
    this.#file = file;
    this.#scan = scan;
  }

  /** Reads to the end, with pauses for live sessions. Rejects with system errors. */
  async catchUp(): Promise<void> {
    const chunk = Buffer.allocUnsafe(CHUNK);
    while (!this.#stopped && !this.#scan.stopped) {
      const read = readSync(this.#file, chunk, 0, CHUNK, this.#at);
      if (read === 0) return;
      this.#at += read;
      this.#tail = Buffer.from(chunk.subarray(Math.max(0, read - TAIL), read));
      this.#scan.push(chunk.subarray(0, read));
      await setImmediate();
    }
  }

  /** Look again and again. `grew` is called when something was read; `over` once, when the writer ended or nothing more can be read. */
  follow(grew: () => void, over: () => void): void {
    this.#timer ??= setInterval(() => void this.#look(grew, over), LOOK_EVERY).unref();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  #isThere(): boolean {
    const { length } = this.#tail;
    const there = Buffer.alloc(length);
    readSync(this.#file, there, 0, length, this.#at - length);
    return there.equals(this.#tail);
  }

  async #look(grew: () => void, over: () => void): Promise<void> {
    if (this.#reading || this.#stopped) return;
    this.#reading = true;
    // Checked first: a writer that ends after this is noticed the next time, with all that it wrote.
    let live = isWrittenElsewhere(this.#path);
    const before = this.#at;
    try {
      const isCut = fstatSync(this.#file).size < before;
      // The next recorder of a tap cuts the file, and writes the same again.
      if (!isCut && this.#isThere()) await this.catchUp();
      else live &&= isCut;
    } catch {
      live = false;
    }
    this.#reading = false;
    if (this.#stopped) return;
    if (!live || this.#scan.stopped) {
      this.stop();
      this.#scan.end();
    }
    if (this.#at !== before) grew();
    if (this.#stopped) over();
  }
}
