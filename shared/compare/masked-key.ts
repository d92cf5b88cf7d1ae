/** Values as texts that are equal where the values are, masks applied. */
import { canonical, ExactNumber, leafText, type Exact } from './exact-json.ts';
import { NO_PLACES, pointedAt, type Places } from './pointer-masks.ts';

import { limitKey } from './value-limits.ts';
import { isDuration, isEpoch, isNamedAsId, maskText, memberMask, offIn, type MasksOff } from './value-masks.ts';

/** Text that is equal where two values would be, masks applied: to find what belongs together. `path` is where the value stands. */
export function maskedKey(
  value: Exact,
  masksOff: MasksOff,
  startedAt: number,
  path: readonly string[] = [],
  places: Places = NO_PLACES,
): string {
  const off = offIn(path, masksOff);
  return canonical(
    value,
    (leaf, at) => {
      const { covers, limits } = pointedAt(places, at);
      if (covers) return '*';
      for (const limit of limits) {
        const key = limitKey(limit, leaf);
        if (key !== undefined) return key;
      }
      const mask = memberMask(at, off);
      if (mask !== undefined) return `<${mask}>`;
      if (leaf instanceof ExactNumber) {
        if (!off.has('time') && !isNamedAsId(at) && isEpoch(leaf.text, startedAt)) return '<time>';
        return isDuration(at, off) ? '<duration>' : leaf.key;
      }
      if (typeof leaf !== 'string' || leaf.length > 65_536) return leafText(leaf);
      const { skeleton, tokens } = maskText(leaf, startedAt, off);
      const runs = tokens.filter((token) => token.mask === 'run').map(({ text }) => text);
      return JSON.stringify(runs.length > 0 ? [skeleton, ...runs] : skeleton);
    },
    [...path],
  );
}
