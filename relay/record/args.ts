/** The command line of `mcp-lifeline record`, read: what to record, or what is wrong with it. */
import { AUTHORIZATION_HELP } from '../authorization/index.ts';
import { parseOptions, wrongUse, type Parsed } from '../command.ts';
import { splitCommand } from '../target.ts';
import { ANSWERS_HELP, readSession, SESSION_HELP, SESSION_OPTIONS, type SessionRequest } from './session-args.ts';

export const RECORD_HELP = `Usage: mcp-lifeline record [options] (URL | -- COMMAND ARGS…)

Connects to a server, reads everything it lists, closes in order, and leaves a recording. No browser is needed.

Options:
  --exercise             also use what the server has: call tools, read resources, get prompts, complete arguments
  --yes                  with --exercise: call tools, too, that may change something
                         (destructiveHint is true, or there is no hint)
  --answers FILE         JSON with arguments to use and answers to give:
                         {"tools": {NAME: ARGUMENTS | [ARGUMENTS…] | false}, "prompts": {NAME: ARGUMENTS},
                          "templates": {URI-TEMPLATE: VALUES}, "resources": [URI…], ${ANSWERS_HELP}}
${SESSION_HELP}  --json                 print one JSON summary to standard output
  --help                 print this text
${AUTHORIZATION_HELP}
Exit code: 0 when it ran through; 1 when something in it failed: a request was answered with an error or not at all (an
answer of a tool that says isError is an answer); 2 for wrong usage; 3 when no session came about; 4, whatever else, when the
recording lacks something, such as when the disk was full.
`;

export interface RecordRequest extends SessionRequest {
  readonly type: 'record';
  readonly exercise: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

export type RecordArgs = Parsed<RecordRequest>;

const wrong = wrongUse('record');

const OPTIONS = {
  ...SESSION_OPTIONS,
  exercise: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** Read the arguments after `record`. Never throws. */
export function readRecordArgs(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): RecordArgs {
  const { own, command } = splitCommand(argv);
  const parsed = parseOptions('record', { args: own, options: OPTIONS, allowPositionals: true });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  if (values.yes && !values.exercise) return wrong('--yes needs --exercise');
  const session = readSession(values, positionals, command, env);
  if (typeof session === 'string') return wrong(session);
  const { exercise, yes, json } = values;
  return { type: 'record', ...session, exercise, yes, json };
}
