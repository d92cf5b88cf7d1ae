/** Classifies why a server process could not be started. The web page translates `reason` into a text. */
import { isFolder } from '../base/index.ts';
import type { StdioSpec } from '#shared/relay-protocol';

export interface SpawnProblem {
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
