/** Masks as they are written to a file: a pattern has text of the recordings in it, of which no secret goes there. */
import { commonEnds } from './list-pairs.ts';
import { parsePattern, patternOf, printPattern, type PatternPart } from './pattern.ts';
import { parseTolerance } from './tolerance.ts';
import type { PointerMask } from './types.ts';

/** The masks with their patterns' texts redacted like what is shown, all at once: where one has a secret, any text fits. */
export function redactedMasks(
  masks: readonly PointerMask[],
  redact: (texts: readonly string[]) => readonly string[],
): PointerMask[] {
  const patterns = masks.map(({ pattern }) => (pattern === undefined ? undefined : parsePattern(pattern)));
  const literals = new Set(
    patterns.flatMap((pattern) =>
      pattern === undefined || typeof pattern === 'string' ? [] : pattern.parts.flatMap(literalOf),
    ),
  );
  const texts = redact([...literals]);
  const shown = new Map([...literals].map((literal, at) => [literal, texts[at] ?? '']));
  return masks.map((mask, at) => {
    const pattern = patterns[at];
    if (pattern === undefined || typeof pattern === 'string') return mask;
    if (pattern.parts.every((part) => 'kind' in part || shown.get(part.literal) === part.literal)) return mask;
    const parts = pattern.parts.flatMap((part): PatternPart[] =>
      'kind' in part ? [part] : withoutSecret(part.literal, shown.get(part.literal) ?? ''),
    );
    return { ...mask, pattern: printPattern(patternOf(parts)) };
  });
}

const literalOf = (part: PatternPart): readonly string[] => ('literal' in part ? [part.literal] : []);

function withoutSecret(literal: string, shown: string): PatternPart[] {
  if (shown === literal) return [{ literal }];
  const { start, end } = commonEnds(literal, shown);
  return [{ literal: literal.slice(0, start) }, { kind: 'any' }, { literal: literal.slice(literal.length - end) }];
}

type Limits = Pick<PointerMask, 'pattern' | 'tolerance'>;

export function maskWords({ pointer, pattern, tolerance }: PointerMask): string {
  if (pattern !== undefined) return `${pointer} like “${pattern}”`;
  return tolerance === undefined ? pointer : `${pointer} within ${tolerance}`;
}

export const limitText = ({ pattern, tolerance }: Limits): string => tolerance ?? pattern ?? '';

/** Read a tolerance (`±…`) or pattern; blank is none. Else what is wrong, to follow the field's name. Never throws. */
export function readLimit(text: string): Limits | string {
  if (text.trim() === '') return {};
  if (text.trim().startsWith('±'))
    return parseTolerance(text) ? { tolerance: text.trim() } : 'is not like “±0.5” or “±5%”';
  const read = parsePattern(text);
  return typeof read === 'string' ? read : { pattern: text };
}
