/** How far two numbers may be apart and still count as equal: `±0.5`, `±5%`, or both, of which one is enough. */
import { ExactNumber, leafText, type Exact } from './exact-json.ts';
import { fitPattern, parsePattern, type Pattern } from './pattern.ts';
import type { Placeholder } from './placeholders.ts';
import type { PointerMask } from './types.ts';

export interface Tolerance {
  readonly absolute: number;
  /** Of the larger of the two, without its sign: 0.05 is 5 %. */
  readonly relative: number;
}

const PART = /^±?(\d{1,15}(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?)( ?%)?$/;
/** Longer numbers are not told apart closely enough. */
const MAX_DIGIT_COUNT = 300;

/** Read a tolerance; undefined for a text that is none. Never throws. */
export function parseTolerance(text: string): Tolerance | undefined {
  let [absolute, relative] = [0, 0];
  const parts = text.trim().replaceAll(/\s+%/g, '%').split(/\s+/);
  if (parts.length > 2) return undefined;
  for (const part of parts) {
    const [, digits, percent] = PART.exec(part) ?? [];
    if (digits === undefined) return undefined;
    if (percent === undefined) absolute = Math.max(absolute, Number(digits));
    else relative = Math.max(relative, Number(digits) / 100);
  }
  return { absolute, relative };
}

/** True for numbers that are no further apart than a tolerance allows, whichever comes first. Never throws. */
function isWithin({ absolute, relative }: Tolerance, one: ExactNumber, other: ExactNumber): boolean {
  if (one.key === other.key) return true;
  if (Math.max(one.text.length, other.text.length) > MAX_DIGIT_COUNT) return false;
  const [a, b] = [Number(one.text), Number(other.text)];
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  const apart = distance(one.text, other.text, a, b);
  const allowed = Math.max(absolute, relative * Math.max(Math.abs(a), Math.abs(b)));
  // Digits that a floating-point number can't hold: 20.1 and 20.2 are 0.1 apart.
  return apart > 0 ? apart <= allowed * (1 + 1e-9) : allowed > 0;
}

/** Of whole numbers beyond 2^53 the difference is told exactly. */
function distance(one: string, other: string, a: number, b: number): number {
  const isWhole = /^-?\d+$/;
  if (!isWhole.test(one) || !isWhole.test(other)) return Math.abs(a - b);
  const apart = BigInt(one) - BigInt(other);
  return Number(apart < 0n ? -apart : apart);
}

/** Of a number written without exponent. */
const MAX_PLAIN_DIGIT_COUNT = 2000;

/** Negative, 0 or positive, digit by digit: as doubles 9007199254740993 and …992 are one. Undefined for numbers too long to be written out. */
export function compareNumbers(one: ExactNumber, other: ExactNumber): number | undefined {
  if (one.key === other.key) return 0;
  const [less, more] = [Number(one.text), Number(other.text)];
  if (less !== more && Number.isFinite(less) && Number.isFinite(more)) return less - more;
  const [first, second] = [partsOf(one.key), partsOf(other.key)];
  if (!first || !second) return undefined;
  const power = Math.min(first.power, second.power);
  if (Math.max(first.power, second.power) - power > MAX_PLAIN_DIGIT_COUNT) return undefined;
  const whole = ({ digits, power: of }: NonNullable<typeof first>): bigint =>
    BigInt(digits) * 10n ** BigInt(of - power);
  return whole(first) < whole(second) ? -1 : 1;
}

function partsOf(key: string) {
  const match = /^(-?\d+)(?:e(-?\d+))?$/.exec(key);
  if (!match || (match[1]?.length ?? 0) > MAX_PLAIN_DIGIT_COUNT) return undefined;
  return { digits: match[1] ?? '0', power: Number(match[2] ?? 0) };
}

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
