/** How far two numbers may be apart and still count as equal: `±0.5`, `±5%`, or both, of which one is enough. */
import type { ExactNumber } from './exact-json.ts';

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
export function isWithin({ absolute, relative }: Tolerance, one: ExactNumber, other: ExactNumber): boolean {
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
