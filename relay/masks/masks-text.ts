/** The masks file beside a recording as text, for a page that reads and writes it. */
import { statSync } from 'node:fs';
import { LONGEST_MASKS, readMasks } from '#shared/compare';
import { readSmallFile, writeBeside } from '../recording/index.ts';
import { masksPathOf } from './masks-file.ts';

/** The text beside the recording at `path`; undefined when there is none. Throws a sentence, or what the system throws. */
export function readMasksText(path: string): string | undefined {
  const masks = masksPathOf(path);
  const file = statSync(masks, { throwIfNoEntry: false });
  if (!file) return undefined;
  // What is no file, such as a pipe, would be waited for.
  if (!file.isFile()) throw new Error(`${masks} is not a file`);
  if (file.size > LONGEST_MASKS) throw new Error(`${masks} is too long for a file of masks`);
  return readSmallFile(masks, LONGEST_MASKS);
}

/**
 * Keep this text, as it is, beside the recording at `path`; a file that is there is replaced. Throws a sentence when it is
 * not the text of a masks file, and what the system throws.
 */
export function writeMasksText(path: string, text: string): void {
  if (Buffer.byteLength(text) > LONGEST_MASKS) throw new Error('the text is too long for a file of masks');
  const read = readMasks(text);
  if (!read.ok) throw new Error(`the text can’t be used as masks: ${read.problem}`);
  writeBeside(masksPathOf(path), text);
}
