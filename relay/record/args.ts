/** The command line of `mcp-lifeline record`: what to record, or what is wrong with it. */
import { MAX_STEP_COUNT } from '#shared/exercise';
import { AUTHORIZATION, AUTHORIZATION_HELP } from '../authorization/index.ts';
import { ACCEPT_DAMAGED, commandLine, type AskedOf } from '../command/index.ts';
import { OTLP, readOtlp } from '../otlp-options/index.ts';
import { JUDGE, readJudge } from '../findings/index.ts';
import { ANSWERS_HELP, readSession, SESSION } from '../headless/index.ts';

export const recordLine = commandLine({
  name: 'record',
  takesCommand: true,
  about:
    'Connects to a server, fetches all its lists, closes the session, and writes a recording. No browser is needed.',
  options: {
    exercise: 'also call tools, read resources, get prompts and complete arguments',
    yes: `with --exercise: also send what may modify data: calls of tools that the server does not mark
      readOnlyHint, logging/setLevel, resources/subscribe`,
    'most N': `with --exercise: maximum number of requests (default ${MAX_STEP_COUNT})`,
    strict: 'also fail if a tool returns isError, generated arguments are rejected, or --most is reached',
    'answers FILE': `JSON with arguments to use and responses to server requests:
    {"tools": {NAME: ARGUMENTS | [ARGUMENTS…] | false}, "prompts": {NAME: ARGUMENTS},
     "templates": {URI-TEMPLATE: VALUES}, "resources": [URI…], ${ANSWERS_HELP}}`,
    ...SESSION,
    lint: 'check the recording against the rules of the specification, and print the findings. With it:',
    ...JUDGE,
    ...ACCEPT_DAMAGED,
    ...OTLP,
    'junit FILE': 'write a JUnit report with a test case for each step of --exercise, without secrets',
    json: 'print one JSON summary to standard output',
    quiet: 'print only the final line',
  },
  more: AUTHORIZATION,
  after: `--exercise generates arguments from what the server provides: defaults, choices, examples and formats of its schemas, its
roots and allowed folders, and values of earlier responses. Tools that may overwrite files never get the path of an existing file.

${AUTHORIZATION_HELP}
Exit codes: 0 completed; 1 something failed: a request got an error or no response, a list was only partially fetched, or
the server wrote something that is not a message, such as a log line on standard output; with --lint, a rule of the
--fail-on level or above was broken; 2 wrong usage; 3 couldn't connect, a file could not be read or written, the
recording that --lint checked is damaged, or the collector didn't accept the data; 4 the recording is incomplete, for example because the disk was full (whatever else happened). Without --strict, a tool that
returns isError and a server that rejects generated arguments are not failures.
`,
  read({ values, positionals, command, env }) {
    const { most = String(MAX_STEP_COUNT) } = values;
    for (const name of ['yes', 'most'] as const)
      if (values[name] && !values.exercise) return `--${name} needs --exercise`;
    if (!/^[1-9]\d{0,5}$/.test(most)) return `“${most}” is not a number of requests from 1 to 999999`;
    const { failOn, all, rule, ignore, baseline, sarif } = values;
    const judging = { 'fail-on': failOn, all, rule: rule[0], ignore: ignore[0], baseline, sarif };
    for (const [name, value] of Object.entries(judging))
      if (value !== undefined && value !== false && !values.lint) return `--${name} needs --lint`;
    const lint = values.lint ? readJudge(values) : undefined;
    if (typeof lint === 'string') return lint;
    const otlp = readOtlp(values);
    if (typeof otlp === 'string') return otlp;
    const session = readSession(values, positionals, command, env);
    if (typeof session === 'string') return session;
    return { ...session, most: Number(most), lint, otlp };
  },
});

export type RecordRequest = AskedOf<typeof recordLine>;
