/** The masks that are offered for a difference. */
import { parsedJson } from '#shared/jsonrpc';
import { isEnding } from './endings.ts';
import { fitPattern, parsePattern } from './pattern.ts';
import { patternFrom } from './pattern-from.ts';
import { pathMembers } from './pointer-masks.ts';
import { MAX_TEXT_CHARS, type Difference } from './types.ts';

/** True for a difference in how an operation ended, which is no value that a mask is offered for. */
export const isOfEnding = ({ path }: Pick<Difference, 'path'>): boolean => isEnding(pathMembers(path));

/**
 * The narrowest pattern that both values of a difference fit. Undefined for one that only one side has, a list or an object,
 * values of unlike types, texts that have nothing in common or may be cut off, and for what tells how an operation ended. Never
 * throws.
 */
export function patternForDifference(difference: Omit<Difference, 'kind'>): string | undefined {
  const { before, after, inconsistent } = difference;
  if (before === undefined || after === undefined || inconsistent || isOfEnding(difference)) return undefined;
  if (Math.max(before.length, after.length) >= MAX_TEXT_CHARS) return undefined;
  const [one, other] = [leafOf(before), leafOf(after)];
  if (one === undefined || typeof one !== typeof other) return undefined;
  if (typeof one === 'string' && typeof other === 'string') return patternFrom(one, other);
  if (typeof one === 'boolean') return '{word}';
  return [before, after].every(isNumber) ? '{number}' : undefined;
}

function leafOf(json: string): string | number | boolean | undefined {
  const value = parsedJson(json);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function isNumber(text: string): boolean {
  const pattern = parsePattern('{number}');
  return typeof pattern !== 'string' && fitPattern(pattern, text) !== undefined;
}
