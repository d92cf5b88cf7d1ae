/** The command line of `mcp-lifeline lint`, read: which recordings to judge by which rules, or what is wrong with it. */
import { acceptHelp, COMMON_OPTIONS, parseOptions, wrongUse, type Parsed } from '../command/index.ts';
import { JUDGE_HELP, JUDGE_OPTIONS, readJudge, type JudgeRequest } from '../findings/index.ts';

export const LINT_HELP = `Usage: mcp-lifeline lint [options] FILE…

Checks recordings against the rules of the specification, for the protocol version in force. Prints every broken rule with the
message that broke it, why it matters, and how to fix it.

Options:
${JUDGE_HELP}${acceptHelp(25)}  --update-baseline      with --baseline: write the current findings to the file
  --json                 print one JSON object: of each file its findings, and how many rules were checked, how many of them have
                         a finding of any level (broken), and which could not be checked (unchecked)
  --junit FILE           write a JUnit report with a test case for each rule
  --no-redact            keep secrets in the output (by default they are replaced by placeholders)
  --no-color             no colours (also if NO_COLOR is set, or the output is not a terminal)
  --lang LANGUAGE        language of the report: en (default) or zh-CN; JSON, SARIF and JUnit are always English
  --quiet                print nothing; see the exit code
  --server NAME          select the server, if a log of another tool contains messages of several
  --help                 print this text

mcp-lifeline explain RULE explains a rule: why it matters, how to fix it, and an example.

Exit codes: 0 no finding of the --fail-on level or above; 1 at least one; 2 wrong usage; 3 a file could not be read or written, or
a recording is damaged or ends early.
`;

export interface LintRequest extends JudgeRequest {
  readonly type: 'lint';
  /** Paths as typed. */
  readonly files: readonly string[];
  readonly updateBaseline: boolean;
  readonly json: boolean;
  readonly junit?: string;
  readonly redact: boolean;
  readonly color: boolean;
  readonly quiet: boolean;
}

const wrong = wrongUse('lint');

const OPTIONS = {
  ...JUDGE_OPTIONS,
  'update-baseline': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  junit: { type: 'string' },
  redact: { type: 'boolean', default: true },
  color: { type: 'boolean', default: true },
  ...COMMON_OPTIONS,
} as const;

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
  const judge = readJudge(values);
  if (typeof judge === 'string') return wrong(judge);
  const { json, junit, redact, color, quiet } = values;
  const updateBaseline = values['update-baseline'];
  if (updateBaseline && judge.baseline === undefined) return wrong('--update-baseline needs --baseline');
  return {
    type: 'lint',
    ...judge,
    ...{ files, updateBaseline, json, redact, color, quiet },
    ...(junit === undefined ? {} : { junit }),
  };
}
