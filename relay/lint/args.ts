/** The command line of `mcp-lifeline lint`, read: which recordings to judge by which rules, or what is wrong with it. */
import { ruleById, type Weight } from '#shared/findings';
import { COMMON_OPTIONS, parseOptions, wrongUse, type Parsed } from '../command/index.ts';

export const LINT_HELP = `Usage: mcp-lifeline lint [options] FILE…

Judges recordings by the rules of the specification, for the protocol version in force. Prints every broken rule with the message that
broke it, why it matters, and how to mend it.

Options:
  --fail-on LEVEL     exit with 1 if a rule of this level or above is broken: must (default), should, advice
  --all               heuristic rules too: they guess, and are advice
  --rule ID           judge by this rule only. May be repeated
  --ignore ID         do not judge by this rule. May be repeated
  --baseline FILE     known findings, which are neither shown nor counted
  --update-baseline   with --baseline: write the present findings to the file
  --json              print one JSON object
  --sarif FILE        write a SARIF 2.1.0 report
  --junit FILE        write a JUnit report with a test case for each rule
  --no-redact         keep secrets in the output (by default they are replaced by placeholders)
  --no-color          no colours (also if NO_COLOR is set, or the output is not a terminal)
  --lang LANGUAGE     language of the report: en (default) or zh-CN; JSON, SARIF and JUnit are always English
  --quiet             print nothing but what could not be read
  --server NAME       select the server, if a log of another tool contains messages of several
  --help              print this text

mcp-lifeline explain RULE prints a rule with its reason, its remedy and an example.

Exit codes: 0 nothing of the level of --fail-on; 1 at least one finding of it; 2 wrong usage; 3 a file could not be read or written.
`;

export interface LintRequest {
  readonly type: 'lint';
  /** Paths as typed. */
  readonly files: readonly string[];
  readonly failOn: Weight;
  readonly all: boolean;
  readonly only?: ReadonlySet<string>;
  readonly without: ReadonlySet<string>;
  readonly baseline?: string;
  readonly updateBaseline: boolean;
  readonly json: boolean;
  readonly sarif?: string;
  readonly junit?: string;
  readonly redact: boolean;
  readonly color: boolean;
  readonly quiet: boolean;
}

const wrong = wrongUse('lint');

const OPTIONS = {
  'fail-on': { type: 'string', default: 'must' },
  all: { type: 'boolean', default: false },
  rule: { type: 'string', multiple: true },
  ignore: { type: 'string', multiple: true },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  sarif: { type: 'string' },
  junit: { type: 'string' },
  redact: { type: 'boolean', default: true },
  color: { type: 'boolean', default: true },
  ...COMMON_OPTIONS,
} as const;

const isWeight = (text: string): text is Weight => ['must', 'should', 'advice'].includes(text);

/** Read the arguments after `lint`. Never throws. */
export function readLintArgs(argv: readonly string[]): Parsed<LintRequest> {
  const parsed = parseOptions('lint', {
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
    allowNegative: true,
  });
  if ('type' in parsed) return parsed;
  const { values, positionals: files } = parsed;
  if (files.length === 0) return wrong('Name a file');
  const { all, rule, ignore = [], baseline, json, sarif, junit, redact, color, quiet } = values;
  const failOn = values['fail-on'];
  const updateBaseline = values['update-baseline'];
  if (!isWeight(failOn)) return wrong(`--fail-on is must, should or advice, not “${failOn}”`);
  for (const id of [...(rule ?? []), ...ignore]) if (!ruleById(id)) return wrong(`There is no rule “${id}”`);
  if (updateBaseline && baseline === undefined) return wrong('--update-baseline needs --baseline');
  return {
    type: 'lint',
    ...{ files, failOn, all, updateBaseline, json, redact, color, quiet },
    ...(rule ? { only: new Set(rule) } : {}),
    without: new Set(ignore),
    ...(baseline === undefined ? {} : { baseline }),
    ...(sarif === undefined ? {} : { sarif }),
    ...(junit === undefined ? {} : { junit }),
  };
}
