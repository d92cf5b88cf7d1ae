/** `mcp-lifeline/compare`: two recordings, operation by operation, with masks for what may differ. */
import type { Comparison } from '#shared/compare';
import type { HeldRecording as Recorded } from '#shared/recording';
import { tellingOf, textReport } from '../report/index.ts';

export {
  addMasks,
  compareRecordings,
  DEFAULT_MASKS,
  failsAt,
  NO_MASKS,
  readMasks as parseMasks,
  suggestMasks,
  verdictOf,
  writeMasks as masksText,
  type AmbientDifference,
  type BrokenDifference,
  type ChangeClass,
  type CompareOptions,
  type Comparison,
  type ComparisonVerdict,
  type DefinitionChange,
  type Difference,
  type FactChange,
  type Finding,
  type Gate,
  type LatencyDifference,
  type LatencyThreshold,
  type LeftOut,
  type ListDifference,
  type MaskedValue,
  type MaskName,
  type Masks,
  type MasksResult,
  type Pair,
  type PointerMask,
  type Side,
  type Verdict,
  type Weight,
} from '#shared/compare';
export { masksBeside } from './masks.ts';
export type { HeldRecording as Recorded } from '#shared/recording';

export interface ReportOptions {
  /** The recordings that were compared. What in them looks like a secret is told as a placeholder. */
  readonly redact?: readonly Recorded[];
  /** Names of the two recordings. */
  readonly before?: string;
  readonly after?: string;
  /** List the values that masks cover. */
  readonly masked?: boolean;
}

/** A comparison in words, as `mcp-lifeline compare` prints it: several lines, without colours, hidden characters as marks. */
export function reportText(
  comparison: Comparison,
  { redact = [], before = 'before', after = 'after', masked = false }: ReportOptions = {},
): string {
  const told = tellingOf(redact, redact.length > 0);
  return textReport(told(comparison), { before, after, strict: false }, { masked, hints: false });
}
