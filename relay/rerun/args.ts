/** The command line of `mcp-lifeline rerun`, read: what to run again and where, or what is wrong with it. */
import { parseBinding } from '#shared/rerun';
import { ENGLISH } from '#shared/words';
import { AUTHORIZATION_HELP } from '../authorization/index.ts';
import {
  acceptHelp,
  COMMON_OPTIONS,
  networkOf,
  parseOptions,
  splitCommand,
  wrongUse,
  type Given,
  type Parsed,
} from '../command/index.ts';
import { ANSWERS_HELP, readRunSettings, RUN_HELP, RUN_OPTIONS, type RunSettings } from '../headless/index.ts';
import { OTLP_OPTIONS, otlpHelp, readOtlp, type OtlpTarget } from '../otlp-options/index.ts';
import { GATE_OPTIONS, gateHelp, readGate, type GateRequest } from '../report/index.ts';

export const RERUN_HELP = `Usage: mcp-lifeline rerun [options] FILE (URL | -- COMMAND ARGS… | --config FILE | --same)

Sends the client's side of a recording to a live server, makes a new recording, and compares the two. Prints one line per
change, worst first, then the verdict and what to do next.

Read-only requests are sent without asking, and so are calls of tools that the live server marks readOnlyHint; whether that is
true is up to the server. Everything else needs consent: other calls and methods, ambiguous or unparsable text, recorded
headers, and recorded responses to server requests. You are asked at the terminal. Without a terminal, a run that would skip a
step ends with exit code 3, unless --read-only is given.

Options:
  --same                 run against the URL or command named in the recording; it is shown and needs consent. Provide the
                         values of its variables and headers with --env and --header
  --yes                  consent to everything, including the command or URL of --same
  --read-only            skip what needs consent, without asking
  --plan                 print the plan, and send nothing
${gateHelp(25)}${acceptHelp(25)}  --revision VERSION     use this protocol version instead of the recorded one
  --masks FILE           masks: what counts as equal (default: FILE.masks.json, if it exists)
  --bind TEXT            source of a value, or the value itself; may be repeated; saved as "bindings" in the masks file:
                         '1 /result/structuredContent/id -> 3 note' uses that value from the response to step 1 as the
                         argument “note” of step 3 (--plan numbers the steps); 'owner: me' sets every argument “owner”
  --calibrate            run twice, compare the two runs, and suggest their differences as masks
  --write-masks          with --calibrate: add the suggested masks to the masks file, for review
  --out FILE             write the new recording here (default: a new file in the recordings folder)
  --show-masked          list masked values
  --update               replace FILE with the new recording, if every step was done
${RUN_HELP}  --answers FILE         JSON with responses to server requests, instead of the recorded ones:
                         {${ANSWERS_HELP}}
  --json                 print one JSON object to standard output: with --plan the plan, with --calibrate the suggestions
${otlpHelp(25)}  --junit FILE           write the comparison as a JUnit report
  --html FILE            write the comparison as one HTML file
  --markdown FILE        write a report for a CI job summary or a pull request comment, at most 65,536 bytes; “-” prints it
                         instead of the text. "$GITHUB_STEP_SUMMARY" is appended to, up to its size limit. May be repeated
  --no-redact            keep secrets in the output (by default they are replaced by placeholders)
  --verbose              print the plan first, and every differing line of long texts
  --lang LANGUAGE        language of the report: en (default) or zh-CN; JSON and JUnit are always English
  --quiet                print only the verdict
  --help                 print this text

If FILE is a log of another tool with messages of several servers, --server selects one.
${AUTHORIZATION_HELP}
Exit codes: 0 no change of the kind named by --fail-on or worse; 1 at least one; 2 wrong usage; 3 couldn't run or report,
consent is missing, or the recording is damaged or ends early; 4 the new recording is incomplete, for example because the disk was full. With --calibrate: 0 no
difference; 1 at least one.
`;

