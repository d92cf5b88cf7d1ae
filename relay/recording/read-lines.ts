import { readSync } from 'node:fs';

/**
 * The lines between two byte offsets of an open file, of which there must be `count`. Throws what the system throws, and
 * when someone else has changed the file.
 */
export function readLines(file: number, start: number, end: number, count: number): string[] {
  const bytes = Buffer.allocUnsafe(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const read = readSync(file, bytes, filled, bytes.length - filled, start + filled);
    if (read === 0) throw new Error('the recording’s file was cut');
    filled += read;
  }
  // A file that was edited may have empty lines between events.
  const lines = bytes
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length !== count) throw new Error('the recording’s file was changed');
  return lines;
}
