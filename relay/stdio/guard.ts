/**
 * A guard for each server: a small shell that holds the end of a pipe from the relay. When the relay dies, however it
 * dies (SIGKILL included), the pipe closes and the guard ends the server's process group, and what left the group but carries
 * the mark of the session. A guard that is killed is replaced.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { MARK } from './strays.ts';

// The first line of the pipe is the mark; it comes that way so that no argument of the guard looks like it. The second `read`
// returns when the pipe closes. Then the polite signal, up to two seconds, and the other one until nobody is left.
const SCRIPT = `
read -r mark
read -r _
marked() {
  [ -n "$mark" ] || return
  if [ -r /proc/self/environ ]; then
    for file in $(grep -lF "${MARK}=$mark" /proc/[0-9]*/environ); do
      pid=\${file#/proc/}
      pid=\${pid%/environ}
      [ -O "/proc/$pid" ] && echo "$pid"
    done
  else
    ps -xww -E -o pid=,command= | while read -r pid rest; do
      case " $rest " in *" ${MARK}=$mark "*) echo "$pid" ;; esac
    done
  fi
}
left() { kill -s 0 -- "-$0" || [ -n "$(marked)" ]; }
end() {
  kill -s "$1" -- "-$0"
  for pid in $(marked); do kill -s "$1" "$pid"; done
}
left || exit
end TERM
i=0
while [ $i -lt 20 ] && left; do sleep 0.1; i=$((i + 1)); done
i=0
while [ $i -lt 10 ] && left; do end KILL; sleep 0.1; i=$((i + 1)); done
`;

/** A guard that lived shorter than this, in milliseconds, is replaced after as long: no loop of starts takes the machine. */
const SETTLED = 1000;

/**
 * Guard the process group led by `pid` and what carries `mark`; the result ends the guard, once all of them are gone. Does
 * nothing on Windows.
 */
export function guardServer(pid: number, mark: string): () => void {
  if (process.platform === 'win32') return () => {};
  let guard: ChildProcess;
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const start = (): void => {
    const began = performance.now();
    guard = startGuard(pid, mark);
    let lost = false;
    const replace = (): void => {
      if (over || lost) return;
      lost = true;
      if (performance.now() - began > SETTLED) start();
      else timer = setTimeout(start, SETTLED).unref();
    };
    // One that could not be started has no exit.
    guard.once('error', replace);
    guard.once('exit', replace);
  };
  start();
  return () => {
    over = true;
    clearTimeout(timer);
    guard.kill('SIGKILL');
  };
}

function startGuard(pid: number, mark: string): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, String(pid)], {
    // Its own group: a Ctrl-C in the terminal, which ends the relay, must not end the guard first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
  });
  // One that could not be started for want of files has no pipe; its `error` is still to come.
  if (guard.pid === undefined) return guard;
  guard.stdin.on('error', () => {});
  guard.stdin.write(`${mark}\n`);
  guard.unref();
  return guard;
}
