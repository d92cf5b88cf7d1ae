/** A server that a configuration file names: `--config mcp.json --server NAME`. */
import { readFileSync } from 'node:fs';
import { parse, type ParseError } from 'jsonc-parser/lib/esm/main.js';
import { serverListOf, type ConnectSpec } from '#shared/relay-protocol';

/**
 * The server `name` of the configuration at `path`, or its only one; `${NAME}`, `${env:NAME}` and `${NAME:-default}` are filled
 * from `env`, as the programs do that read such files. Gives a sentence when there is no such file, server or variable.
 */
export function configuredServer(path: string, name: string | undefined, env: NodeJS.ProcessEnv): ConnectSpec | string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `${path} can’t be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  const errors: ParseError[] = [];
  const root: unknown = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
  const list = errors.length > 0 ? undefined : serverListOf(root);
  if (!list) return `${path} has no list of servers`;
  const { servers } = list;
  const chosen = name === undefined && servers.length === 1 ? servers[0] : servers.find((each) => each.name === name);
  if (chosen) return filled(chosen.spec, env);
  if (name !== undefined && list.unusable.includes(name)) return `“${name}” has neither a command nor an address`;
  const names = servers.map((each) => each.name).join(', ');
  return name === undefined
    ? `--server must say which: ${names}`
    : `${path} has no server “${name}”; there are: ${names}`;
}

function filled(spec: ConnectSpec, env: NodeJS.ProcessEnv): ConnectSpec | string {
  const unknown = new Set<string>();
  const fill = (text: string): string =>
    text.replaceAll(/\$\{(?:env:)?([^}]+?)(?::-([^}]*))?\}/g, (all, name: string, otherwise: string | undefined) => {
      const value = (Object.hasOwn(env, name) ? env[name] : undefined) ?? otherwise;
      if (value === undefined) unknown.add(name);
      return value ?? all;
    });
  const result: ConnectSpec =
    spec.transport === 'stdio'
      ? {
          ...spec,
          command: fill(spec.command),
          args: spec.args.map(fill),
          env: Object.fromEntries(Object.entries(spec.env).map(([name, value]) => [name, fill(value)])),
          ...(spec.cwd === undefined ? {} : { cwd: fill(spec.cwd) }),
        }
      : { ...spec, url: fill(spec.url), headers: spec.headers.map(([name, value]) => [name, fill(value)]) };
  return unknown.size === 0 ? result : `The configuration names variables that are not set: ${[...unknown].join(', ')}`;
}
