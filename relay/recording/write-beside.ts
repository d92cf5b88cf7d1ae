/** Files that are replaced whole, by a rename. Windows refuses one for a moment while another program, such as a scanner of viruses, has the file open. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, realpathSync, rmSync, statSync, renameSync } from 'node:fs';
import { descriptorOf, writeAll } from './out-file.ts';

const IN_USE: readonly (string | undefined)[] = ['EPERM', 'EBUSY', 'EACCES'];
/** Tries; before each but the first a wait of so many milliseconds times the tries: half a second in all. */
const TRIES = 10;
const WAIT = 10;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Rename a file; on Windows again while it is in use, which blocks this thread. Throws system errors. */
export function renamePatiently(
  from: string,
  to: string,
  { platform = process.platform, rename = renameSync } = {},
): void {
  for (let tried = 1; ; tried++)
    try {
      return rename(from, to);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Elsewhere these codes mean missing permission, which is permanent.
      if (platform !== 'win32' || tried === TRIES || !IN_USE.includes(code)) throw error;
      Atomics.wait(sleeper, 0, 0, tried * WAIT);
    }
}

/** A text or bytes; pieces are made one after the other while they are written. */
type FileContent = string | Uint8Array | Iterable<string | Uint8Array>;

function writePieces(descriptor: number, content: FileContent): void {
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
  for (const piece of pieces) writeAll(descriptor, typeof piece === 'string' ? Buffer.from(piece) : piece);
}

function writeInto(path: string, flag: 'w' | 'wx', content: FileContent): void {
  const file = openSync(path, flag, 0o600);
  try {
    writePieces(file, content);
  } finally {
    closeSync(file);
  }
}

/** Write or replace a private file by moving a new one there: after a crash it is the old or the new one. Throws system errors. */
export function writeBeside(path: string, content: FileContent): void {
  const beside = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeInto(beside, 'wx', content);
    renamePatiently(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/**
 * Write what a person asked for (a recording, a report, an export) to a path they named, readable by them alone whatever was
 * there before. A device, a pipe or a descriptor of this process is written to, and never replaced by a file; behind a link the file is replaced and the link
 * stays. Throws what the system throws.
 */
export function writeForOwner(path: string, content: FileContent): void {
  const descriptor = descriptorOf(path);
  if (descriptor !== undefined) return writePieces(descriptor, content);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile() && !there.isDirectory()) writeInto(path, 'w', content);
  else writeBeside(there ? realpathSync(path) : path, content);
}
