/** A comparison in words. */
import type { Comparison, DefinitionChange, FactChange, Gate, Verdict } from '#shared/compare';
import { ENGLISH, type Words } from '#shared/words';

export interface ReportContext {
  readonly before: string;
  readonly after: string;
  /** Cosmetic changes, unsolicited notifications and every fact count, too. */
  readonly strict: boolean;
  /** What makes the check fail (default `changed`). */
  readonly failOn?: Gate;
  /** What is missing or damaged in the recordings, one sentence each. */
  readonly damaged?: readonly string[];
  /** The dictionary of the report for a terminal (default English). */
  readonly words?: Words;
}

/** `46 operations: 39 equal, 7 equal after masks; 1 change in definitions; 2 not run again`. */
export function countWords(
  { pairs, counts, definitions, moreDefinitions, leftOut, rules }: Comparison,
  { common, comparison: t } = ENGLISH,
): string {
  const order: readonly Verdict[] = ['changed', 'missing', 'extra', 'moved', 'masked', 'equal'];
  const parts = order
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => t.count(counts[verdict], t.verdicts[verdict]))
    .join(t.comma);
  // An operation that lists definitions counts as equal: definitions are compared one by one.
  const defined = definitions.filter(({ class: kind }) => kind !== 'cosmetic').length + moreDefinitions;
  return [
    `${t.operations(pairs.length)}${parts === '' ? '' : `${common.colon}${parts}`}`,
    ...(defined > 0 ? [t.inDefinitions(defined)] : []),
    ...(rules.length > 0 ? [t.inFindings(rulesThat(rules, 'came'), rulesThat(rules, 'went'))] : []),
    ...(leftOut.length > 0 ? [t.notRun(leftOut.length)] : []),
  ].join(common.semicolon);
}

const rulesThat = (rules: Comparison['rules'], which: 'came' | 'went'): number =>
  rules.filter(({ what }) => what === which).length;

export const definitionCounts = (change: DefinitionChange, { strict }: ReportContext): boolean =>
  strict || change.class !== 'cosmetic';
export const factCounts = (change: FactChange, { strict }: ReportContext): boolean => strict || change.counts;
