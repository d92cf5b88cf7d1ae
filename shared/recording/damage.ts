/** What a reader says of a recording that is not whole. */
import type { RecordingProblem } from './line.ts';
import { NOT_RECORDED, type WireEvent } from './kinds/index.ts';

/** The first problem of a file, and how many there are. */
export interface Damage extends RecordingProblem {
  readonly places: number;
  /** Nothing was read behind the last of them. */
  readonly stopped?: true;
}

/** Why there is no event with a number, where nothing of its line is left. */
export const MISSING = 'missing from the recording';
/** Why there is no event with a number, where its line can't be read. */
export const damagedLine = (code: RecordingProblem['code']): string => `${DAMAGED} (${code})`;
const DAMAGED = 'damaged line of the recording';
/** Why there is no end of a line, where a recording that was cut goes on. */
export const UNFINISHED = 'unfinished line of the recording';

/** True for a gap in the place of what a recording had, or was to have, and lost: also in its copies. */
export function isLoss(event: WireEvent): event is Extract<WireEvent, { readonly k: 'gap' }> {
  if (event.k !== 'gap') return false;
  return [NOT_RECORDED, MISSING, UNFINISHED].includes(event.why) || event.why.startsWith(DAMAGED);
}
