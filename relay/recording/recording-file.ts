/** A recording on the disk as an ended session: lines are found by their place in the file and read when asked for. */
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { decodeLine, MAX_LINE, type RecordingHeader, type RecordingProblem } from '#shared/recording';
import { Offsets } from './offsets.ts';
import { readLines } from './read-lines.ts';
import type { Recording } from './store.ts';

const CHUNK = 1024 * 1024;

export type OpenResult =
  | { readonly ok: true; readonly recording: RecordingFile; readonly problem?: RecordingProblem }
  | {
      readonly ok: false;
      readonly problem: RecordingProblem | { readonly code: 'unreadable'; readonly detail: string };
    };

export class RecordingFile implements Recording {
  readonly header: RecordingHeader;
  readonly path: string;
  readonly bytes: number;
  readonly #file: number;
  readonly #offsets: Offsets;

  private constructor(path: string, file: number, header: RecordingHeader, offsets: Offsets, bytes: number) {
    this.path = path;
    this.#file = file;
    this.header = header;
    this.#offsets = offsets;
    this.bytes = bytes;
  }

  /**
   * Open a recording and find its lines, checking each one as `RecordingReader` does: reading stops at the first that is
   * none, and what came before is there. Fails when the file can't be read or its first line is no header.
   */
  static async open(path: string): Promise<OpenResult> {
    let file: number;
    try {
      file = openSync(path, 'r');
    } catch (error) {
      return { ok: false, problem: { code: 'unreadable', detail: error instanceof Error ? error.message : '' } };
    }
    const scan = new Scan();
    try {
      const chunk = Buffer.allocUnsafe(CHUNK);
      for (let read = -1; read !== 0 && !scan.done;) {
        read = readSync(file, chunk, 0, CHUNK, null);
        scan.push(chunk.subarray(0, read));
        // A long file is read in turns, so that live sessions go on meanwhile.
        await setImmediate();
      }
      scan.end();
    } catch (error) {
      closeSync(file);
      return { ok: false, problem: { code: 'unreadable', detail: error instanceof Error ? error.message : '' } };
    }
    const { header, offsets, problem, bytes } = scan;
    if (!header || !offsets) {
      closeSync(file);
      return { ok: false, problem: problem ?? { code: 'not-a-recording', line: 1, detail: '' } };
    }
    const recording = new RecordingFile(path, file, header, offsets, bytes);
    return { ok: true, recording, ...(problem ? { problem } : {}) };
  }

  get count(): number {
    return this.#offsets.count;
  }

  lines(from: number, bytes: number): readonly string[] {
    if (from >= this.count) return [];
    const to = this.#offsets.within(from, bytes);
    return readLines(this.#file, this.#offsets.startOf(from), this.#offsets.startOf(to), to - from);
  }

  lineBytes(s: number): number {
    return this.#offsets.startOf(s + 1) - this.#offsets.startOf(s);
  }

  release(): void {
    closeSync(this.#file);
  }
}

/** Finds the lines of a recording in its bytes. */
class Scan {
  header: RecordingHeader | undefined;
  offsets: Offsets | undefined;
  problem: RecordingProblem | undefined;
  bytes = 0;
  done = false;
  #parts: Buffer[] = [];
  #length = 0;
  #number = 0;
  /** Bytes of empty lines since the last event: they count as part of the next one's. */
  #empty = 0;

  push(chunk: Buffer): void {
    let from = 0;
    while (!this.done) {
      const lineEnd = chunk.indexOf(0x0a, from);
      const part = chunk.subarray(from, lineEnd < 0 ? chunk.length : lineEnd);
      this.#length += part.length;
      if (this.#length > MAX_LINE) {
        this.#refuse({ code: 'line-too-long', line: this.#number + 1, detail: String(MAX_LINE) });
        return;
      }
      // The chunk is used again for the next read, so what outlives this call is copied.
      this.#parts.push(lineEnd < 0 ? Buffer.from(part) : part);
      if (lineEnd < 0) return;
      this.#take(1);
      from = lineEnd + 1;
    }
  }

  /** The file ended: an unfinished last line counts if it is whole, as it does for `RecordingReader`. */
  end(): void {
    if (this.done || this.#length === 0) return;
    const text = Buffer.concat(this.#parts).toString();
    if (this.#number > 0 && decodeLine(text, this.#number + 1).type === 'problem') return;
    this.#take(0);
  }

  #take(lineEnd: 0 | 1): void {
    const text = Buffer.concat(this.#parts).toString();
    const length = this.#length + lineEnd;
    this.#parts = [];
    this.#length = 0;
    if (this.#number > 0 && text.trim() === '') {
      this.#number++;
      this.#empty += length;
      return;
    }
    const line = decodeLine(++this.#number === 1 ? text.replace(/^\uFEFF/, '') : text, this.#number);
    if (line.type === 'problem') return this.#refuse(line.problem);
    if (line.type === 'header') {
      this.header = line.header;
      this.offsets = new Offsets(length);
    } else if (line.type === 'event') {
      const expected = this.offsets?.count ?? 0;
      if (line.event.s !== expected) {
        const detail = `${line.event.s} after ${expected - 1}`;
        return this.#refuse({ code: 'out-of-order', line: this.#number, detail });
      }
      this.offsets?.add(this.#empty + length);
    } else this.done = true;
    this.bytes += this.#empty + length;
    this.#empty = 0;
  }

  #refuse(problem: RecordingProblem): void {
    this.problem = problem;
    this.done = true;
  }
}
