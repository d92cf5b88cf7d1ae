/** Lines of a recording as bytes, and those of its file by where they stand. */
import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import { decodeLine } from '#shared/recording';

/** Lines of events in a row, UTF-8, each with its line feed. */
export interface LineBytes {
  readonly count: number;
  readonly bytes: Buffer;
}

export const NO_LINES: LineBytes = { count: 0, bytes: Buffer.alloc(0) };

export const lineBytes = (lines: readonly string[]): LineBytes => ({
  count: lines.length,
  bytes: Buffer.from(lines.map((line) => `${line}\n`).join('')),
});

/** The same lines as texts, without line feeds. */
export const textLines = ({ bytes }: LineBytes): string[] => bytes.toString().split('\n').slice(0, -1);

/** The `count` lines between two offsets of an open file. Throws system errors, and when others changed the file. */
export function readLines(file: number, start: number, end: number, count: number): LineBytes {
  const bytes = bytesBetween(file, start, end);
  if (isUtf8(bytes) && areEvents(bytes, count)) return { count, bytes };
  // Between events there may be empty lines, and footers that notes were added after.
  const lines = bytes
    .toString()
    .split('\n')
    .filter((line) => line.startsWith(EVENT) || isEvent(line));
  if (lines.length !== count) throw new Error('the recording’s file was changed');
  return lineBytes(lines);
}

const EVENT = '{"s":';
const START = Buffer.from(EVENT);

/** True for just so many lines as this program writes events. */
function areEvents(bytes: Buffer, count: number): boolean {
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (!bytes.subarray(at, at + START.length).equals(START)) return false;
    at = bytes.indexOf(10, at) + 1;
    if (at === 0) return false;
  }
  return at === bytes.length;
}

/** The line that begins at byte `start` of an open file and ends before `end`. Throws system errors. */
export function readLine(file: number, start: number, end: number): string {
  return bytesBetween(file, start, end).toString().split('\n', 1)[0] ?? '';
}

function bytesBetween(file: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start);
  let done = 0;
  while (done < bytes.length) {
    const read = readSync(file, bytes, done, bytes.length - done, start + done);
    if (read === 0) throw new Error('the recording’s file was cut');
    done += read;
  }
  return bytes;
}

const isEvent = (line: string): boolean => line.trim() !== '' && decodeLine(line, 2).type === 'event';
