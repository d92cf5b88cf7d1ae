/** The command line of `mcp-lifeline compare`, read: what to compare and how, or what is wrong with it. */
import { acceptHelp, COMMON_OPTIONS, parseOptions, wrongUse, type Parsed } from '../command/index.ts';
import { GATE_OPTIONS, gateHelp, readGate, type GateRequest } from '../report/index.ts';

export const COMPARE_HELP = `Usage: mcp-lifeline compare [options] BEFORE AFTER

Compares two recordings operation by operation. Prints one line per change, worst first, then the verdict. Masked values count
as equal; their number is shown.

Options:
  --masks FILE        masks to apply (default: BEFORE.masks.json, if it exists)
  --no-masks          apply no masks, not even the built-in ones
${gateHelp(22)}${acceptHelp(22)}  --show-masked       list masked values
  --calibrate         BEFORE and AFTER are two runs of the same plan: suggest their differences as masks
  --write-masks       with --calibrate: add the suggested masks to the masks file
  --json              print the comparison, or the suggestions of --calibrate, as one JSON object
  --junit FILE        write a JUnit report
  --html FILE         write a report as one HTML file
  --markdown FILE     write a report for a CI job summary or a pull request comment, at most 65,536 bytes; “-” prints it
                      instead of the text. "$GITHUB_STEP_SUMMARY" is appended to, up to its size limit. May be repeated
  --no-redact         keep secrets in the output (by default they are replaced by placeholders)
  --verbose           print every differing line of long texts
  --lang LANGUAGE     language of the report: en (default) or zh-CN; JSON and JUnit are always English
  --quiet             print only the verdict
  --server NAME       select the server, if a log of another tool contains messages of several
  --help              print this text

The masks file is JSON. Each entry of "pointers" names a place, and optionally how the value there may differ:
  {"pointer": "/result/content/0/text", "pattern": "took {duration}, 3 rows"}   text; only the parts in braces may differ
  {"pointer": "/result/structuredContent/load", "tolerance": "±5%"}             a number; or "±0.5", or "±0.5 ±5%"
  {"pointer": "/result/**/updatedAt"}                                           any value; * is one name, ** any number of names
"method" and "about" limit an entry to a method, and to a tool, prompt or URI. Placeholders: {number} {duration} {date} {time} {uuid}
{hex} {id} {word} {path} {line} (the rest of a line) {any} (any text); {{ is a brace.

Exit codes: 0 no change of the kind named by --fail-on or worse; 1 at least one; 2 wrong usage; 3 a file could not be read or
written, or a recording is damaged or ends early. With --calibrate: 0 no difference; 1 at least one.
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
  if (before === undefined || after === undefined || more.length > 0) return wrong('Name two recordings to compare');
  const gate = readGate(values);
  if (typeof gate === 'string') return wrong(gate);
  if (values.calibrate && (values.latency ?? values.junit ?? values.html ?? values.markdown[0]) !== undefined)
    return wrong(
      '--calibrate suggests masks instead of comparing, so it excludes --junit, --html, --markdown and --latency',
    );
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
