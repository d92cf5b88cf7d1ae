/** Lines of a recording's file by where they stand. */
import { readSync } from 'node:fs';
import { decodeLine } from '#shared/recording';

/** The `count` lines between two offsets of an open file. Throws system errors, and when others changed the file. */
export function readLines(file: number, start: number, end: number, count: number): string[] {
  // Between events there may be empty lines, and footers that notes were added after.
  const lines = bytesBetween(file, start, end)
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('{"s":') || isEvent(line));
  if (lines.length !== count) throw new Error('the recording’s file was changed');
  return lines;
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
