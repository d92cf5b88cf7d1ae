/** What a server process inherits: enough to find programs and the home folder, and none of the person's secrets. */
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { errorText } from '#shared/base';
import { UnreadableFile } from '../base/index.ts';
import type { ConnectSpec } from '#shared/relay-protocol';

const POSIX = ['HOME', 'LANG', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'];
const WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/** The environment of a server process: a few inherited variables, then those that the person gave, which take precedence. */
export function serverEnvironment(
  given: { readonly [name: string]: string },
  own: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const inherited: [string, string][] = [];
  // Of names that differ only in case Windows takes the first in the alphabet.
  const isGiven = (name: string): boolean =>
    platform === 'win32' && Object.keys(given).some((each) => each.toUpperCase() === name);
  for (const name of platform === 'win32' ? WINDOWS : POSIX) {
    const value = own[name];
    // Bash exports functions as variables that begin like this: code, not a setting.
    if (value !== undefined && !value.startsWith('()') && !isGiven(name)) inherited.push([name, value]);
  }
  return Object.fromEntries([...inherited, ...Object.entries(given)]);
}

/** Bytes; a longer file is a mistake. */
const LARGEST = 1024 * 1024;

/**
 * The connection with the variables of its file in place of the file's name. What the connection sets itself goes before. The path
 * is relative to `base`, the folder of the command unless told otherwise; `~/` is the home folder. Throws a sentence when the file
 * can't be read.
 */
export function withEnvFile(spec: ConnectSpec, base?: string): ConnectSpec {
  if (spec.transport !== 'stdio' || spec.envFile === undefined) return spec;
  const { envFile, ...rest } = spec;
  const path = resolve(base ?? rest.cwd ?? '.', envFile.replace(/^~(?=[\\/])/, homedir()));
  return { ...rest, env: { ...variablesIn(path), ...rest.env } };
}

function variablesIn(path: string): { readonly [name: string]: string } {
  try {
    const about = statSync(path);
    if (!about.isFile() || about.size > LARGEST) throw new Error('it is not a file of at most 1 MiB');
    // Without a prototype, which a file may not set; a value that is absent is none.
    const entries = Object.entries(parseEnv(readFileSync(path, 'utf8').replace(/^\ufeff/, '')));
    return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  } catch (error) {
    throw new UnreadableFile(`The file of variables ${path} can’t be read: ${errorText(error)}`, { cause: error });
  }
}
