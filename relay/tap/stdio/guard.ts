/**
 * A small shell that outlives the tap. When the tap dies in a way that it can't answer (SIGKILL), the pipe that the shell reads
 * closes, and the server gets the same signal, which was meant for it. Nothing but the server: the process group is the host's.
 */
import { spawn } from 'node:child_process';

/** `read` fails when the pipe closes. */
const SCRIPT = 'read -r _ || kill -KILL "$1"';

/** Guard process `pid`; the result ends that. Does nothing on Windows, which has no such shell. */
export function guardServer(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(pid)], {
    // A signal to the host's group must not end the guard first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    cwd: '/',
  });
  guard.on('error', () => undefined);
  // Without free file descriptors it has no pipe.
  (guard.stdin as typeof guard.stdin | undefined)?.on('error', () => undefined);
  guard.unref();
  return () => void guard.kill('SIGKILL');
}
