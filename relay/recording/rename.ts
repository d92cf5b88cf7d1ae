/** Renames, which Windows refuses for a moment while another program, such as a scanner of viruses, has the file open. */
import { renameSync } from 'node:fs';

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
