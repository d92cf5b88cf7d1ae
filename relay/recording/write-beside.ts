import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Write a file that only this person can read, or replace it: written beside and moved, so that a crash leaves the old one
 * or the new one. Throws what the system throws.
 */
export function writeBeside(path: string, content: string | Uint8Array): void {
  const beside = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeFileSync(beside, content, { mode: 0o600, flag: 'wx' });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
