import { randomBytes } from 'node:crypto';
import { realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { descriptorOf, writeAll } from './out-file.ts';
import { renamePatiently } from './rename.ts';

/** Write or replace a private file by moving a new one there: after a crash it is the old or the new one. Throws system errors. */
export function writeBeside(path: string, content: string | Uint8Array): void {
  const beside = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeFileSync(beside, content, { mode: 0o600, flag: 'wx' });
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
export function writeForOwner(path: string, content: string | Uint8Array): void {
  const descriptor = descriptorOf(path);
  if (descriptor !== undefined) return writeAll(descriptor, Buffer.from(content));
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile() && !there.isDirectory()) writeFileSync(path, content);
  else writeBeside(there ? realpathSync(path) : path, content);
}
