/** What of a run's differences could be masked: told as lines for a masks file, and added to it where that was asked for. */
import { addMasks, suggestFrom, type Comparison, type Masks } from '#shared/compare';
import type { CommandIo } from '../command.ts';
import { saveMasks } from '../compare/masks-file.ts';
import { visibleText } from '#shared/plain-text';

/** Lines that are printed. */
const MOST = 20;

/** Write a file; gives a sentence when that can't be done. */
export function written(path: string, write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return `${path} can’t be written: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/**
 * Offer masks for what differs from the baseline; with `update` they are written to `file`. An operation that ended otherwise,
 * is missing or new has changed, whatever is masked. Gives a sentence when the file can't be written.
 */
export function offerMasks(
  { pairs }: Comparison,
  { file, masks, update, json }: { file: string; masks: Masks; update: boolean; json: boolean },
  { say }: CommandIo,
): string | undefined {
  const suggested = suggestFrom({ pairs }).suggested.map(({ mask }) => mask);
  if (suggested.length === 0) {
    if (update) say('Nothing differs that a mask could cover.');
    return undefined;
  }
  if (update) {
    const problem = written(file, () => saveMasks(file, addMasks(masks, suggested)));
    if (problem !== undefined) return problem;
    say(
      `Written: ${suggested.length} masks, to ${file}. Review them: what they name counts as equal from the next run on.`,
    );
    return undefined;
  }
  if (json) return undefined;
  say(
    `If this may differ, it can be masked: --update-masks adds these lines to ${file}, or copy those that are right.`,
  );
  for (const mask of suggested.slice(0, MOST)) say(`  ${visibleText(JSON.stringify(mask))}`);
  if (suggested.length > MOST) say(`  and ${suggested.length - MOST} more`);
  return undefined;
}
