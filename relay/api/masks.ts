/** The masks of a recording that is compared again and again. */
import type { Masks } from '#shared/compare';
import { loadMasks } from '../masks/index.ts';

/**
 * The masks in the file beside a recording (`X.mcprec.masks.json`), or in `file`; the built-in ones alone when there is none
 * beside it. Throws a sentence when a file can't be read or has a mask that can't be used.
 */
export function masksBeside(recording: string, file?: string): Masks {
  const loaded = loadMasks(file, recording);
  if (!loaded.ok) throw new Error(loaded.sentence);
  const [problem] = loaded.problems;
  if (problem !== undefined) throw new Error(`${loaded.path ?? 'The masks'}: ${problem}.`);
  return loaded.masks;
}
