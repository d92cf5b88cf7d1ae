import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of what is the relay's own, in its folder of recordings. It may not be there yet. */
export const ownFolder = (recordings: string): string => join(recordings, '.relay');

/** Make `folder` if need be, for this person only. Throws what the system throws. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // An earlier program or a copy may have left it open to others.
  chmodSync(folder, 0o700);
}
