/** The command line of `mcp-lifeline record`, read: what to record, or what is wrong with it. */
import { MOST_STEPS } from '#shared/exercise';
import { AUTHORIZATION_HELP } from '../authorization/index.ts';
import { acceptHelp, COMMON_OPTIONS, parseOptions, splitCommand, wrongUse, type Parsed } from '../command/index.ts';
import { OTLP_OPTIONS, otlpHelp, readOtlp, type OtlpTarget } from '../otlp-options/index.ts';
import { JUDGE_HELP, JUDGE_OPTIONS, readJudge, type JudgeRequest } from '../findings/index.ts';
import { ANSWERS_HELP, readSession, SESSION_HELP, SESSION_OPTIONS, type SessionRequest } from '../headless/index.ts';

export const RECORD_HELP = `Usage: mcp-lifeline record [options] (URL | -- COMMAND ARGS…)

Connects to a server, fetches all its lists, closes the session, and writes a recording. No browser is needed.

Options:
  --exercise             also call tools, read resources, get prompts and complete arguments
  --yes                  with --exercise: also send what may modify data: calls of tools that the server does not mark
                         readOnlyHint, logging/setLevel, resources/subscribe
  --most N               with --exercise: maximum number of requests (default ${MOST_STEPS})
  --strict               also fail if a tool returns isError, generated arguments are rejected, or --most is reached
  --answers FILE         JSON with arguments to use and responses to server requests:
                         {"tools": {NAME: ARGUMENTS | [ARGUMENTS…] | false}, "prompts": {NAME: ARGUMENTS},
                          "templates": {URI-TEMPLATE: VALUES}, "resources": [URI…], ${ANSWERS_HELP}}
${SESSION_HELP}  --lint                 check the recording against the rules of the specification, and print the findings. With it:
${JUDGE_HELP}${acceptHelp(25)}${otlpHelp(25)}  --junit FILE           write a JUnit report with a test case for each step of --exercise, without secrets
  --json                 print one JSON summary to standard output
  --quiet                print only the final line
  --help                 print this text

--exercise generates arguments from what the server provides: defaults, choices, examples and formats of its schemas, its
roots and allowed folders, and values of earlier responses. Tools that may overwrite files never get the path of an existing file.
${AUTHORIZATION_HELP}
Exit codes: 0 completed; 1 something failed: a request got an error or no response, a list was only partially fetched, or
the server wrote something that is not a message, such as a log line on standard output; with --lint, a rule of the
--fail-on level or above was broken; 2 wrong usage; 3 couldn't connect, a file could not be read or written, the
recording that --lint checked is damaged, or the collector didn't accept the data; 4 the recording is incomplete, for example because the disk was full (whatever else happened). Without --strict, a tool that
returns isError and a server that rejects generated arguments are not failures.
`;

export interface RecordRequest extends SessionRequest {
  readonly type: 'record';
  readonly exercise: boolean;
  readonly yes: boolean;
  /** Requests of an exercise, at the most. */
  readonly most: number;
  readonly strict: boolean;
  /** Judge the recording, and how. */
  readonly lint?: JudgeRequest;
  readonly otlp?: OtlpTarget;
  readonly junit?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

export type RecordArgs = Parsed<RecordRequest>;

const wrong = wrongUse('record');

const OPTIONS = {
  ...SESSION_OPTIONS,
  ...JUDGE_OPTIONS,
  ...OTLP_OPTIONS,
  lint: { type: 'boolean', default: false },
  exercise: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  most: { type: 'string' },
  strict: { type: 'boolean', default: false },
  junit: { type: 'string' },
  json: { type: 'boolean', default: false },
  ...COMMON_OPTIONS,
} as const;

/** Read the arguments after `record`. Never throws. */
export function readRecordArgs(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): RecordArgs {
  const { own, command } = splitCommand(argv);
  const parsed = parseOptions('record', { args: own, options: OPTIONS, allowPositionals: true });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  for (const name of ['yes', 'most'] as const)
    if (values[name] !== undefined && values[name] !== false && !values.exercise)
      return wrong(`--${name} needs --exercise`);
  if (values.most !== undefined && !/^[1-9]\d{0,5}$/.test(values.most))
    return wrong(`“${values.most}” is not a number of requests from 1 to 999999`);
  for (const name of ['fail-on', 'all', 'rule', 'ignore', 'baseline', 'sarif'] as const)
    if (values[name] !== undefined && values[name] !== false && !values.lint) return wrong(`--${name} needs --lint`);
  const judge = values.lint ? readJudge(values) : undefined;
  if (typeof judge === 'string') return wrong(judge);
  const otlp = readOtlp(values);
  if (typeof otlp === 'string') return wrong(otlp);
  const session = readSession(values, positionals, command, env);
  if (typeof session === 'string') return wrong(session);
  const { exercise, yes, strict, junit, json, quiet } = values;
  const most = values.most === undefined ? MOST_STEPS : Number(values.most);
  return {
    type: 'record',
    ...session,
    exercise,
    yes,
    most,
    strict,
    junit,
    json,
    quiet,
    ...(judge ? { lint: judge } : {}),
    ...(otlp ? { otlp } : {}),
  };
}
