/** The texts of a batch's items, for numbers that a double does not hold (2025-03-26, basic#batching). */
import { scanJson } from './scan.ts';

/** No shorter number is beyond 2^53. */
const LONG_NUMBER = /\d{16}/;

/** The text of each item of an array text, in order; empty when no number in it can be too long for a double. */
export function exactItems(text: string): readonly string[] {
  return LONG_NUMBER.test(text) ? scanJson(text).members.map(({ start, end }) => text.slice(start, end)) : [];
}
