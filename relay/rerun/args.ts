/** The command line of `mcp-lifeline rerun`: what to run again and where, or what is wrong with it. */
import { parseBinding } from '#shared/rerun';
import { ENGLISH } from '#shared/words';
import { AUTHORIZATION, AUTHORIZATION_HELP } from '../authorization/index.ts';
import { commandLine, networkOf, type AskedOf, type Given } from '../command/index.ts';
import { ANSWERS_HELP, readRunSettings, RUN } from '../headless/index.ts';
import { OTLP, readOtlp } from '../otlp-options/index.ts';
import { GATE, readGate, REPORTS } from '../report/index.ts';

export const rerunLine = commandLine({
  name: 'rerun',
  takesCommand: true,
  about: `Sends the client's side of a recording to a live server, makes a new recording, and compares the two. Prints one line per
change, worst first, then the verdict and what to do next.

Read-only requests are sent without asking, and so are calls of tools that the live server marks readOnlyHint; whether that is
true is up to the server. Everything else needs consent: other calls and methods, ambiguous or unparsable text, recorded
headers, and recorded responses to server requests. You are asked at the terminal. Without a terminal, a run that would skip a
step ends with exit code 3, unless --read-only is given.`,
  options: {
    same: `run against the URL or command named in the recording; it is shown and needs consent. Provide the
      values of its variables and headers with --env and --header`,
    yes: 'consent to everything, including the command or URL of --same',
    'read-only': 'skip what needs consent, without asking',
    plan: 'print the plan, and send nothing',
    ...GATE,
    'revision VERSION': 'use this protocol version instead of the recorded one',
    'masks FILE': 'masks: what counts as equal (default: FILE.masks.json, if it exists)',
    'bind TEXT…': `source of a value, or the value itself; may be repeated; saved as "bindings" in the masks file:
      '1 /result/structuredContent/id -> 3 note' uses that value from the response to step 1 as the
      argument “note” of step 3 (--plan numbers the steps); 'owner: me' sets every argument “owner”`,
    calibrate: 'run twice, compare the two runs, and suggest their differences as masks',
    'write-masks': 'with --calibrate: add the suggested masks to the masks file, for review',
    'out FILE': 'write the new recording here (default: a new file in the recordings folder)',
    'show-masked': 'list masked values',
    update: 'replace FILE with the new recording, if every step was done',
    ...RUN,
    'answers FILE': `JSON with responses to server requests, instead of the recorded ones:
    {${ANSWERS_HELP}}`,
    json: 'print one JSON object to standard output: with --plan the plan, with --calibrate the suggestions',
    ...OTLP,
    'junit FILE': 'write the comparison as a JUnit report',
    'html FILE': 'write the comparison as one HTML file',
    ...REPORTS,
    verbose: 'print the plan first, and every differing line of long texts',
    'lang LANGUAGE': 'language of the report: en (default) or zh-CN; JSON and JUnit are always English',
    quiet: 'print only the verdict',
  },
  more: AUTHORIZATION,
  after: `If FILE is a log of another tool with messages of several servers, --server selects one.

${AUTHORIZATION_HELP}
Exit codes: 0 no change of the kind named by --fail-on or worse; 1 at least one; 2 wrong usage; 3 couldn't run or report,
consent is missing, or the recording is damaged or ends early; 4 the new recording is incomplete, for example because the disk was full. With --calibrate: 0 no
difference; 1 at least one.
`,
  read({ values, positionals: [file, url, third], command, env: environment }) {
    if (file === undefined) return 'Name a recording';
    if (third !== undefined) return 'One recording and one URL at a time; put a command after “--”';
    const targets = [url, command, values.same || undefined, values.config].filter((each) => each !== undefined).length;
    if (targets > 1) return 'Use only one of a URL, a command after “--”, --config, and --same';
    if (targets === 0 && !values.plan) return 'No server given: add a URL, a command after “--”, --config, or --same';
    const { yes, readOnly, calibrate, writeMasks, update, plan: planOnly, bind: bindings } = values;
    if (yes && readOnly) return 'Use either --yes or --read-only, not both';
    if (writeMasks && update)
      return 'Use either --update, which makes the new run the baseline, or --write-masks, which masks the differences';
    if (writeMasks && !calibrate)
      return '--write-masks needs --calibrate: one run alone can’t tell what differs in every run';
    if (calibrate && update) return 'Use either --calibrate or --update, not both';
    if (calibrate && (values.junit ?? values.html ?? values.markdown[0]) !== undefined)
      return '--calibrate compares two new runs with each other, so it excludes --junit, --html and --markdown';
    const unread = bindings.find((text) => !parseBinding(text));
    if (unread !== undefined) return `“${unread}” can’t be used: ${ENGLISH.replay.unbound.unreadable(0, '')}`;
    const settings = readRunSettings(values, environment);
    if (typeof settings === 'string') return settings;
    const gate = readGate(values);
    if (typeof gate === 'string') return gate;
    if (calibrate && gate.latency) return '--calibrate compares two new runs with each other, so it excludes --latency';
    const otlp = readOtlp(values);
    if (typeof otlp === 'string') return otlp;
    const { header, env, envFile, cwd, config, input } = values;
    const given: Given = { header, env, envFile, cwd, config, input, ...networkOf(values) };
    const consent = yes ? ('all' as const) : readOnly ? ('none' as const) : ('ask' as const);
    return { ...settings, ...gate, file, url, command, given, consent, planOnly, bindings, otlp };
  },
});

export type RerunRequest = AskedOf<typeof rerunLine>;
