/** The pattern that is offered for two values that differ. */
import { fitPattern, parsePattern } from './pattern.ts';
import { patternFrom } from './pattern-from.ts';
import { MOST_TEXT } from './types.ts';

/**
 * The narrowest pattern for two values of one type, given as a `Difference` has them: JSON texts. Undefined for one that is
 * absent, a list or an object, for values of unlike types, for texts that have nothing in common, and where a text may be cut
 * off. Never throws.
 */
export function patternForTexts(before: string | undefined, after: string | undefined): string | undefined {
  if (before === undefined || after === undefined || Math.max(before.length, after.length) >= MOST_TEXT)
    return undefined;
  const [one, other] = [leafOf(before), leafOf(after)];
  if (one === undefined || typeof one !== typeof other) return undefined;
  if (typeof one === 'string' && typeof other === 'string') return patternFrom(one, other);
  if (typeof one === 'boolean') return '{word}';
  return [before, after].every(isNumber) ? '{number}' : undefined;
}

function leafOf(json: string): string | number | boolean | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
}

function isNumber(text: string): boolean {
  const pattern = parsePattern('{number}');
  return typeof pattern !== 'string' && fitPattern(pattern, text) !== undefined;
}
