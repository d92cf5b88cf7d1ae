/**
 * Placeholders of configuration files: `${NAME}` and `${NAME:-default}` (Claude Code), `${env:NAME}`, `${input:NAME}`,
 * `${workspaceFolder}` and the like (VS Code, Cursor), `{env:NAME}` (opencode). One is filled once: a value is never searched for
 * placeholders.
 */
import { defined } from '#shared/base';
import type { ConnectSpec } from '#shared/relay-protocol';
import type { ListedServer, OpenValue } from './types.ts';

/** Folders and words that only the host knows that the file was written for. */
const PLACES: ReadonlySet<string> = new Set([
  'workspaceFolder',
  'workspaceRoot',
  'workspaceFolderBasename',
  'userHome',
  'pathSeparator',
  '/',
  '__dirname',
  'CLAUDE_PLUGIN_ROOT',
  'extensionPath',
]);

// Each character fits one part alone: a text of a stranger takes time in proportion to its length.
const PLACEHOLDER = /\$\{(env:|input:|config:)?((?:(?!:-)[^{}$])+)(?::-([^{}]*))?\}|(?<!\$)\{(env):([A-Za-z_]\w*)\}/g;

interface Placeholder {
  readonly name: string;
  readonly kind: OpenValue['kind'];
  readonly otherwise?: string;
}

function placeholderOf(match: readonly (string | undefined)[]): Placeholder {
  const [, prefix, name = '', otherwise, , variable] = match;
  if (variable !== undefined) return { name: variable, kind: 'environment' };
  const rest = otherwise === undefined ? {} : { otherwise };
  if (prefix === 'input:') return { name, kind: 'input', ...rest };
  if (prefix === 'config:' || (prefix === undefined && (PLACES.has(name) || name.startsWith('workspaceFolder:'))))
    return { name: prefix === undefined ? name : `${prefix}${name}`, kind: 'place', ...rest };
  return { name, kind: 'environment', ...rest };
}

function textsOf(spec: ConnectSpec): readonly string[] {
  if (spec.transport === 'streamable-http') return [spec.url, ...spec.headers.map(([, value]) => value)];
  const { command, args, env, cwd, envFile } = spec;
  return [command, ...args, ...Object.values(env), ...[cwd, envFile].filter((each) => each !== undefined)];
}

/** A name that speaks of a secret; the value is then typed unseen. */
const SECRET = /secret|token|passw|api[-_]?key|credential|auth|private[-_]?key/i;

/** What the placeholders of a connection stand for, each once. `known` describes inputs that the file declares. */
export function openValues(spec: ConnectSpec, known: readonly OpenValue[] = []): readonly OpenValue[] {
  const found = new Map<string, OpenValue>();
  for (const text of textsOf(spec))
    for (const match of text.matchAll(PLACEHOLDER)) {
      const { name, kind, otherwise } = placeholderOf(match);
      if (found.has(name)) continue;
      const declared = kind === 'input' ? known.find((each) => each.name === name) : undefined;
      const plain: OpenValue = { name, kind, secret: SECRET.test(name), required: true };
      found.set(name, {
        ...(declared ?? plain),
        ...(otherwise === undefined ? {} : { default: otherwise, required: false }),
      });
    }
  return [...found.values()];
}

/**
 * The connection with its open values put in: what `valueOf` gives, else the default. An empty text counts as given. What has a
 * value that is neither given nor required is left out: the variable, the header, the group of arguments. `missing` names the required
 * values that are not given; their placeholders are still in the connection.
 */
export function fillServer({ spec, open, groups }: ListedServer, valueOf: (value: OpenValue) => string | undefined) {
  const missing = new Set<string>();
  const inOrder = (): readonly string[] => open.map(({ name }) => name).filter((name) => missing.has(name));
  const values = new Map(open.map((each) => [each.name, each]));
  /** Undefined when the text goes, because a value that may be absent is. */
  const fill = (text: string): string | undefined => {
    let gone = false;
    const filled = text.replaceAll(PLACEHOLDER, (all: string, ...match: (string | undefined)[]) => {
      const { name, otherwise } = placeholderOf([all, ...match]);
      const described = values.get(name);
      const value = (described && valueOf(described)) ?? otherwise ?? described?.default;
      if (value !== undefined) return value;
      if (described?.required === false) gone = true;
      else missing.add(name);
      return all;
    });
    return gone ? undefined : filled;
  };
  const pairs = <Pair extends readonly [string, string]>(given: readonly Pair[]): [string, string][] =>
    given.flatMap(([name, text]) => {
      const value = fill(text);
      return value === undefined ? [] : [[name, value] as [string, string]];
    });
  if (spec.transport === 'streamable-http')
    return {
      spec: { ...spec, url: fill(spec.url) ?? spec.url, headers: pairs(spec.headers) },
      missing: inOrder(),
    };
  const args = (groups ?? spec.args.map((arg) => [arg])).flatMap((group) => {
    const texts = group.map(fill);
    return texts.every((each) => each !== undefined) ? texts : [];
  });
  const { cwd, envFile, ...rest } = spec;
  const place = cwd === undefined ? undefined : fill(cwd);
  const file = envFile === undefined ? undefined : fill(envFile);
  return {
    spec: {
      ...rest,
      command: fill(spec.command) ?? spec.command,
      args,
      env: Object.fromEntries(pairs(Object.entries(spec.env))),
      ...defined({ cwd: place, envFile: file }),
    },
    missing: inOrder(),
  };
}
