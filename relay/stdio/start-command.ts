/** Starts what somebody typed or a configuration names. */
import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { createRequire } from 'node:module';
import { isFolder } from '../base/index.ts';
import type { StdioSpec } from '#shared/relay-protocol';

/** The part of `cross-spawn` that execa uses, too: what would be started, and the program that was found, if any. */
interface CrossSpawn {
  _parse(
    command: string,
    args: readonly string[],
    options: SpawnOptionsWithoutStdio,
  ): {
    readonly command: string;
    readonly args: readonly string[];
    readonly options: SpawnOptionsWithoutStdio;
    readonly file?: string;
  };
}

/**
 * Start `command` with pipes. On Windows it is searched for by PATH and PATHEXT, and what is a script there (`npx` is `npx.cmd`) is
 * run by `cmd.exe` with its arguments quoted for that. Throws, or gives a child without a number that emits `error`, when it can't be
 * started; a command that is not found has the code ENOENT either way.
 */
export function startCommand(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio = {},
): ChildProcessWithoutNullStreams {
  const hidden = { ...options, windowsHide: true };
  // Loading it would delay the host of a tap.
  if (process.platform !== 'win32') return spawn(command, args, hidden);
  const { _parse: parse } = createRequire(import.meta.url)('cross-spawn') as CrossSpawn;
  const found = parse(command, args, hidden);
  // `cmd.exe` would start all the same, with an error of its own.
  if (!found.file) throw Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT' });
  return spawn(found.command, found.args, found.options);
}

interface SpawnProblem {
  /** Error code of the system, such as `ENOENT`. */
  readonly code: string;
  readonly reason: 'bad-folder' | 'command-not-found' | 'not-executable' | 'spawn-failed';
  /** By `reason`: the folder, the command, or the error message of the system (`spawn-failed`). */
  readonly detail: string;
}

/** Checks the folder first, because the system reports ENOENT both for a missing folder and for a missing command. */
export function explainSpawnError(error: unknown, spec: Pick<StdioSpec, 'command' | 'cwd'>): SpawnProblem {
  const { code = 'unknown', message } = error as NodeJS.ErrnoException;
  if (spec.cwd !== undefined && !isFolder(spec.cwd)) return { code, reason: 'bad-folder', detail: spec.cwd };
  if (code === 'ENOENT') return { code, reason: 'command-not-found', detail: spec.command };
  if (code === 'EACCES') return { code, reason: 'not-executable', detail: spec.command };
  return { code, reason: 'spawn-failed', detail: message };
}
