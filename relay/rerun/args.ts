/** The command line of `mcp-lifeline rerun`, read: what to run again and where, or what is wrong with it. */
import { parseBinding } from '#shared/rerun';
import { ENGLISH } from '#shared/words';
import { AUTHORIZATION_HELP } from '../authorization/index.ts';
import {
  COMMON_OPTIONS,
  networkOf,
  parseOptions,
  splitCommand,
  wrongUse,
  type Given,
  type Parsed,
} from '../command/index.ts';
import { ANSWERS_HELP, readRunSettings, RUN_HELP, RUN_OPTIONS, type RunSettings } from '../headless/index.ts';
import { GATE_OPTIONS, gateHelp, readGate, type GateRequest } from '../report/index.ts';

export const RERUN_HELP = `Usage: mcp-lifeline rerun [options] FILE (URL | -- COMMAND ARGS… | --config FILE | --same)

Sends the client's side of a recording to a live server, makes a new recording, and compares the two: a line for each change,
worst first, and last what it comes to and what to type next.

What reads goes out by itself, and so do calls of tools that the live server marks as read-only, which is the server's word.
Everything else needs consent: other calls and methods, texts that can't be read as one message in one way, recorded headers,
recorded answers to what the server asks. Consent is asked for at the terminal. Without one, a run that would leave out a step
ends with 3, unless --read-only says that this is wanted.

Options:
  --same                 run against the address or command that the recording names; it is shown and must be agreed to.
                         Values of its variables and headers are yours to give, with --env and --header
  --yes                  consent to everything, the command or address of --same included
  --read-only            leave out what needs consent, and do not ask
  --plan                 print the plan, and send nothing
${gateHelp(25)}  --revision R           another protocol revision than the recorded one
  --masks FILE           what counts as equal (default: FILE.masks.json, where there is one)
  --bind TEXT            where a value comes from, or what it is; may be repeated, and kept as "bindings" of the masks file:
                         '1 /result/structuredContent/id -> 3 note' gives what step 1 answers there to the argument “note”
                         of step 3 (--plan numbers the steps); 'owner: me' is the value of every argument “owner”
  --calibrate            run twice, compare the two runs, and offer what differs as masks
  --write-masks          with --calibrate: add what is offered to the masks file, to be reviewed there
  --out FILE             write the new recording here (default: a new file in the folder of recordings)
  --show-masked          list the values that masks cover
  --update               put the new recording in the place of FILE, when every step was taken
${RUN_HELP}  --answers FILE         JSON with answers to what the server asks, in place of the recorded ones:
                         {${ANSWERS_HELP}}
  --json                 print one JSON object to standard output: with --plan the plan, with --calibrate what it offers
  --junit FILE           write the comparison for a test report
  --html FILE            write the comparison as one HTML file
  --markdown FILE        write it for the summary of a CI job or a comment on a pull request, 65,536 bytes at most; “-” prints it
                         in place of the text. "$GITHUB_STEP_SUMMARY" is added to, as much as it holds. May be repeated
  --no-redact            leave secrets in what is printed and written (by default they are placeholders)
  --verbose              print the plan first, and every line that differs of long texts
  --lang LANGUAGE        language of what is told of changes: en (default) or zh-CN; JSON and JUnit stay English
  --quiet                print the verdict alone
  --help                 print this text

Where FILE is another program’s log with those of several servers, --server says whose messages are run.
${AUTHORIZATION_HELP}
Exit code: 0 nothing changed that --fail-on names; 1 something did; 2 wrong usage; 3 it could not be run or reported, or consent is missing;
4 the new recording lacks something, such as when the disk was full.
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
  if (file === undefined) return wrong('A recording must be named');
  if (third !== undefined) return wrong('One recording and one address at a time; put a command after “--”');
  const targets = [url !== undefined, command !== undefined, values.same, values.config !== undefined].filter(
    Boolean,
  ).length;
  if (targets > 1) return wrong('One of a URL, a command after “--”, --config, and --same');
  if (targets === 0 && !values.plan)
    return wrong('A URL, a command after “--”, --config, or --same must say what to run it against');
  if (values.yes && values['read-only']) return wrong('Either --yes or --read-only');
  if (values['write-masks'] && values.update)
    return wrong('Either --update, which takes what differs as the baseline, or --write-masks, which masks it');
  if (values['write-masks'] && !values.calibrate)
    return wrong('--write-masks needs --calibrate: one run alone can’t tell what differs in every run');
  if (values.calibrate && values.update) return wrong('Either --calibrate or --update');
  if (values.calibrate && (values.junit ?? values.html ?? values.markdown[0]) !== undefined)
    return wrong('--calibrate compares two runs with each other; --junit, --html and --markdown report on one');
  const unread = values.bind.find((text) => !parseBinding(text));
  if (unread !== undefined) return wrong(`“${unread}” can’t be used: ${ENGLISH.replay.unbound.unreadable(0, '')}`);
  const settings = readRunSettings(values, environment);
  if (typeof settings === 'string') return wrong(settings);
  const gate = readGate(values);
  if (typeof gate === 'string') return wrong(gate);
  if (values.calibrate && gate.latency)
    return wrong('--calibrate compares two runs with each other; --latency is of one');
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
  };
}
