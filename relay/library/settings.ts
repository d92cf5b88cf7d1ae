/** What a person decided about the folder of recordings, in a file of that folder. */
import { join } from 'node:path';
import { isObject } from '#shared/jsonrpc';
import { KEEP_FOR_EVER, readRetention, type Retention } from '#shared/library';
import { readSmallFile, writeBeside } from '../recording/index.ts';

const LONGEST = 1024 * 1024;

const nameIn = (folder: string): string => join(folder, 'library-settings.json');

/** How long recordings are kept: for ever when no readable settings say otherwise. */
export function retentionOf(folder: string): Retention {
  try {
    const value: unknown = JSON.parse(readSmallFile(nameIn(folder), LONGEST));
    return (isObject(value) && readRetention(value['retention'])) || KEEP_FOR_EVER;
  } catch {
    return KEEP_FOR_EVER;
  }
}

/** Throws system errors. */
export function putRetention(folder: string, retention: Retention): void {
  writeBeside(nameIn(folder), `${JSON.stringify({ retention }, undefined, 2)}\n`);
}
