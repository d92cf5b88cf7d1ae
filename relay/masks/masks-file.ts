/** The masks beside a recording: `X.mcprec.masks.json` for `X.mcprec` and `X.mcprec.gz`. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { errorText } from '#shared/base';
import { DEFAULT_MASKS, MAX_MASKS_BYTES, type Masks, readMasks, writeMasks } from '#shared/compare';
import { readSmallFile, writeBeside } from '../recording/index.ts';

export const masksPathOf = (recording: string): string => `${recording.replace(/\.gz$/, '')}.masks.json`;

export type LoadedMasks =
  /** `path` is absent without such a file; then only the built-in masks apply. */
  | { readonly ok: true; readonly masks: Masks; readonly path?: string; readonly problems: readonly string[] }
  | { readonly ok: false; readonly sentence: string };

/** The masks of a file that must be there unless `mayBeNew`, or of the one beside a recording if it is. Never throws. */
export function loadMasks(given: string | undefined, recording: string, mayBeNew = false): LoadedMasks {
  const path = given ?? masksPathOf(recording);
  if ((given === undefined || mayBeNew) && !existsSync(path)) return { ok: true, masks: DEFAULT_MASKS, problems: [] };
  let text: string;
  try {
    // A person may name a pipe; what is found beside a recording must be a file.
    text = given === undefined ? readSmallFile(path, MAX_MASKS_BYTES) : readFileSync(path, 'utf8');
  } catch (error) {
    return { ok: false, sentence: `${path} can’t be read: ${errorText(error)}.` };
  }
  const read = readMasks(text);
  if (!read.ok) return { ok: false, sentence: `${path} can’t be used: ${read.problem}.` };
  return { ok: true, masks: read.masks, path, problems: read.problems };
}

/** Throws system errors. */
export function saveMasks(path: string, masks: Masks): void {
  writeBeside(path, writeMasks(masks));
}

/** The text beside the recording at `path`; undefined when there is none. Throws a sentence, or system errors. */
export function readMasksText(path: string): string | undefined {
  const masks = masksPathOf(path);
  const file = statSync(masks, { throwIfNoEntry: false });
  if (!file) return undefined;
  // Reading a pipe would wait.
  if (!file.isFile()) throw new Error(`${masks} is not a file`);
  if (file.size > MAX_MASKS_BYTES) throw new Error(`${masks} is too long for a file of masks`);
  return readSmallFile(masks, MAX_MASKS_BYTES);
}

/** Save masks as they are beside recording `path`, replacing any. Throws a sentence if invalid, and system errors. */
export function writeMasksText(path: string, text: string): void {
  if (Buffer.byteLength(text) > MAX_MASKS_BYTES) throw new Error('the text is too long for a file of masks');
  const read = readMasks(text);
  if (!read.ok) throw new Error(`the text can’t be used as masks: ${read.problem}`);
  writeBeside(masksPathOf(path), text);
}
