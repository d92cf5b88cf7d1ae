/**
 * Server lists as the configuration files of other programs have them: `mcpServers` (Claude Desktop, Cursor and others) and
 * `servers` (VS Code). No specification defines them; the members are those that these programs read.
 */
import { isObject } from '#shared/jsonrpc';
import type { ConnectSpec } from './messages.ts';

export interface ListedServer {
  readonly name: string;
  readonly spec: ConnectSpec;
}

export interface ServerList {
  readonly servers: readonly ListedServer[];
  /** Names of entries that say neither a command nor an address. */
  readonly unusable: readonly string[];
}

type Fields = { readonly [name: string]: unknown };

/** The servers of a parsed configuration. Undefined when there is no server list in it. */
export function serverListOf(root: unknown): ServerList | undefined {
  const list = isObject(root) ? findList(root) : undefined;
  if (!list) return undefined;
  const servers: ListedServer[] = [];
  const unusable: string[] = [];
  for (const [name, entry] of Object.entries(list)) {
    const spec = isObject(entry) ? specOf(entry) : undefined;
    if (spec) servers.push({ name, spec });
    else unusable.push(name);
  }
  return { servers, unusable };
}

/** The JSON text of a configuration with this one server, as most programs read it: `{"mcpServers": {NAME: …}}`. */
export function serverListText({ name, spec }: ListedServer): string {
  return JSON.stringify({ mcpServers: { [name]: entryOf(spec) } }, null, 2);
}

/** Empty members are left out; of a header that is repeated an entry can only have the last. */
function entryOf(spec: ConnectSpec): Fields {
  if (spec.transport === 'stdio') {
    const { command, args, env, cwd } = spec;
    return {
      type: 'stdio',
      command,
      ...(args.length > 0 ? { args } : {}),
      ...(Object.keys(env).length > 0 ? { env } : {}),
      ...(cwd === undefined ? {} : { cwd }),
    };
  }
  const { url, headers } = spec;
  return { type: 'http', url, ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}) };
}

/** The object whose members are servers: under its usual names, or the whole text when it is just that (or one server). */
function findList(root: Fields): Fields | undefined {
  const nested = isObject(root['mcp']) ? root['mcp']['servers'] : undefined;
  for (const candidate of [root['mcpServers'], root['servers'], nested]) if (isObject(candidate)) return candidate;
  if (specOf(root)) return { server: root };
  const values = Object.values(root);
  return values.length > 0 && values.every((value) => isObject(value) && specOf(value)) ? root : undefined;
}

function specOf(entry: Fields): ConnectSpec | undefined {
  const { command, url, serverUrl } = entry;
  if (typeof command === 'string' && command !== '') {
    const cwd = typeof entry['cwd'] === 'string' ? { cwd: entry['cwd'] } : {};
    return {
      transport: 'stdio',
      command,
      args: Array.isArray(entry['args']) ? entry['args'].map(String) : [],
      env: strings(entry['env']),
      ...cwd,
    };
  }
  const address = typeof url === 'string' ? url : serverUrl;
  if (typeof address !== 'string' || !/^https?:/i.test(address)) return undefined;
  return { transport: 'streamable-http', url: address, headers: Object.entries(strings(entry['headers'])) };
}

function strings(value: unknown): { readonly [name: string]: string } {
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)])) : {};
}
