/** Why a declared binding can't be used, in words. */
import { visibleText } from '#shared/plain-text';
import type { Unbound } from '#shared/rerun';
import { ENGLISH } from '#shared/words';

/** A sentence for a binding that can't be used. */
export const unboundWords = ({ text, reason, step = 0, at = '' }: Unbound, { replay } = ENGLISH): string =>
  visibleText(replay.notUsed(text, replay.unbound[reason](step, at)));
