/** The command line, read: what to do, or what is wrong with it. */
import { parseArgs } from 'node:util';
import { LATEST_HANDSHAKE_REVISION } from '#shared/mcp';
import type { ConnectSpec } from '#shared/relay-protocol';

export const DEFAULT_PORT = 6280;

export const HELP = `Usage: mcp-lifeline [options] [-- COMMAND ARGS… | URL | FILE]

Starts the inspector for the Model Context Protocol and opens it in the browser.

  -- COMMAND ARGS…       connect at once to a server process over stdio
  URL                    connect at once to a Streamable HTTP server
  FILE                   open a recording

Options:
  --port N               listen on this port, or the next free one (default ${DEFAULT_PORT})
  --no-open              do not open the browser
  --revision R           protocol revision to offer (default ${LATEST_HANDSHAKE_REVISION})
  --header 'Name: value' send this header to the URL; may be repeated
  --env NAME=VALUE       set a variable for the command; may be repeated
  --cwd DIR              folder to start the command in
  --version              print the version
  --help                 print this text
`;

/** What to show first, if anything. */
export type Target =
  { readonly type: 'connect'; readonly spec: ConnectSpec } | { readonly type: 'file'; readonly path: string };

export type Args =
  | { readonly type: 'help' }
  | { readonly type: 'version' }
  | { readonly type: 'wrong'; readonly sentence: string }
  | {
      readonly type: 'start';
      readonly port: number;
      readonly open: boolean;
      readonly dev: boolean;
      readonly revision: string;
      readonly target?: Target;
    };

const OPTIONS = {
  port: { type: 'string' },
  open: { type: 'boolean', default: true },
  revision: { type: 'string' },
  header: { type: 'string', multiple: true, default: [] as string[] },
  env: { type: 'string', multiple: true, default: [] as string[] },
  cwd: { type: 'string' },
  // For people who work on the page: serve it from its sources.
  dev: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** Read the arguments after the program's name. Never throws. */
export function readArgs(argv: readonly string[]): Args {
  const dashes = argv.indexOf('--');
  const own = dashes < 0 ? argv : argv.slice(0, dashes);
  const command = dashes < 0 ? undefined : argv.slice(dashes + 1);
  let parsed;
  try {
    parsed = parseArgs({ args: [...own], options: OPTIONS, allowPositionals: true, allowNegative: true });
  } catch (error) {
    return wrong(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return { type: 'help' };
  if (values.version) return { type: 'version' };
  const port = values.port === undefined ? DEFAULT_PORT : Number(values.port);
  if (!/^\d+$/.test(values.port ?? '0') || port > 65535) return wrong(`“${values.port}” is not a port`);
  const target = readTarget(positionals, command, values);
  if (typeof target === 'string') return wrong(target);
  const { open, dev, revision = LATEST_HANDSHAKE_REVISION } = values;
  return { type: 'start', port, open, dev, revision, ...(target ? { target } : {}) };
}

interface Given {
  readonly header: readonly string[];
  readonly env: readonly string[];
  readonly cwd?: string | undefined;
}

/** What to show, nothing, or a word on what is wrong. */
function readTarget(
  positionals: readonly string[],
  command: readonly string[] | undefined,
  given: Given,
): Target | string | undefined {
  const [first, second] = positionals;
  if (second !== undefined) return `One address or file at a time; put a command after “--”`;
  if (first !== undefined && command) return 'Either an address or file, or a command after “--”, not both';
  const isUrl = first !== undefined && /^https?:\/\//i.test(first);
  if (given.header.length > 0 && !isUrl) return '--header needs a URL';
  if ((given.env.length > 0 || given.cwd !== undefined) && !command) return '--env and --cwd need a command after “--”';
  if (command) return readCommand(command, given);
  if (first === undefined) return undefined;
  if (!isUrl) return { type: 'file', path: first };
  if (!URL.canParse(first)) return `“${first}” is not an address`;
  const headers: [string, string][] = [];
  for (const text of given.header) {
    const colon = text.indexOf(':');
    if (colon < 1) return `--header “${text}” is not “Name: value”`;
    headers.push([text.slice(0, colon).trim(), text.slice(colon + 1).trim()]);
  }
  return { type: 'connect', spec: { transport: 'streamable-http', url: first, headers } };
}

function readCommand([command, ...args]: readonly string[], { env, cwd }: Given): Target | string {
  if (command === undefined || command === '') return 'A command must follow “--”';
  const variables: [string, string][] = [];
  for (const text of env) {
    const equals = text.indexOf('=');
    if (equals < 1) return `--env “${text}” is not NAME=VALUE`;
    variables.push([text.slice(0, equals), text.slice(equals + 1)]);
  }
  const place = cwd === undefined ? {} : { cwd };
  return { type: 'connect', spec: { transport: 'stdio', command, args, env: Object.fromEntries(variables), ...place } };
}

function wrong(text: string): Args {
  return { type: 'wrong', sentence: `${text}. Try mcp-lifeline --help.` };
}
