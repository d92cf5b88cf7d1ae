/**
 * A guard for each server: a small shell that holds the end of a pipe from the relay. When the relay dies, however it
 * dies (SIGKILL included), the pipe closes and the guard ends the server's process group, and what left the group but carries
 * the mark of the session. It runs before the server does, so that no moment is without one. A guard that is killed is replaced.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Writable } from 'node:stream';
import { MARK } from './strays.ts';

// `mark` is in its environment, under a name that is not the mark's own. The first line of the pipe is the process group; `read`
// fails when the pipe closes. A relay that died while it started the server never told the group: the mark finds the server all
// the same, for a process that is being started holds the pipe until its program begins. Then the polite signal, up to two
// seconds, and the other one until nobody is left.
const SCRIPT = `
read -r group && read -r _
marked() {
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
grouped() { [ -n "$group" ] && kill -s "$1" -- "-$group"; }
left() { grouped 0 || [ -n "$(marked)" ]; }
end() {
  grouped "$1"
  for pid in $(marked); do kill -s "$1" "$pid"; done
}
left || exit
end TERM
i=0
while [ $i -lt 20 ] && left; do sleep 0.1; i=$((i + 1)); done
i=0
while [ $i -lt 10 ] && left; do end KILL; sleep 0.1; i=$((i + 1)); done
`;

/** Milliseconds; a guard that lived shorter is replaced after as long, so that restarts never loop fast. */
const SETTLED = 1000;

export interface Guard {
  /** The server runs: it leads process group `pid`. */
  watch(pid: number): void;
  /** End the guard, once all that it guards is gone. */
  end(): void;
}

/** Guard the processes that carry `mark`, and the process group that `watch` names. Does nothing on Windows. */
export function guardServer(mark: string): Guard {
  if (process.platform === 'win32') return { watch: () => {}, end: () => {} };
  let guard: ChildProcessByStdio<Writable, null, null>;
  let timer: NodeJS.Timeout | undefined;
  let group: number | undefined;
  let over = false;
  const tell = (): void => {
    if (group !== undefined && guard.stdin.writable) guard.stdin.write(`${group}\n`);
  };
  const start = (): void => {
    const began = performance.now();
    guard = startGuard(mark);
    tell();
    let lost = false;
    const replace = (): void => {
      if (over || lost) return;
      lost = true;
      if (performance.now() - began > SETTLED) start();
      else timer = setTimeout(start, SETTLED).unref();
    };
    // A guard that could not be started has no exit.
    guard.once('error', replace);
    guard.once('exit', replace);
  };
  start();
  return {
    watch: (pid) => {
      group = pid;
      tell();
    },
    end: () => {
      over = true;
      clearTimeout(timer);
      guard.kill('SIGKILL');
    },
  };
}

function startGuard(mark: string): ChildProcessByStdio<Writable, null, null> {
  const guard = spawn('/bin/sh', ['-c', SCRIPT], {
    // Its own group: a Ctrl-C in the terminal, which ends the relay, must not end the guard first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin', mark },
    cwd: '/',
  });
  // Without free file descriptors it has no pipe; its `error` is still to come.
  if (guard.pid === undefined) return guard;
  guard.stdin.on('error', () => {});
  guard.unref();
  return guard;
}
