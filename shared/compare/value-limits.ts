/** How a value may differ where a mask of a person's says more than that: by a pattern of its text, or within a tolerance. */
import { ExactNumber, leafText, type Exact } from './exact-json.ts';
import { fitPattern, parsePattern, type Pattern } from './pattern.ts';
import type { Placeholder } from './placeholders.ts';
import { isWithin, parseTolerance, type Tolerance } from './tolerance.ts';
import type { PointerMask } from './types.ts';

export type ValueLimit =
  | { readonly mask: 'pattern'; readonly text: string; readonly pattern: Pattern }
  | { readonly mask: 'tolerance'; readonly tolerance: Tolerance };

/** The limit of a mask; undefined for one that covers whatever is there; a sentence, to follow its name, for one that can't be read. */
export function limitOf({
  pattern,
  tolerance,
}: Pick<PointerMask, 'pattern' | 'tolerance'>): ValueLimit | string | undefined {
  if (pattern !== undefined && tolerance !== undefined) return 'has both a “pattern” and a “tolerance”';
  if (pattern !== undefined) {
    const read = parsePattern(pattern);
    return typeof read === 'string'
      ? `has a “pattern” that ${read}`
      : { mask: 'pattern', text: pattern, pattern: read };
  }
  if (tolerance === undefined) return undefined;
  const read = parseTolerance(tolerance);
  return read ? { mask: 'tolerance', tolerance: read } : 'has a “tolerance” that is not like “±0.5” or “±5%”';
}

/** The text of a value that a pattern can fit: of a string itself, of a number and a boolean as JSON writes it. */
function textOf(value: Exact | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'boolean' ? leafText(value) : undefined;
}

const kindOf = (value: Exact | undefined): string => (value instanceof ExactNumber ? 'number' : typeof value);

/** Pieces that differ within a limit; undefined when something else does, or one of them is absent or of another type. Never throws. */
export function withinLimit(
  limit: ValueLimit,
  before: Exact | undefined,
  after: Exact | undefined,
): readonly { readonly kind?: Placeholder; readonly before: string; readonly after: string }[] | undefined {
  const [one, other] = [textOf(before), textOf(after)];
  if (one === undefined || other === undefined || kindOf(before) !== kindOf(after)) return undefined;
  if (limit.mask === 'tolerance')
    return before instanceof ExactNumber && after instanceof ExactNumber && isWithin(limit.tolerance, before, after)
      ? [{ before: one, after: other }]
      : undefined;
  const [pieces, others] = [fitPattern(limit.pattern, one), fitPattern(limit.pattern, other)];
  if (!pieces || !others) return undefined;
  return pieces.flatMap(({ kind, start, end }, at) => {
    const beside = others[at];
    const pair = { kind, before: one.slice(start, end), after: other.slice(beside?.start ?? 0, beside?.end ?? 0) };
    return pair.before === pair.after ? [] : [pair];
  });
}

/** Text that is equal for values that fit the same pattern; undefined for a value that does not, and for a tolerance. */
export function limitKey(limit: ValueLimit, value: Exact): string | undefined {
  const text = limit.mask === 'pattern' ? textOf(value) : undefined;
  if (limit.mask !== 'pattern' || text === undefined || !fitPattern(limit.pattern, text)) return undefined;
  return `<${kindOf(value)} ${JSON.stringify(limit.text)}>`;
}
