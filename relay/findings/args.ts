/** Options of commands that judge recordings by the rules. */
import { ruleById, WEIGHTS, type Weight } from '#shared/findings';

/** For `parseArgs`. */
export const JUDGE_OPTIONS = {
  'fail-on': { type: 'string' },
  all: { type: 'boolean', default: false },
  rule: { type: 'string', multiple: true },
  ignore: { type: 'string', multiple: true },
  baseline: { type: 'string' },
  sarif: { type: 'string' },
} as const;

export const JUDGE_HELP = `  --fail-on LEVEL        exit with 1 if a rule of this level or above is broken: must (default), should, advice
  --all                  also check heuristic rules, which can be wrong; they count as advice
  --rule ID              check only this rule; may be repeated
  --ignore ID            skip this rule; may be repeated
  --baseline FILE        known findings: neither shown nor counted
  --sarif FILE           write a SARIF 2.1.0 report
`;

export interface JudgeRequest {
  readonly failOn: Weight;
  readonly all: boolean;
  readonly only?: ReadonlySet<string>;
  readonly without: ReadonlySet<string>;
  readonly baseline?: string;
  readonly sarif?: string;
}

interface Values {
  readonly 'fail-on'?: string;
  readonly all?: boolean;
  readonly rule?: readonly string[];
  readonly ignore?: readonly string[];
  readonly baseline?: string;
  readonly sarif?: string;
}

const isWeight = (text: string): text is Weight => WEIGHTS.includes(text as Weight);

/** Read the options, or say what is wrong with them. */
export function readJudge(values: Values): JudgeRequest | string {
  const { 'fail-on': failOn = 'must', all = false, rule, ignore = [], baseline, sarif } = values;
  if (!isWeight(failOn)) return `--fail-on takes must, should or advice, not “${failOn}”`;
  for (const id of [...(rule ?? []), ...ignore]) if (!ruleById(id)) return `There is no rule “${id}”`;
  return {
    ...{ failOn, all, without: new Set(ignore) },
    ...(rule ? { only: new Set(rule) } : {}),
    ...(baseline === undefined ? {} : { baseline }),
    ...(sarif === undefined ? {} : { sarif }),
  };
}
