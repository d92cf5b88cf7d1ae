/** A mask as one line of text, the limit first where it has one, and the limit as a person types it. */
import { parsePattern } from './pattern.ts';
import { parseTolerance } from './tolerance.ts';
import type { PointerMask } from './types.ts';

type Limits = Pick<PointerMask, 'pattern' | 'tolerance'>;

/** How a mask is told in a line: `/result/x like “took {duration}”`. */
export function maskWords({ pointer, pattern, tolerance }: PointerMask): string {
  if (pattern !== undefined) return `${pointer} like “${pattern}”`;
  return tolerance === undefined ? pointer : `${pointer} within ${tolerance}`;
}

/** The limit of a mask as a person types it: its pattern, its tolerance, or nothing for the whole value. */
export const limitText = ({ pattern, tolerance }: Limits): string => tolerance ?? pattern ?? '';

/**
 * What a person typed for a limit: a tolerance where it begins with `±`, else a pattern; nothing for blank text. A sentence that
 * says what is wrong, to follow the name of what was typed. Never throws.
 */
export function readLimit(text: string): Limits | string {
  if (text.trim() === '') return {};
  if (text.trim().startsWith('±'))
    return parseTolerance(text) ? { tolerance: text.trim() } : 'is not like “±0.5” or “±5%”';
  const read = parsePattern(text);
  return typeof read === 'string' ? read : { pattern: text };
}
