/** The command line of `mcp-lifeline compare`, read: what to compare and how, or what is wrong with it. */
import { COMMON_OPTIONS, parseOptions, wrongUse, type Parsed } from '../command/index.ts';
import { GATE_OPTIONS, gateHelp, readGate, type GateRequest } from '../report/index.ts';

export const COMPARE_HELP = `Usage: mcp-lifeline compare [options] BEFORE AFTER

Compares two recordings operation by operation: a line for each change, worst first, and last what it comes to. What a mask
covers counts as equal, and is counted.

Options:
  --masks FILE        masks to apply (default: BEFORE.masks.json, when there is one)
  --no-masks          apply none, not even the built-in ones
${gateHelp(22)}  --show-masked       list the values that masks cover
  --calibrate         BEFORE and AFTER are two runs of one plan: offer what differs as masks
  --write-masks       with --calibrate: add what is offered to the masks file
  --json              print the comparison, or what --calibrate offers, as one JSON object
  --junit FILE        write a JUnit report
  --html FILE         write a report as one HTML file
  --markdown FILE     write a report for the summary of a CI job or a comment on a pull request, 65,536 bytes at most; “-” prints
                      it in place of the text. "$GITHUB_STEP_SUMMARY" is added to, as much as it holds. May be repeated
  --no-redact         leave secrets in what is printed and written (by default they are placeholders)
  --verbose           print every line that differs of long texts
  --lang LANGUAGE     language of what is told of changes: en (default) or zh-CN; JSON and JUnit stay English
  --quiet             print the last line alone: the verdict
  --server NAME       whose messages, where another program’s log has those of several servers
  --help              print this text

The masks file is JSON. Each of its "pointers" names a place, and may say how the value there may differ:
  {"pointer": "/result/content/0/text", "pattern": "took {duration}, 3 rows"}   a text; only what is in braces may differ
  {"pointer": "/result/structuredContent/load", "tolerance": "±5%"}             a number; or "±0.5", or "±0.5 ±5%"
  {"pointer": "/result/**/updatedAt"}                                           whatever is there; * is one name, ** any number
"method" and "about" limit it to a method, and to a tool, prompt or URI. Placeholders: {number} {duration} {date} {time} {uuid}
{hex} {id} {word} {path} {line} (the rest of a line) {any} (any text); {{ is a brace.

Exit code: 0 when nothing changed that --fail-on names, 1 when something did, 2 for wrong usage, 3 when a file could not be read
or written.
`;

export interface CompareRequest extends GateRequest {
  readonly type: 'compare';
  /** Paths as typed. */
  readonly before: string;
  readonly after: string;
  readonly masks?: string;
  readonly noMasks: boolean;
  readonly calibrate: boolean;
  readonly writeMasks: boolean;
  readonly quiet: boolean;
  /** As typed, to say what to type next. */
  readonly argv: readonly string[];
}

export type CompareArgs = Parsed<CompareRequest>;

const wrong = wrongUse('compare');

const OPTIONS = {
  masks: { type: 'string' },
  'no-masks': { type: 'boolean', default: false },
  ...GATE_OPTIONS,
  calibrate: { type: 'boolean', default: false },
  'write-masks': { type: 'boolean', default: false },
  ...COMMON_OPTIONS,
} as const;

/** Read the arguments after `compare`. Never throws. */
export function readCompareArgs(argv: readonly string[]): CompareArgs {
  const parsed = parseOptions('compare', {
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
  });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0) return wrong('Two recordings are compared');
  const gate = readGate(values);
  if (typeof gate === 'string') return wrong(gate);
  if (values.calibrate && (values.latency ?? values.junit ?? values.html ?? values.markdown[0]) !== undefined)
    return wrong('--calibrate offers masks; --junit, --html, --markdown and --latency are of a comparison');
  if (values['no-masks'] && values.masks !== undefined) return wrong('--masks and --no-masks exclude each other');
  if (values['write-masks'] && !values.calibrate) return wrong('--write-masks needs --calibrate');
  if (values['write-masks'] && values['no-masks']) return wrong('--write-masks and --no-masks exclude each other');
  const { masks, calibrate, quiet } = values;
  return {
    type: 'compare',
    before,
    after,
    masks,
    noMasks: values['no-masks'],
    ...gate,
    calibrate,
    writeMasks: values['write-masks'],
    quiet,
    argv,
  };
}
