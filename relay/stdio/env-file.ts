/** The file of variables that a configuration names (`envFile` of VS Code and Cursor, `--env-file`). */
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { errorText } from '#shared/base';
import { UnreadableFile } from '../base/index.ts';
import type { ConnectSpec } from '#shared/relay-protocol';

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
