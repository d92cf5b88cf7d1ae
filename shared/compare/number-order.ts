/** Which of two numbers is larger, digit by digit: as doubles 9007199254740993 and …992 are one. */
import type { ExactNumber } from './exact-json.ts';

/** Longest number that is looked at, written out. */
const MOST_DIGITS = 2000;

/** Negative, 0 or positive; undefined for numbers too long to be written out. */
export function compareNumbers(one: ExactNumber, other: ExactNumber): number | undefined {
  if (one.key === other.key) return 0;
  const [less, more] = [Number(one.text), Number(other.text)];
  if (less !== more && Number.isFinite(less) && Number.isFinite(more)) return less - more;
  const [first, second] = [partsOf(one.key), partsOf(other.key)];
  if (!first || !second) return undefined;
  const power = Math.min(first.power, second.power);
  if (Math.max(first.power, second.power) - power > MOST_DIGITS) return undefined;
  const whole = ({ digits, power: of }: Parts): bigint => BigInt(digits) * 10n ** BigInt(of - power);
  return whole(first) < whole(second) ? -1 : 1;
}

interface Parts {
  readonly digits: string;
  readonly power: number;
}

function partsOf(key: string): Parts | undefined {
  const match = /^(-?\d+)(?:e(-?\d+))?$/.exec(key);
  if (!match || (match[1]?.length ?? 0) > MOST_DIGITS) return undefined;
  return { digits: match[1] ?? '0', power: Number(match[2] ?? 0) };
}
