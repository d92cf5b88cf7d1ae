/** A server that a configuration file names: `--config mcp.json --server NAME`. */
import { homedir } from 'node:os';
import { basename, dirname, resolve, sep } from 'node:path';
import { fillServer, readClientConfig, type ListedServer, type OpenValue } from '#shared/client-config';
import type { ConnectSpec } from '#shared/relay-protocol';
import { optionFile } from '../base/index.ts';
import { withEnvFile } from '../stdio/index.ts';

export interface ConfigValues {
  readonly env: NodeJS.ProcessEnv;
  /** `NAME=VALUE` for an input that the file asks for, or `NAME` alone for a variable of that name. */
  readonly inputs: readonly string[];
}

/**
 * The server `name` of the configuration at `path`, or its only one, its placeholders filled as the hosts do that read such files:
 * variables from `env`, inputs from `inputs`, the workspace's folder from where the file is. Gives a sentence when there is no such
 * server, variable or input; throws `UnreadableFile`.
 */
export function configuredServer(
  path: string,
  name: string | undefined,
  { env, inputs }: ConfigValues,
): ConnectSpec | string {
  const list = readClientConfig(optionFile(path));
  if (!list) return `${path} has no list of servers`;
  const { servers } = list;
  const chosen = name === undefined && servers.length === 1 ? servers[0] : servers.find((each) => each.name === name);
  if (chosen) return filled(chosen, path, { env, inputs });
  const odd = list.unusable.find((each) => each.name === name);
  if (odd) return UNUSABLE[odd.why](odd.name);
  const names = servers.map((each) => each.name).join(', ');
  return name === undefined
    ? `Select a server with --server NAME: ${names}`
    : `${path} has no server “${name}”; it has: ${names}`;
}

const UNUSABLE = {
  nothing: (name: string) => `“${name}” has neither a command nor a URL`,
  bundle: (name: string) => `“${name}” is an MCPB archive; unpack it, and name its command`,
  'package-type': (name: string) =>
    `“${name}” is a package of an unknown type; name the command that starts it instead`,
} as const;

function filled(server: ListedServer, path: string, { env, inputs }: ConfigValues): ConnectSpec | string {
  const given = new Map<string, string | undefined>();
  for (const text of inputs) {
    const equals = text.indexOf('=');
    given.set(equals < 0 ? text : text.slice(0, equals), equals < 0 ? env[text] : text.slice(equals + 1));
  }
  const place = placesOf(path);
  const valueOf = ({ name, kind }: OpenValue): string | undefined => {
    if (kind === 'input') return given.get(name);
    if (kind === 'place') return place.get(name);
    return Object.hasOwn(env, name) ? env[name] : undefined;
  };
  const { spec, missing } = fillServer(server, valueOf);
  const lacking = (of: 'input' | 'other'): string =>
    server.open
      .filter((each) => missing.includes(each.name) && (each.kind === 'input') === (of === 'input'))
      .map(({ name, description }) => (description === undefined ? name : `${name} (${description})`))
      .join(', ');
  const variables = lacking('other');
  if (variables !== '') return `The configuration uses environment variables that are not set: ${variables}`;
  const asked = lacking('input');
  if (asked !== '') return `The configuration asks for values; give them with --input NAME=VALUE: ${asked}`;
  return withEnvFile(spec, spec.transport === 'stdio' && spec.cwd !== undefined ? spec.cwd : dirname(resolve(path)));
}

/** Variables of hosts for the folders around a configuration: one in `.vscode` belongs to the folder above. */
function placesOf(path: string): ReadonlyMap<string, string> {
  const folder = dirname(resolve(path));
  const workspace = basename(folder).startsWith('.') ? dirname(folder) : folder;
  return new Map([
    ['workspaceFolder', workspace],
    ['workspaceRoot', workspace],
    ['workspaceFolderBasename', basename(workspace)],
    ['userHome', homedir()],
    ['pathSeparator', sep],
    ['/', sep],
  ]);
}
