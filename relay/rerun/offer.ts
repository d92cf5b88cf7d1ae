/** What to do about what differs: masks are only offered for what two runs of one plan differ in. */
import type { Comparison } from '#shared/compare';

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
 * Where to find masks for what differs from the baseline; undefined where nothing differs that a mask could cover. One run alone
 * can't tell noise from a change, so it offers none.
 */
export function calibrateHint({ pairs }: Pick<Comparison, 'pairs'>): string | undefined {
  if (!pairs.some(({ verdict }) => verdict === 'changed')) return undefined;
  return 'If a value differs in every run, --calibrate finds it: it runs the plan twice and offers masks for what differs.';
}
