/**
 * Server lists from the configuration files of other programs: `mcpServers` (Claude Desktop, Cursor and others) and
 * `servers` (VS Code), with comments and trailing commas as those programs allow.
 */
import { parse, type ParseError } from 'jsonc-parser';
import { DEFAULT_POLICY } from '#shared/driver';
import type { ConnectSpec } from '#shared/relay-protocol';
import type { SavedServer } from '../state/settings.svelte.ts';

export interface ParsedConfig {
  readonly servers: readonly SavedServer[];
  /** Names of entries that say neither a command nor an address. */
  readonly unusable: readonly string[];
}

type Fields = { readonly [name: string]: unknown };
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Read a configuration. Undefined when the text is not one: not JSON, or without any server list. */
export function parseConfig(text: string): ParsedConfig | undefined {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isFields(root)) return undefined;
  const list = findList(root);
  if (!list) return undefined;
  const servers: SavedServer[] = [];
  const unusable: string[] = [];
  for (const [name, entry] of Object.entries(list)) {
    const spec = isFields(entry) ? specOf(entry) : undefined;
    if (spec) servers.push({ name, spec, route: 'relay', policy: DEFAULT_POLICY });
    else unusable.push(name);
  }
  return { servers, unusable };
}

/** The object whose members are servers: under its usual names, or the whole text when it is just that (or one server). */
function findList(root: Fields): Fields | undefined {
  const nested = isFields(root['mcp']) ? root['mcp']['servers'] : undefined;
  for (const candidate of [root['mcpServers'], root['servers'], nested]) if (isFields(candidate)) return candidate;
  if (specOf(root)) return { server: root };
  const values = Object.values(root);
  return values.length > 0 && values.every((value) => isFields(value) && specOf(value)) ? root : undefined;
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
  return isFields(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)])) : {};
}
