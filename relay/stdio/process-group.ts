/** Signals to a server and everything it started: its process group on POSIX, its process tree on Windows. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Send a signal to the group led by `pid`. A group that is gone already is fine. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    // Windows has no signals; `taskkill` without /F only asks windows to close, which console programs don't have.
    spawn('taskkill', ['/T', '/F', '/PID', String(pid)], { stdio: 'ignore', windowsHide: true }).on('error', () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody is left. EPERM: what is left changed its user, and is not ours to signal.
  }
}

/** True while a process of the group runs. Always false on Windows, where `taskkill` takes the tree at once. */
export function groupAlive(pid: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-pid, 0);
  } catch {
    return false;
  }
  return process.platform === 'linux' ? hasRunningMember(pid) : true;
}

/** In a container whose first process reaps nothing, the dead stay in their group: only /proc tells them apart. */
function hasRunningMember(group: number): boolean {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return true;
  }
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      // proc(5): pid (comm) state ppid pgrp …; the name may hold spaces and parentheses.
      const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(pgrp) === group && state !== 'Z' && state !== 'X') return true;
    } catch {
      // The process ended between the listing and the reading.
    }
  }
  return false;
}

/** Resolves with true once `done` holds, or with false after `ms` milliseconds. */
export async function within(ms: number, done: () => boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!done()) {
    const left = end - performance.now();
    if (left <= 0) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(5, left)));
  }
  return true;
}
