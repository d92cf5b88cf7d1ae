import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parsedJson } from '#shared/jsonrpc';

/** The relay's own folder within its folder of recordings. It may not exist yet. */
export const ownFolder = (recordings: string): string => join(recordings, '.relay');

/** Make `folder` if need be, for this person only. Throws what the system throws. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // An earlier program or a copy may have left it open to others.
  chmodSync(folder, 0o700);
}

/** Members of a JSON file there, none if it is missing. Throws system errors, and a sentence if it is no object. */
export function readOwnFile(path: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const value = parsedJson(text);
  if (!isObject(value)) throw new Error(`${path} is damaged`);
  return value;
}
