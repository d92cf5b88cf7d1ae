/**
 * One entry of a list of servers, in the spellings of the hosts: Claude Desktop, Claude Code, Cursor, VS Code, Cline and Windsurf
 * (`command`, `url` or `serverUrl`), Zed (`command` as a text, earlier as `{path, args, env}`), Codex (`bearer_token_env_var`,
 * `env_http_headers`, `env_vars`) and opencode (`command` as a list, `environment`). No specification defines them; the members
 * are those that these programs read.
 */
import { isObject } from '#shared/jsonrpc';
import type { ConnectSpec, HttpSpec, StdioSpec } from '#shared/relay-protocol';

export type Fields = { readonly [name: string]: unknown };

/** The connection of an entry, or undefined when it has neither a command nor an address. */
export function specOf(entry: Fields): ConnectSpec | undefined {
  return stdioOf(entry) ?? httpOf(entry);
}

function stdioOf(entry: Fields): StdioSpec | undefined {
  const { command } = entry;
  if (isObject(command)) return stdioOf({ ...entry, ...command, command: command['path'] });
  const [program, ...before] = Array.isArray(command) ? command.map(wordOf) : [command];
  if (typeof program !== 'string' || program === '') return undefined;
  const args = Array.isArray(entry['args']) ? entry['args'].map(wordOf) : [];
  // Codex hands on variables of its own environment by their names.
  const handed = (Array.isArray(entry['env_vars']) ? entry['env_vars'] : [])
    .map((each: unknown) => (isObject(each) ? each['name'] : each))
    .filter((name) => typeof name === 'string' && name !== '')
    .map((name) => [String(name), `\${${String(name)}}`]);
  return {
    transport: 'stdio',
    command: program,
    args: [...before.map(wordOf), ...args],
    env: { ...Object.fromEntries(handed), ...texts(entry['environment']), ...texts(entry['env']) },
    ...(typeof entry['cwd'] === 'string' ? { cwd: entry['cwd'] } : {}),
    ...(typeof entry['envFile'] === 'string' ? { envFile: entry['envFile'] } : {}),
  };
}

function httpOf(entry: Fields): HttpSpec | undefined {
  const address = typeof entry['url'] === 'string' ? entry['url'] : entry['serverUrl'];
  if (typeof address !== 'string' || !/^https?:/i.test(address)) return undefined;
  const token = entry['bearer_token_env_var'];
  const headers = Object.entries({ ...texts(entry['headers']), ...texts(entry['http_headers']) });
  const named = Object.entries(texts(entry['env_http_headers'])).map(([name, variable]) => [name, `\${${variable}}`]);
  return {
    transport: 'streamable-http',
    url: address,
    headers: [
      ...headers,
      ...named.map(([name = '', value = '']): [string, string] => [name, value]),
      ...(typeof token === 'string' && token !== '' ? [['Authorization', `Bearer \${${token}}`] as const] : []),
    ],
  };
}

/** A value where a text is due: a structure as its JSON, for a member called `toString` would make a text of it fail. */
export const wordOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Members as texts; those that are null or structures are left out. */
function texts(value: unknown): { readonly [name: string]: string } {
  if (!isObject(value)) return {};
  const entries = Object.entries(value).filter(([, each]) => each !== null && typeof each !== 'object');
  return Object.fromEntries(entries.map(([name, each]) => [name, String(each)]));
}
