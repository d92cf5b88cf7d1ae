/**
 * A guard for each server: a small shell that holds the end of a pipe from the relay. When the relay dies, however it
 * dies (SIGKILL included), the pipe closes and the guard ends the server's process group: no orphan outlives the relay.
 */
import { spawn } from 'node:child_process';

// `read` returns when the pipe closes. Then the polite signal, up to two seconds, and the other one.
const SCRIPT = `
read _
kill -s TERM -- "-$0" || exit
i=0
while [ $i -lt 20 ] && kill -s 0 -- "-$0"; do sleep 0.1; i=$((i + 1)); done
kill -s KILL -- "-$0"
`;

/** Guard the process group led by `pid`; the result ends the guard, once the group is gone. Does nothing on Windows. */
export function guardGroup(pid: number): () => void {
  if (process.platform === 'win32') return () => {};
  const guard = spawn('/bin/sh', ['-c', SCRIPT, String(pid)], {
    // Its own group: a Ctrl-C in the terminal, which ends the relay, must not end the guard first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
  });
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  return () => guard.kill('SIGKILL');
}
