/** Signals to a server and everything it started: its process group on POSIX, its process tree on Windows. */
import { spawn } from 'node:child_process';
import { allProcesses, factsOf, isRunning } from './system-processes.ts';

interface System {
  readonly platform?: NodeJS.Platform;
  readonly taskkill?: (args: readonly string[]) => void;
}

/** Send a signal to the group led by `pid`. A group that is gone is no error. */
export function signalGroup(
  pid: number,
  signal: 'SIGTERM' | 'SIGKILL',
  { platform = process.platform, taskkill = runTaskkill }: System = {},
): void {
  // Windows has no signals: without /F, processes with a window are asked to close.
  if (platform === 'win32') return taskkill(['/T', '/PID', String(pid), ...(signal === 'SIGKILL' ? ['/F'] : [])]);
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody is left. EPERM: what is left changed its user, and must not get our signal.
  }
}

function runTaskkill(args: readonly string[]): void {
  spawn('taskkill', args, { stdio: 'ignore', windowsHide: true }).on('error', () => {});
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

/** In a container whose first process reaps nothing, dead processes stay in their group: only /proc shows that. */
function hasRunningMember(group: number): boolean {
  const all = allProcesses();
  if (!all) return true;
  return all.some((pid) => {
    const facts = factsOf(pid);
    return facts?.group === group && isRunning(facts);
  });
}

/** Resolves with true once `done` holds, or with false after `ms` milliseconds. */
export async function within(ms: number, done: () => boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!done()) {
    const left = end - performance.now();
    if (left <= 0) return false;
    // Timers come first in a turn: available input is read before the next check.
    await new Promise((resolve) => setTimeout(() => setImmediate(resolve), Math.min(5, left)));
  }
  return true;
}
