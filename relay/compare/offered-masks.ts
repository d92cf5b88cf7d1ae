/** Suggested masks as they are written: a pattern has text of the recordings in it, of which no secret goes into a file. */
import {
  parsePattern,
  patternOf,
  printPattern,
  type PatternPart,
  type PointerMask,
  type SuggestedMask,
} from '#shared/compare';
import type { Told } from '../report/index.ts';

/** The masks that are offered, `told` like what is printed: where a pattern's text has a secret, any text fits. */
export function offeredMasks(suggested: readonly SuggestedMask[], told: Told): PointerMask[] {
  return suggested.map(({ mask }) => {
    const pattern = mask.pattern === undefined ? undefined : parsePattern(mask.pattern);
    if (pattern === undefined || typeof pattern === 'string') return mask;
    const parts = pattern.parts.flatMap((part): PatternPart[] =>
      'kind' in part ? [part] : withoutSecret(part.literal, told(part.literal)),
    );
    return { ...mask, pattern: printPattern(patternOf(parts)) };
  });
}

function withoutSecret(literal: string, shown: string): PatternPart[] {
  if (shown === literal) return [{ literal }];
  const most = Math.min(literal.length, shown.length);
  let [start, end] = [0, 0];
  while (start < most && literal[start] === shown[start]) start++;
  while (end < most - start && literal[literal.length - 1 - end] === shown[shown.length - 1 - end]) end++;
  return [{ literal: literal.slice(0, start) }, { kind: 'any' }, { literal: literal.slice(literal.length - end) }];
}
