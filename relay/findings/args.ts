/** Options of commands that judge recordings by the rules. */
import { defined } from '#shared/base';
import { ruleById, WEIGHTS, type Weight } from '#shared/findings';
import type { Values } from '../base/index.ts';

export const JUDGE = {
  'fail-on LEVEL': 'exit with 1 if a rule of this level or above is broken: must (default), should, advice',
  all: 'also check heuristic rules, which can be wrong; they count as advice',
  'rule ID…': 'check only this rule; may be repeated',
  'ignore ID…': 'skip this rule; may be repeated',
  'baseline FILE': 'known findings: neither shown nor counted',
  'sarif FILE': 'write a SARIF 2.1.0 report',
} as const;

export interface JudgeRequest {
  readonly failOn: Weight;
  readonly all: boolean;
  readonly only?: ReadonlySet<string>;
  readonly without: ReadonlySet<string>;
  readonly baseline?: string;
  readonly sarif?: string;
}

const isWeight = (text: string): text is Weight => WEIGHTS.includes(text as Weight);

export function readJudge(values: Values<typeof JUDGE>): JudgeRequest | string {
  const { failOn = 'must', all, rule, ignore, baseline, sarif } = values;
  if (!isWeight(failOn)) return `--fail-on takes must, should or advice, not “${failOn}”`;
  for (const id of [...rule, ...ignore]) if (!ruleById(id)) return `There is no rule “${id}”`;
  const only = rule.length > 0 ? new Set(rule) : undefined;
  return { failOn, all, without: new Set(ignore), ...defined({ only, baseline, sarif }) };
}
