/** Servers from a text that a person has: a host's configuration, the registry's `server.json`, an install link. Told by content. */
import { parse, type ParseError } from 'jsonc-parser/lib/esm/main.js';
import { parse as parseToml } from 'smol-toml';
import { isObject } from '#shared/jsonrpc';
import { specOf, type Fields, wordOf } from './entries.ts';
import { openValues } from './placeholders.ts';
import { isServerJson, registryServers } from './server-json.ts';
import type { ClientConfig, ListedServer, UnusableEntry, OpenValue } from './types.ts';

/**
 * Read the servers of a configuration: JSON with comments and trailing commas as hosts allow them, TOML (Codex), or a link
 * `vscode:mcp/install?…` or `cursor://…/mcp/install?…`. Undefined when the text is none of these or has no list of servers.
 * Never throws.
 */
export function readClientConfig(text: string): ClientConfig | undefined {
  try {
    return configIn(text.replace(/^\ufeff/, '').trim());
  } catch (error) {
    // Nested more deeply than the parsers can follow: no host reads that either.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function configIn(plain: string): ClientConfig | undefined {
  const root = linkedEntry(plain) ?? jsonOf(plain) ?? tomlOf(plain);
  if (!isObject(root)) return undefined;
  if (isServerJson(root)) return registryServers(root);
  const list = findList(root);
  if (!list) return undefined;
  const known = inputsOf(root);
  const servers: ListedServer[] = [];
  const unusable: UnusableEntry[] = [];
  for (const [name, entry] of Object.entries(list)) {
    const spec = isObject(entry) ? specOf(entry) : undefined;
    if (!spec || !isObject(entry)) {
      unusable.push({ name, why: 'nothing' });
      continue;
    }
    const settings = entry['lifeline'];
    servers.push({ name, spec, open: openValues(spec, known), ...(isObject(settings) ? { settings } : {}) });
  }
  return { servers, unusable };
}

function jsonOf(text: string): unknown {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : root;
}

function tomlOf(text: string): unknown {
  // Most texts are none; the parser is asked only where a table of servers begins.
  if (!/^[ \t]*(?:\[[ \t]*mcp_servers[ \t]*[.\]]|mcp_servers[ \t]*[.=])/m.test(text)) return undefined;
  try {
    return parseToml(text);
  } catch {
    return undefined;
  }
}

/** Names under which hosts keep their servers. */
const LISTS = ['mcpServers', 'servers', 'context_servers', 'mcp_servers'] as const;

/** The object whose members are servers: under its usual names, or the whole text when it is just that (or one server). */
function findList(root: Fields): Fields | undefined {
  for (const name of LISTS) if (isObject(root[name])) return root[name];
  const { mcp } = root;
  if (isObject(mcp)) {
    if (isObject(mcp['servers'])) return mcp['servers'];
    if (isList(mcp)) return mcp;
  }
  if (specOf(root)) return { [typeof root['name'] === 'string' ? root['name'] : 'server']: root };
  return isList(root) ? root : undefined;
}

const isList = (candidate: Fields): boolean => {
  const values = Object.values(candidate);
  return values.length > 0 && values.every((value) => isObject(value) && specOf(value) !== undefined);
};

/** The declared inputs of a configuration: `promptString` and `pickString`; others have nothing to ask with and are left out. */
function inputsOf(root: Fields): readonly OpenValue[] {
  const nested = isObject(root['mcp']) ? root['mcp']['inputs'] : undefined;
  const list = [root['inputs'], nested].find((each) => Array.isArray(each)) ?? [];
  return list.flatMap((each: unknown): OpenValue[] => {
    if (!isObject(each) || typeof each['id'] !== 'string') return [];
    const { id, description, default: otherwise, options, password } = each;
    const choices = Array.isArray(options)
      ? options.map((option: unknown) => wordOf(isObject(option) ? option['value'] : option))
      : undefined;
    return [
      {
        name: id,
        kind: 'input',
        secret: password === true,
        required: true,
        ...(typeof description === 'string' ? { description } : {}),
        ...(typeof otherwise === 'string' ? { default: otherwise } : {}),
        ...(choices === undefined ? {} : { choices }),
      },
    ];
  });
}

const VSCODE = /^vscode(?:-insiders)?:\/{0,2}mcp\/install\?(.+)$/s;

/**
 * The configuration that a link carries which installs a server in a host, as a file would have it; undefined for any other text:
 * `vscode:mcp/install?{JSON}` (percent-encoded, the name inside) and `cursor://anysphere.cursor-deeplink/mcp/install?name=NAME&config=BASE64`.
 */
function linkedEntry(text: string): Fields | undefined {
  const [, query] = VSCODE.exec(text) ?? [];
  try {
    if (query !== undefined) {
      const { inputs, ...entry } = JSON.parse(decodeURIComponent(query)) as Fields;
      return { servers: { [nameOr(entry['name'])]: entry }, ...(inputs === undefined ? {} : { inputs }) };
    }
    if (!/^(?:cursor:\/\/|https:\/\/cursor\.com\/)\S*$/.test(text) || !text.includes('mcp/install?')) return undefined;
    const { searchParams } = new URL(text);
    const packed = (searchParams.get('config') ?? '').replaceAll(' ', '+');
    const bytes = Uint8Array.from(atob(packed), (each) => each.charCodeAt(0));
    return {
      mcpServers: { [nameOr(searchParams.get('name'))]: JSON.parse(new TextDecoder().decode(bytes)) as unknown },
    };
  } catch {
    return undefined;
  }
}

const nameOr = (name: unknown): string => (typeof name === 'string' && name !== '' ? name : 'server');
