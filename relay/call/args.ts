/** The command line of `mcp-lifeline call`: what to ask whom, or what is wrong with it. */
import { isObject, parsedJson } from '#shared/jsonrpc';
import { AUTHORIZATION, AUTHORIZATION_HELP } from '../authorization/index.ts';
import { commandLine, type AskedOf } from '../command/index.ts';
import { ANSWERS_HELP, readSession, SESSION } from '../headless/index.ts';

export const callLine = commandLine({
  name: 'call',
  takesCommand: true,
  about: `Connects to a server, sends one request, prints its result as JSON to standard output, closes the session, and writes a
recording. METHOD can be anything: tools/list, tools/call, resources/read, prompts/get, ping…

  mcp-lifeline call tools/call --name echo --arg message=hi -- node server.js
  mcp-lifeline call resources/read --uri file:///notes.txt http://localhost:3000/mcp`,
  options: {
    'name NAME': 'the tool or prompt',
    'uri URI': 'the resource',
    'arg NAME=VALUE…': `an argument of the tool or prompt; may be repeated. Sent as text where the tool's schema
      requires text; otherwise as JSON if VALUE is valid JSON`,
    'params JSON': 'params, sent as given; excludes --name, --uri and --arg',
    'meta JSON': 'a JSON object, merged into _meta of every request',
    'answers FILE': `JSON with responses to server requests:
    {${ANSWERS_HELP}}`,
    ...SESSION,
    quiet: 'print only errors to standard error',
  },
  more: AUTHORIZATION,
  after: `${AUTHORIZATION_HELP}
Exit codes: 0 result; 1 result with isError, error, or no response; 2 wrong usage; 3 couldn't connect, or a
file could not be read or written; 4 the recording is incomplete, for example because the disk was full (whatever else happened).
`,
  read({ values, positionals: [method, ...target], command, env }) {
    if (method === undefined) return 'No method given, such as tools/list';
    if (/^https?:\/\//i.test(method)) return `No method given before the URL “${method}”, such as tools/list`;
    const { name, uri, params } = values;
    const parts = name !== undefined || uri !== undefined || values.arg.length > 0;
    if (params !== undefined && parts) return 'Use either --params, or --name, --uri and --arg, not both';
    if (params !== undefined && parsedJson(params) === undefined) return '--params is not JSON';
    const args: [name: string, value: string][] = [];
    for (const text of values.arg) {
      const equals = text.indexOf('=');
      if (equals < 1) return `--arg “${text}” is not NAME=VALUE`;
      if (args.some(([known]) => known === text.slice(0, equals))) return `--arg “${text}” repeats an argument`;
      args.push([text.slice(0, equals), text.slice(equals + 1)]);
    }
    const meta = values.meta === undefined ? undefined : parsedJson(values.meta);
    if (values.meta !== undefined && !isObject(meta)) return '--meta is not a JSON object';
    const session = readSession(values, target, command, env);
    if (typeof session === 'string') return session;
    const parted: CallParts = { args, name, uri };
    return { ...session, method, params: params ?? parted, meta: isObject(meta) ? meta : undefined };
  },
});

export type CallRequest = AskedOf<typeof callLine>;

/** `args` are names and values as typed. */
export interface CallParts {
  readonly name?: string;
  readonly uri?: string;
  readonly args: readonly (readonly [name: string, value: string])[];
}
