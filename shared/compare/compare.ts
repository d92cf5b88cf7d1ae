/** Two recordings, operation by operation. */
import type { Recorded } from '#shared/recording';
import { compareLogs } from './compare-logs.ts';
import { foldRecorded } from './units.ts';
import type { Comparison, CompareOptions } from './types.ts';

/** Compare `before`, the expected, and `after` by what operations ask, never position. Deterministic; never throws. */
export function compareRecordings(before: Recorded, after: Recorded, options: CompareOptions = {}): Comparison {
  return compareLogs(foldRecorded(before), foldRecorded(after), options);
}
