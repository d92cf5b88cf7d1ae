/** The files that stand beside a recording and go where it goes. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { labelledHeader, metaOfHeader, parseMeta, stringifyMeta, type RecordingMeta } from '#shared/library';
import type { Recorded, RecordingHeader } from '#shared/recording';
import { readSmallFile, renamePatiently, writeBeside } from '../recording/index.ts';

export const META = '.meta.json';
const MASKS = '.masks.json';
const MAX_META = 1024 * 1024;

/** The description beside the recording at `path`; that of its header when there is none or it can't be read. */
export function metaOf(path: string, header: Pick<RecordingHeader, 'tags' | 'note'> = {}): RecordingMeta {
  let text: string;
  try {
    text = readSmallFile(path + META, MAX_META);
  } catch {
    return metaOfHeader(header);
  }
  return parseMeta(text) ?? metaOfHeader(header);
}

/** The recording that was read at `path` with its description in the header, so that a copy has it, too. */
export function describedAt(path: string, recorded: Recorded): Recorded {
  return { ...recorded, header: labelledHeader(recorded.header, metaOf(path, recorded.header)) };
}

/** Throws system errors. */
export function putMeta(path: string, meta: RecordingMeta): void {
  writeBeside(path + META, stringifyMeta(meta));
}

/** Move a recording and its side files. Throws system errors, and when the name is taken unless `replace` is set. */
export function moveRecording(name: string, from: string, to: string, { replace = false } = {}): void {
  if (!replace && existsSync(join(to, name))) throw new Error(`${join(to, name)} already exists`);
  renamePatiently(join(from, name), join(to, name));
  for (const side of [META, MASKS]) {
    if (existsSync(join(from, name + side))) renamePatiently(join(from, name + side), join(to, name + side));
    else if (replace) rmSync(join(to, name + side), { force: true });
  }
}

export function removeRecording(folder: string, name: string): void {
  for (const side of ['', META, MASKS]) rmSync(join(folder, name + side), { force: true });
}
