/** Continues a recording of a killed writer, from the place up to which it is known to be complete. */
import { closeSync, constants, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { decodeLine, encodeEnd, recordLine, type RecordingHeader, type WireEvent } from '#shared/recording';
import { markLive, unmarkLive } from './live-marker.ts';

const MAX_LINE_BYTES = 64 * 1024;
/** Characters that are written together. */
const BATCH = 1024 * 1024;

export class Continued {
  readonly path: string;
  readonly header: RecordingHeader;
  readonly unrecorded = undefined;
  /** Length of the part that is known to be whole. */
  bytes = 0;
  /** Absent when nothing can be appended: the file is finished, or a person removed it. */
  #file: number | undefined;
  #count = 0;
  #failure: Error | undefined;

  get isWritten(): boolean {
    return this.#failure === undefined;
  }

  /** Cuts the file at byte `from` (absent: after the header, or makes the file). Throws system errors. */
  constructor(path: string, header: RecordingHeader, from: number | undefined) {
    this.path = path;
    this.header = header;
    try {
      this.#file = openSync(path, constants.O_RDWR | (from === undefined ? constants.O_CREAT : 0), 0o600);
      const { size } = fstatSync(this.#file);
      const first = lineIn(this.#file, 0);
      const last = lineIn(this.#file, Math.max(0, size - MAX_LINE_BYTES), true);
      if (size < (from ?? 0) || decodeLine(last, 2).type === 'footer') {
        this.release();
        return;
      }
      markLive(path);
      this.bytes = from ?? (first === '' ? 0 : Buffer.byteLength(first) + 1);
      ftruncateSync(this.#file, this.bytes);
    } catch (error) {
      this.release();
      throw error;
    }
    if (this.bytes === 0) this.#write(encodeEnd(header));
  }

  /** Never throws: `finish` says what failed. */
  record(events: readonly WireEvent[]): void {
    this.#count = (events.at(-1)?.s ?? this.#count - 1) + 1;
    // No string holds the events of a large spool.
    let lines: string[] = [];
    let length = 0;
    for (const event of events) {
      const line = recordLine(event);
      lines.push(line);
      length += line.length;
      if (length < BATCH) continue;
      this.#write(lines.join('\n'));
      lines = [];
      length = 0;
    }
    if (lines.length > 0) this.#write(lines.join('\n'));
  }

  /** Throws the error of this write, or of an earlier one. */
  finish(reason: string): void {
    this.#write(encodeEnd({ footer: true, events: this.#count, reason }));
    if (this.#failure) throw this.#failure;
  }

  release(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    unmarkLive(this.path);
  }

  #write(lines: string): void {
    if (this.#file === undefined || this.#failure) return;
    const bytes = Buffer.from(`${lines}\n`);
    try {
      for (let done = 0; done < bytes.length;) {
        const wrote = writeSync(this.#file, bytes, done, bytes.length - done, this.bytes);
        done += wrote;
        this.bytes += wrote;
      }
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }
}

/** Id of the recording at `path`; undefined without a file, empty when it is something else. Throws system errors. */
export function idOfRecording(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, 'r');
  try {
    const line = decodeLine(lineIn(file, 0), 1);
    return line.type === 'header' ? line.header.id : '';
  } finally {
    closeSync(file);
  }
}

/** The first whole line from `at` on, or the last; without its end, empty when there is none. */
function lineIn(file: number, at: number, isLast = false): string {
  const bytes = Buffer.alloc(MAX_LINE_BYTES);
  const lines = bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_LINE_BYTES, at)).split('\n');
  return (isLast ? lines.at(-2) : lines.length > 1 ? lines[0] : '') ?? '';
}
