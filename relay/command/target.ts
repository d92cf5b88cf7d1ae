/** What the command line names to connect to or to open. */
import { isUrl } from '#shared/base';
import type { ConnectSpec } from '#shared/relay-protocol';
import { configuredServer } from './configured.ts';
import { NETWORK, networkOf, withNetwork } from './network-args.ts';
import type { Values } from '../base/index.ts';
import { withEnvFile } from '../stdio/index.ts';

export type Target =
  | { readonly type: 'connect'; readonly spec: ConnectSpec }
  | { readonly type: 'file'; readonly path: string; readonly server?: string };

/** Options of a target: a server of the command line, or one in the configuration file of another program. */
export const TARGET = {
  'config FILE': `take the server from this mcp.json, claude_desktop_config.json, config.toml of Codex, settings.json
    of Zed, server.json of the registry, or the like`,
  'server NAME': 'select one of its servers',
  'input NAME[=VALUE]…': `a value that the configuration asks for; without =VALUE, your environment variable of that name;
    may be repeated`,
  "header 'Name: value'…": 'send this header to the URL; may be repeated',
  'env NAME[=VALUE]…': 'set an environment variable for the command; without =VALUE, pass on yours; may be repeated',
  'env-file FILE': `set the variables in this file for the command; --env takes precedence. Node looks at this option of
    every program first: without such a file it ends with 9 and its own words`,
  'cwd DIR': 'folder to start the command in',
  ...NETWORK,
} as const;

export type Given = Partial<Values<typeof TARGET>>;

/** What to show, nothing, or what is wrong. `env` has the variables that are passed by name. Throws `UnreadableFile`. */
export function readTarget(
  positionals: readonly string[],
  command: readonly string[] | undefined,
  given: Given,
  env: NodeJS.ProcessEnv = process.env,
): Target | string | undefined {
  const { header = [], input = [] } = given;
  const [first, second] = positionals;
  if (second !== undefined) return `One URL or file at a time; put a command after “--”`;
  if (first !== undefined && command) return 'Use either a URL or file, or a command after “--”, not both';
  const named = given.config !== undefined;
  if (named && (first !== undefined || command)) return 'Use either --config, or a URL, file or command, not both';
  if (input.length > 0 && !named) return '--input needs --config';
  const isAddress = first !== undefined && /^https?:\/\//i.test(first);
  const isFile = first !== undefined && !isAddress;
  if (given.server !== undefined && !named && !isFile) return '--server needs --config';
  if (header.length > 0 && !isAddress && !named) return '--header needs a URL';
  if (startsProcess(given) && !command && !named) return '--env, --env-file and --cwd need a command after “--”';
  if (Object.keys(networkOf(given)).length > 0 && !isAddress && !named) return NETWORK_NEEDS_URL;
  if (first === undefined && !command && !named) return undefined;
  const { server } = given;
  if (isFile && /^[\w.-]{2,}:\d+(?:\/|$)/.test(first)) return `“${first}” has no scheme; write http://${first}`;
  if (isFile) return { type: 'file', path: first, ...(server === undefined ? {} : { server }) };
  if (isAddress && !isUrl(first)) return `“${first}” is not a URL`;
  if (command?.[0] === '') return 'A command must follow “--”';
  const spec = specFrom(first, command, given, env);
  const reached = typeof spec === 'string' ? spec : withNetwork(spec, given, env);
  return typeof reached === 'string' ? reached : withGiven(reached, given, env);
}

/** True when an option is given that only a command can have. */
const startsProcess = ({ env = [], cwd, envFile }: Given): boolean =>
  env.length > 0 || cwd !== undefined || envFile !== undefined;

const NETWORK_NEEDS_URL = '--proxy, --no-proxy, --ca, --cert, --key and --insecure need a URL';

function specFrom(
  url: string | undefined,
  command: readonly string[] | undefined,
  { config, server, input = [] }: Given,
  env: NodeJS.ProcessEnv,
): ConnectSpec | string {
  if (config !== undefined) return configuredServer(config, server, { env, inputs: input });
  if (url !== undefined) return { transport: 'streamable-http', url, headers: [] };
  const [program, ...args] = command ?? [];
  if (program === undefined) return 'A command must follow “--”';
  return { transport: 'stdio', command: program, args, env: {} };
}

/** The connection with headers, variables and folder of the command line. */
function withGiven(spec: ConnectSpec, given: Given, env: NodeJS.ProcessEnv): Target | string {
  const { header = [], env: variables = [], cwd, envFile } = given;
  if (spec.transport === 'streamable-http') {
    if (startsProcess(given)) return '--env, --env-file and --cwd need a server that is a command';
    const headers: [string, string][] = [];
    for (const text of header) {
      const colon = text.indexOf(':');
      if (colon < 1) return `--header “${text}” is not “Name: value”`;
      headers.push([text.slice(0, colon).trim(), text.slice(colon + 1).trim()]);
    }
    return { type: 'connect', spec: { ...spec, headers: [...spec.headers, ...headers] } };
  }
  if (header.length > 0) return '--header needs a server with a URL';
  const set: [string, string][] = [];
  for (const text of variables) {
    const equals = text.indexOf('=');
    const value = equals < 0 ? env[text] : text.slice(equals + 1);
    if (equals === 0 || text === '') return `--env “${text}” is not NAME=VALUE`;
    if (value === undefined) return `--env “${text}”: this environment variable is not set; use NAME=VALUE`;
    set.push([equals < 0 ? text : text.slice(0, equals), value]);
  }
  const place = cwd === undefined ? {} : { cwd };
  const merged = { ...spec, env: { ...spec.env, ...Object.fromEntries(set) }, ...place };
  if (envFile === undefined) return { type: 'connect', spec: merged };
  // A path on the command line is relative to the working directory.
  return { type: 'connect', spec: withEnvFile({ ...merged, envFile }, process.cwd()) };
}
