/** The command line of `mcp-lifeline record`, read: what to record, or what is wrong with it. */
import { MOST_STEPS } from '#shared/exercise';
import { AUTHORIZATION_HELP } from '../authorization/index.ts';
import { COMMON_OPTIONS, parseOptions, splitCommand, wrongUse, type Parsed } from '../command/index.ts';
import { ANSWERS_HELP, readSession, SESSION_HELP, SESSION_OPTIONS, type SessionRequest } from '../headless/index.ts';

export const RECORD_HELP = `Usage: mcp-lifeline record [options] (URL | -- COMMAND ARGS…)

Connects to a server, reads everything it lists, closes in order, and leaves a recording. No browser is needed.

Options:
  --exercise             also use what the server has: call tools, read resources, get prompts, complete arguments
  --yes                  with --exercise: send, too, what may change something: calls of tools that the server does not
                         mark readOnlyHint, logging/setLevel, resources/subscribe
  --most N               with --exercise: requests after which it ends (default ${MOST_STEPS})
  --strict               fail, too, when a tool answers with isError, made-up arguments are refused, or the limit of
                         --most is reached
  --answers FILE         JSON with arguments to use and answers to give:
                         {"tools": {NAME: ARGUMENTS | [ARGUMENTS…] | false}, "prompts": {NAME: ARGUMENTS},
                          "templates": {URI-TEMPLATE: VALUES}, "resources": [URI…], ${ANSWERS_HELP}}
${SESSION_HELP}  --junit FILE           write a JUnit report: each step of --exercise a test case, without secrets
  --json                 print one JSON summary to standard output
  --quiet                print the line alone that says what it came to
  --help                 print this text

--exercise makes arguments of what the server says: defaults, choices, examples and formats of its schemas, its roots and
allowed folders, and values of earlier answers. A tool that may overwrite is pointed at nothing that exists.
${AUTHORIZATION_HELP}
Exit code: 0 when it ran through; 1 when something in it failed: a request was answered with an error or not at all, a list
was not read to its end, or the server wrote something that is no message, such as a log line on standard output; 2 for
wrong usage; 3 when no session came about; 4, whatever else, when the recording lacks something, such as when the disk was
full. Without --strict these are no failure: a tool that answers with isError, and a server that refuses arguments that were
made up.
`;

export interface RecordRequest extends SessionRequest {
  readonly type: 'record';
  readonly exercise: boolean;
  readonly yes: boolean;
  /** Requests of an exercise, at the most. */
  readonly most: number;
  readonly strict: boolean;
  readonly junit?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

export type RecordArgs = Parsed<RecordRequest>;

const wrong = wrongUse('record');

const OPTIONS = {
  ...SESSION_OPTIONS,
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
  const session = readSession(values, positionals, command, env);
  if (typeof session === 'string') return wrong(session);
  const { exercise, yes, strict, junit, json, quiet } = values;
  const most = values.most === undefined ? MOST_STEPS : Number(values.most);
  return { type: 'record', ...session, exercise, yes, most, strict, junit, json, quiet };
}
