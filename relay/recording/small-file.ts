/** Small files that stand in the folder of recordings, where anything may have been put under their names. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** A file's text. Throws system errors, on irregular files (a pipe may block for ever), and beyond `most` bytes. */
export function readSmallFile(path: string, most: number): string {
  // A device may do something when it is opened.
  if (!statSync(path).isFile()) throw new Error('it is not a file');
  // The path may have been replaced since, and a pipe without a writer must not block the program.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile()) throw new Error('it is not a file');
    if (size > most) throw new Error(`it is longer than ${most} bytes`);
    const bytes = Buffer.allocUnsafe(size);
    let done = 0;
    for (let read = -1; done < size && read !== 0; done += read) read = readSync(file, bytes, done, size - done, done);
    return bytes.toString('utf8', 0, done);
  } finally {
    closeSync(file);
  }
}
