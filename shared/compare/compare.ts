/** Two recordings, operation by operation. */
import type { Recorded } from '#shared/recording';
import { compareLogs } from './compare-logs.ts';
import { foldRecorded } from './units.ts';
import type { Comparison, CompareOptions } from './types.ts';

/**
 * Compare two recordings. `before` is what is expected, `after` what came of it. Operations are matched by what they ask,
 * never by position. Deterministic; never throws on what a recording holds.
 */
export function compareRecordings(before: Recorded, after: Recorded, options: CompareOptions = {}): Comparison {
  return compareLogs(foldRecorded(before), foldRecorded(after), options);
}
