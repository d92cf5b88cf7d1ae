/** What the command line names to connect to or to open. */
import type { ConnectSpec } from '#shared/relay-protocol';

/** What to show first, if anything. */
export type Target =
  { readonly type: 'connect'; readonly spec: ConnectSpec } | { readonly type: 'file'; readonly path: string };

/** Options of a target, for `parseArgs`. */
export const TARGET_OPTIONS = {
  header: { type: 'string', multiple: true, default: [] as string[] },
  env: { type: 'string', multiple: true, default: [] as string[] },
  cwd: { type: 'string' },
} as const;

export interface Given {
  readonly header: readonly string[];
  readonly env: readonly string[];
  readonly cwd?: string | undefined;
}

/** The arguments before `--`, and the command after it when there is one. */
export function splitCommand(argv: readonly string[]): {
  readonly own: string[];
  readonly command?: readonly string[];
} {
  const dashes = argv.indexOf('--');
  return dashes < 0 ? { own: [...argv] } : { own: argv.slice(0, dashes), command: argv.slice(dashes + 1) };
}

/** What to show, nothing, or a word on what is wrong. */
export function readTarget(
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

/** What `parseArgs` has to say of arguments it can't read. */
export function parseProblem(error: unknown): string {
  return error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
}
