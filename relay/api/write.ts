/** Recordings to the disk. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Recorded } from '#shared/recording';
import { saveRecording } from '../recording/index.ts';

/**
 * Write a recording, gzipped when the name ends in `.gz`, readable by this user alone. A file that is there stays, and this
 * throws, unless `replace` is true. Throws what the system throws.
 */
export function writeRecording(path: string, recorded: Recorded, { replace = false } = {}): void {
  const file = resolve(path);
  if (!replace && existsSync(file)) throw new Error(`${file} already exists`);
  saveRecording(file, recorded);
}
