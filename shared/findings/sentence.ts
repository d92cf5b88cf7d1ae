/** The sentence about a finding. */
import type { Finding } from './finding.ts';
import type { FindingsWords } from './words/types.ts';

/** What was seen, in one sentence: that of the rule, with the finding's values in it. */
export function sentenceOf(
  { rules, report }: Pick<FindingsWords, 'rules' | 'report'>,
  { rule, found }: Pick<Finding, 'rule' | 'found'>,
): string {
  const sentence = rules[rule]?.found ?? rule;
  return sentence.replace(/\{(\d)\}/g, (_, index: string) => {
    const value = found[Number(index)] ?? '';
    return value === '' ? report.absent : value;
  });
}
