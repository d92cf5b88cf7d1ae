/** The command that runs a package of `server.json`, as an argument list: no shell ever reads it. */
import { isObject } from '#shared/jsonrpc';
import type { Fields } from './entries.ts';
import { InputNames, member, textOf } from './registry-input.ts';
import type { UnusableEntry } from './types.ts';

export interface PackageCommand {
  readonly command: string;
  /** Arguments in groups that go or stay together. */
  readonly groups: readonly (readonly string[])[];
}

/** The usual runner of each type of package, where the file hints at none. */
const RUNNERS: { readonly [type: string]: string } = { npm: 'npx', pypi: 'uvx', oci: 'docker', nuget: 'dnx' };
/** An exact version is written behind this. */
const VERSION_MARK: { readonly [type: string]: string } = { npm: '@', pypi: '==', oci: ':', nuget: '@' };

/** How a package is run, or why it can't be. `version` is the server's, for packages without one of their own. */
export function packageCommand(
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
