/** The configurations of hosts on this machine: found, read, and what is in them. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { errorText } from '#shared/base';
import {
  configEntries,
  configPlaces,
  namedPlace,
  type ConfigEntry,
  type ConfigFormat,
  type ConfigPlace,
} from '#shared/client-config';

/** Claude Code writes its history into its configuration. */
const MAX_CONFIG_BYTES = 64 * 1024 * 1024;

export interface ConfigFile extends ConfigPlace {
  readonly text: string;
  /** The file itself, where `path` is a link. */
  readonly target: string;
  readonly entries: readonly ConfigEntry[];
}

export interface Looked {
  /** Ids of hosts; all where none is named. */
  readonly hosts: readonly string[];
  /** Files in place of those of hosts. */
  readonly configs: readonly string[];
  /** Files beside those of all hosts; a missing one is no problem. */
  readonly more?: readonly string[];
}

/** Why a file is not used: `missing`, `no-file` and `empty` only for one that a person named. */
export interface FileProblem {
  readonly path: string;
  readonly format: ConfigFormat;
  readonly why: 'missing' | 'no-file' | 'empty' | 'format' | 'system';
  readonly detail: string;
}

export interface FoundFiles {
  readonly files: readonly ConfigFile[];
  readonly problems: readonly FileProblem[];
}

/** The selected files, each once, without those that have no servers. Never throws. */
export function findFiles({ hosts, configs, more = [] }: Looked, env: NodeJS.ProcessEnv): FoundFiles {
  const home = homeOf(env);
  const surroundings = { platform: process.platform, home, project: process.cwd(), env };
  const places =
    configs.length > 0
      ? configs.map((path) => namedPlace(resolve(path)))
      : configPlaces(surroundings)
          .filter(({ host }) => hosts.length === 0 || hosts.includes(host))
          .flatMap((place) => matching(place.path).map((path) => ({ ...place, path })));
  const others = hosts.length + configs.length > 0 ? [] : more.map(namedPlace);
  const files = new Map<string, ConfigFile>();
  const problems: FileProblem[] = [];
  for (const place of [...places, ...others]) {
    const file = readPlace(place, configs.length > 0);
    if (file && 'why' in file) problems.push(file);
    else if (file && !files.has(file.target)) files.set(file.target, file);
  }
  return { files: [...files.values()], problems };
}

/** The person's home folder, as programs see it. */
const homeOf = (env: NodeJS.ProcessEnv): string =>
  (process.platform === 'win32' ? env['USERPROFILE'] : env['HOME']) ?? homedir();

export function shortPath(path: string, env: NodeJS.ProcessEnv): string {
  const home = homeOf(env);
  return path.startsWith(join(home, '/')) ? join('~', path.slice(home.length)) : path;
}

/** Throws a sentence, or system errors. */
export function readConfig(path: string): string {
  const { size } = statSync(path);
  if (size > MAX_CONFIG_BYTES) throw new Error(`it is longer than ${MAX_CONFIG_BYTES} bytes`);
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  // What can't be decoded can't be written back unchanged.
  if (!Buffer.from(text).equals(bytes)) throw new Error('it is not UTF-8');
  return text;
}

function readPlace(place: ConfigPlace, isNamed: boolean): ConfigFile | FileProblem | undefined {
  const { path, format } = place;
  const problem = (why: FileProblem['why'], detail = ''): FileProblem => ({ path, format, why, detail });
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (!there?.isFile()) return isNamed ? problem(there ? 'no-file' : 'missing') : undefined;
    const text = readConfig(path);
    const entries = configEntries({ ...place, text });
    if (entries && entries.length > 0) return { ...place, text, target: realpathSync(path), entries };
    // Hosts make empty files.
    if (!entries && text.trim() !== '') return problem('format');
    return isNamed ? problem('empty') : undefined;
  } catch (error) {
    return problem('system', errorText(error));
  }
}

/** Paths that match a pattern with `*` in names of folders. */
function matching(pattern: string): readonly string[] {
  const star = pattern.indexOf('*');
  if (star < 0) return [pattern];
  const folder = dirname(`${pattern.slice(0, star)}x`);
  const [name = '', ...rest] = pattern.slice(folder.length + 1).split('/');
  const [before = '', after = ''] = name.split('*');
  return (isAbsolute(folder) ? namesIn(folder) : [])
    .filter((each) => each.startsWith(before) && each.endsWith(after))
    .flatMap((each) => matching([folder, each, ...rest].join('/')));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
