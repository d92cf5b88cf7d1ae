/** Why a server process could not be started, in a code that the page has words for. */
import { isFolder } from '../base/index.ts';
import type { StdioSpec } from '#shared/relay-protocol';

export interface SpawnProblem {
  readonly code: string;
  readonly reason: 'bad-folder' | 'command-not-found' | 'not-executable' | 'spawn-failed';
  /** The folder, the command, or the system's message. */
  readonly detail: string;
}

/** Tell a missing folder from a missing command: the system says ENOENT for both. */
export function explainSpawn(error: unknown, spec: Pick<StdioSpec, 'command' | 'cwd'>): SpawnProblem {
  const { code = 'unknown', message } = error as NodeJS.ErrnoException;
  if (spec.cwd !== undefined && !isFolder(spec.cwd)) return { code, reason: 'bad-folder', detail: spec.cwd };
  if (code === 'ENOENT') return { code, reason: 'command-not-found', detail: spec.command };
  if (code === 'EACCES') return { code, reason: 'not-executable', detail: spec.command };
  return { code, reason: 'spawn-failed', detail: message };
}
