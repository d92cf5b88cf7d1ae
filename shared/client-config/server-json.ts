/** The registry's `server.json` (2025-12-11, also 2025-07-09): packages become commands, remotes addresses, gaps `${input:NAME}`. */
import { isObject } from '#shared/jsonrpc';
import type { StdioSpec } from '#shared/relay-protocol';
import type { Fields } from './entries.ts';
import { InputNames, member, textOf } from './registry-input.ts';
import type { ClientConfig, ListedServer, UnusableEntry } from './types.ts';

/** True for a parsed `server.json`: a name with a slash, and packages or remotes. */
export function isServerJson(root: Fields): boolean {
  const inner = isObject(root['server']) ? root['server'] : root;
  return typeof inner['name'] === 'string' && [inner['packages'], inner['remotes']].some((each) => Array.isArray(each));
}

/** The servers of a `server.json`, or of the registry's answer that wraps one. */
export function registryServers(root: Fields): ClientConfig {
  const inner = isObject(root['server']) ? root['server'] : root;
  const whole = String(inner['name']);
  const short = whole.split('/').pop() || whole;
  const servers: ListedServer[] = [];
  const unusable: UnusableEntry[] = [];
  for (const each of objects(inner['packages'])) {
    const type = textOf(member(each, 'registryType')) ?? '';
    const made = packageServer(each, textOf(inner['version']));
    const name = `${short} (${type || 'package'})`;
    if (typeof made === 'string') unusable.push({ name, why: made });
    else servers.push({ name, ...made });
  }
  for (const [at, each] of objects(inner['remotes']).entries()) {
    const made = remoteServer(each);
    const name = at === 0 ? `${short} (remote)` : `${short} (remote ${at + 1})`;
    if (made) servers.push({ name, ...made });
    else unusable.push({ name, why: 'nothing' });
  }
  return { servers: distinct(servers), unusable };
}

type Made = Omit<ListedServer, 'name'>;

function packageServer(given: Fields, version: string | undefined): Made | UnusableEntry['why'] {
  const names = new InputNames();
  const made = packageCommand(given, version, names);
  if (typeof made === 'string') return made;
  const env: [string, string][] = [];
  for (const each of objects(member(given, 'environmentVariables'))) {
    const name = textOf(each['name']);
    if (name !== undefined) env.push([name, names.text(each, name)]);
  }
  const transport = member(given, 'transport');
  const url = isObject(transport) ? textOf(transport['url']) : undefined;
  // Such a package listens at an address once it runs; a person starts it, and connects there.
  if (isObject(transport) && transport['type'] !== 'stdio' && url !== undefined)
    return remoteServer(transport) ?? 'nothing';
  const spec: StdioSpec = {
    transport: 'stdio',
    command: made.command,
    args: made.groups.flat(),
    env: Object.fromEntries(env),
  };
  return { spec, groups: made.groups, open: names.open };
}

function remoteServer(given: Fields): Made | undefined {
  const names = new InputNames();
  const url = textOf(given['url']);
  if (url === undefined || !/^https?:/i.test(url)) return undefined;
  const address = names.variables(url, given['variables']);
  const headers = objects(given['headers']).flatMap((each): [string, string][] => {
    const name = textOf(each['name']);
    return name === undefined ? [] : [[name, names.text(each, name)]];
  });
  return { spec: { transport: 'streamable-http', url: address, headers }, open: names.open };
}

function objects(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((each: unknown) => isObject(each)) : [];
}

/** Two packages of one type would have one name. */
function distinct(servers: readonly ListedServer[]): readonly ListedServer[] {
  const seen = new Map<string, number>();
  return servers.map((server) => {
    const count = (seen.get(server.name) ?? 0) + 1;
    seen.set(server.name, count);
    return count === 1 ? server : { ...server, name: `${server.name} ${count}` };
  });
}

interface PackageCommand {
  readonly command: string;
  /** Arguments in groups that go or stay together. */
  readonly groups: readonly (readonly string[])[];
}

/** The usual runner of each type of package, where the file hints at none. */
const RUNNERS: { readonly [type: string]: string } = { npm: 'npx', pypi: 'uvx', oci: 'docker', nuget: 'dnx' };
/** An exact version is written behind this. */
const VERSION_MARK: { readonly [type: string]: string } = { npm: '@', pypi: '==', oci: ':', nuget: '@' };

/** How a package is run, as an argument list that no shell ever reads, or why it can't be. `version` is the server's, for packages without one of their own. */
function packageCommand(
  given: Fields,
  version: string | undefined,
  names: InputNames,
): PackageCommand | UnusableEntry['why'] {
  const type = textOf(member(given, 'registryType')) ?? textOf(given['registry_name']) ?? '';
  const identifier = textOf(given['identifier']) ?? textOf(given['name']);
  if (type === 'mcpb') return 'bundle';
  const runner = textOf(member(given, 'runtimeHint')) ?? RUNNERS[type];
  if (identifier === undefined) return 'nothing';
  if (runner === undefined) return 'package-type';
  const exact = textOf(given['version']) ?? version;
  const runtime = argumentsOf(member(given, 'runtimeArguments'), names);
  const own = argumentsOf(member(given, 'packageArguments'), names);
  const versioned = withVersion(type, identifier, exact);
  const before = runtime.length > 0 ? runtime : usualArguments(runner, member(given, 'environmentVariables'));
  const separator = runner === 'dnx' && own.length > 0 ? [['--yes'], ['--']] : [];
  return { command: runner, groups: [...before, [versioned], ...separator, ...own] };
}

function withVersion(type: string, identifier: string, version: string | undefined): string {
  if (version === undefined || version === '' || version === 'latest') return identifier;
  // An image is named with its tag or digest by newer files; a scoped package begins with the mark.
  const named = type === 'oci' ? /[@:][^/]*$/.test(identifier) : identifier.lastIndexOf('@') > 0;
  return named ? identifier : `${identifier}${VERSION_MARK[type] ?? '@'}${version}`;
}

/** What a runner needs when the file says nothing: not to ask, and for a container its input and the names of its variables. */
function usualArguments(runner: string, variables: unknown): readonly (readonly string[])[] {
  if (runner === 'npx') return [['-y']];
  if (runner !== 'docker' && runner !== 'podman') return [];
  const names = (Array.isArray(variables) ? variables : []).map((each: unknown) =>
    isObject(each) ? textOf(each['name']) : undefined,
  );
  return [['run'], ['-i'], ['--rm'], ...names.filter((name) => name !== undefined).map((name) => ['-e', name])];
}

function argumentsOf(list: unknown, names: InputNames): readonly (readonly string[])[] {
  return (Array.isArray(list) ? list : []).flatMap((each: unknown): string[][] => {
    if (!isObject(each)) return [];
    const flag = each['type'] === 'named' ? textOf(each['name']) : undefined;
    const hint = textOf(member(each, 'valueHint'));
    // An option without a value, a default or a hint of one is a switch.
    const isSwitch = flag !== undefined && ['value', 'default', 'choices'].every((name) => each[name] === undefined);
    if (isSwitch && hint === undefined && each['format'] === undefined && member(each, 'isRequired') !== true)
      return [[flag]];
    const text = names.text(each, hint ?? flag?.replace(/^-+/, '') ?? 'argument');
    return [flag === undefined ? [text] : [flag, text]];
  });
}
