/** The command line of `mcp-lifeline call`, read: what to ask whom, or what is wrong with it. */
import { isObject, type JsonObject, parsedJson } from '#shared/jsonrpc';
import { AUTHORIZATION_HELP } from '../authorization/index.ts';
import { COMMON_OPTIONS, parseOptions, splitCommand, wrongUse, type Parsed } from '../command/index.ts';
import { ANSWERS_HELP, readSession, SESSION_HELP, SESSION_OPTIONS, type SessionRequest } from '../headless/index.ts';

export const CALL_HELP = `Usage: mcp-lifeline call METHOD [options] (URL | -- COMMAND ARGS…)

Connects to a server, sends one request, prints its result as JSON to standard output, closes the session, and writes a
recording. METHOD can be anything: tools/list, tools/call, resources/read, prompts/get, ping…

  mcp-lifeline call tools/call --name echo --arg message=hi -- node server.js
  mcp-lifeline call resources/read --uri file:///notes.txt http://localhost:3000/mcp

Options:
  --name NAME            the tool or prompt
  --uri URI              the resource
  --arg NAME=VALUE       an argument of the tool or prompt; may be repeated. Sent as text where the tool's schema
                         requires text; otherwise as JSON if VALUE is valid JSON
  --params JSON          params, sent as given; excludes --name, --uri and --arg
  --meta JSON            a JSON object, merged into _meta of every request
  --answers FILE         JSON with responses to server requests:
                         {${ANSWERS_HELP}}
${SESSION_HELP}  --quiet                print only errors to standard error
  --help                 print this text
${AUTHORIZATION_HELP}
Exit codes: 0 result; 1 result with isError, error, or no response; 2 wrong usage; 3 couldn't connect, or a
file could not be read or written; 4 the recording is incomplete, for example because the disk was full (whatever else happened).
`;

export interface CallRequest extends SessionRequest {
  readonly type: 'call';
  readonly method: string;
  /** JSON text of params; or the parts that they are made of. */
  readonly params: string | CallParts;
  readonly meta?: JsonObject;
  readonly quiet: boolean;
}

/** `args` are names and values as typed. */
export interface CallParts {
  readonly name?: string;
  readonly uri?: string;
  readonly args: readonly (readonly [name: string, value: string])[];
}

const wrong = wrongUse('call');

const OPTIONS = {
  ...SESSION_OPTIONS,
  name: { type: 'string' },
  uri: { type: 'string' },
  arg: { type: 'string', multiple: true, default: [] as string[] },
  params: { type: 'string' },
  meta: { type: 'string' },
  ...COMMON_OPTIONS,
} as const;

/** Read the arguments after `call`. Never throws. */
export function readCallArgs(argv: readonly string[], env: NodeJS.ProcessEnv): Parsed<CallRequest> {
  const { own, command } = splitCommand(argv);
  const parsed = parseOptions('call', { args: own, options: OPTIONS, allowPositionals: true });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  const [method, ...target] = positionals;
  if (method === undefined) return wrong('No method given, such as tools/list');
  if (/^https?:\/\//i.test(method)) return wrong(`No method given before the URL “${method}”, such as tools/list`);
  const { name, uri, quiet } = values;
  const parts = name !== undefined || uri !== undefined || values.arg.length > 0;
  if (values.params !== undefined && parts) return wrong('Use either --params, or --name, --uri and --arg, not both');
  if (values.params !== undefined && parsedJson(values.params) === undefined) return wrong('--params is not JSON');
  const args: [string, string][] = [];
  for (const text of values.arg) {
    const equals = text.indexOf('=');
    if (equals < 1) return wrong(`--arg “${text}” is not NAME=VALUE`);
    if (args.some(([known]) => known === text.slice(0, equals))) return wrong(`--arg “${text}” repeats an argument`);
    args.push([text.slice(0, equals), text.slice(equals + 1)]);
  }
  const meta = values.meta === undefined ? undefined : parsedJson(values.meta);
  if (values.meta !== undefined && !isObject(meta)) return wrong('--meta is not a JSON object');
  const session = readSession(values, target, command, env);
  if (typeof session === 'string') return wrong(session);
  return {
    type: 'call',
    ...session,
    method,
    params: values.params ?? { args, name, uri },
    ...(isObject(meta) ? { meta } : {}),
    quiet,
  };
}