export interface RerunRequest extends GateRequest, RunSettings {
  readonly type: 'rerun';
  /** Paths as typed. */
  readonly file: string;
  readonly masks?: string;
  /** Declared for this run, beside those of the masks file. */
  readonly bindings: readonly string[];
  /** Absent with `same`, and with `plan` alone. */
  readonly url?: string;
  readonly command?: readonly string[];
  readonly same: boolean;
  readonly given: Given;
  readonly revision?: string;
  readonly consent: 'all' | 'none' | 'ask';
  readonly planOnly: boolean;
  readonly calibrate: boolean;
  readonly writeMasks: boolean;
  readonly update: boolean;
  /** Where spans and metrics of the new run go. */
  readonly otlp?: OtlpTarget;
  readonly quiet: boolean;
  /** As typed, to say what to type next. */
  readonly argv: readonly string[];
}

const wrong = wrongUse('rerun');

const OPTIONS = {
  ...RUN_OPTIONS,
  same: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'read-only': { type: 'boolean', default: false },
  plan: { type: 'boolean', default: false },
  revision: { type: 'string' },
  masks: { type: 'string' },
  bind: { type: 'string', multiple: true, default: [] as string[] },
  calibrate: { type: 'boolean', default: false },
  'write-masks': { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
  ...GATE_OPTIONS,
  ...OTLP_OPTIONS,
  ...COMMON_OPTIONS,
} as const;

/** Read the arguments after `rerun`. Never throws. */
export function readRerunArgs(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Parsed<RerunRequest> {
  const { own, command } = splitCommand(argv);
  const parsed = parseOptions('rerun', { args: own, options: OPTIONS, allowPositionals: true });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  const [file, url, third] = positionals;
  if (file === undefined) return wrong('Name a recording');
  if (third !== undefined) return wrong('One recording and one URL at a time; put a command after “--”');
  const targets = [url !== undefined, command !== undefined, values.same, values.config !== undefined].filter(
    Boolean,
  ).length;
  if (targets > 1) return wrong('Use only one of a URL, a command after “--”, --config, and --same');
  if (targets === 0 && !values.plan)
    return wrong('No server given: add a URL, a command after “--”, --config, or --same');
  if (values.yes && values['read-only']) return wrong('Use either --yes or --read-only, not both');
  if (values['write-masks'] && values.update)
    return wrong(
      'Use either --update, which makes the new run the baseline, or --write-masks, which masks the differences',
    );
  if (values['write-masks'] && !values.calibrate)
    return wrong('--write-masks needs --calibrate: one run alone can’t tell what differs in every run');
  if (values.calibrate && values.update) return wrong('Use either --calibrate or --update, not both');
  if (values.calibrate && (values.junit ?? values.html ?? values.markdown[0]) !== undefined)
    return wrong('--calibrate compares two new runs with each other, so it excludes --junit, --html and --markdown');
  const unread = values.bind.find((text) => !parseBinding(text));
  if (unread !== undefined) return wrong(`“${unread}” can’t be used: ${ENGLISH.replay.unbound.unreadable(0, '')}`);
  const settings = readRunSettings(values, environment);
  if (typeof settings === 'string') return wrong(settings);
  const gate = readGate(values);
  if (typeof gate === 'string') return wrong(gate);
  if (values.calibrate && gate.latency)
    return wrong('--calibrate compares two new runs with each other, so it excludes --latency');
  const otlp = readOtlp(values);
  if (typeof otlp === 'string') return wrong(otlp);
  const { same, calibrate, update, quiet, revision, masks } = values;
  const { header, env, 'env-file': envFile, cwd, config, input } = values;
  return {
    type: 'rerun',
    ...settings,
    ...gate,
    file,
    url,
    command,
    same,
    given: { header, env, 'env-file': envFile, cwd, config, input, ...networkOf(values) },
    consent: values.yes ? 'all' : values['read-only'] ? 'none' : 'ask',
    planOnly: values.plan,
    bindings: values.bind,
    revision,
    masks,
    calibrate,
    writeMasks: values['write-masks'],
    update,
    quiet,
    argv,
    ...(otlp ? { otlp } : {}),
  };
}
