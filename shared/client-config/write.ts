/** A list of servers as the text of a configuration that other hosts read too. */
import { defined } from '#shared/base';
import type { ConnectSpec } from '#shared/relay-protocol';
import type { Fields } from './entries.ts';

export interface WrittenServer {
  readonly name: string;
  readonly spec: ConnectSpec;
  /** Written as our own member, which other hosts leave alone. */
  readonly settings?: Fields;
}

/** The JSON text of a configuration with these servers, as most hosts read it: `{"mcpServers": {NAME: …}}`. */
export function clientConfigText(servers: readonly WrittenServer[]): string {
  return JSON.stringify({ mcpServers: Object.fromEntries(servers.map((each) => [each.name, entryOf(each)])) }, null, 2);
}

/** The connection with a placeholder in place of each value of a variable or header: `${NAME}`. */
export function withoutValues(spec: ConnectSpec): ConnectSpec {
  const placeholder = (name: string): string => `\${${name.toUpperCase().replaceAll(/[^A-Z\d]+/g, '_')}}`;
  return spec.transport === 'stdio'
    ? { ...spec, env: Object.fromEntries(Object.keys(spec.env).map((name) => [name, `\${${name}}`])) }
    : { ...spec, headers: spec.headers.map(([name]) => [name, placeholder(name)]) };
}

/** Empty members are left out; of a header that is repeated an entry can only have the last. */
function entryOf({ spec, settings }: WrittenServer): Fields {
  const own = settings === undefined || Object.keys(settings).length === 0 ? {} : { lifeline: settings };
  if (spec.transport === 'stdio') {
    const { command, args, env, cwd, envFile } = spec;
    return {
      type: 'stdio',
      command,
      ...(args.length > 0 ? { args } : {}),
      ...(Object.keys(env).length > 0 ? { env } : {}),
      ...defined({ envFile, cwd }),
      ...own,
    };
  }
  const { url, headers } = spec;
  return { type: 'http', url, ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}), ...own };
}
