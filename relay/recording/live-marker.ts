/**
 * A recording that is being written has a file beside it that names the process: other processes on this machine (a second
 * relay, `mcp-lifeline record`) then leave it alone. One that a crash left behind names a process that is gone.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { birthOf } from './process-birth.ts';

const markerOf = (path: string): string => `${path}.live`;

/** Mark the recording at `path` as written by this process. What can't be marked is recorded all the same. */
export function markLive(path: string): void {
  try {
    writeFileSync(markerOf(path), `${process.pid} ${birthOf(process.pid) ?? ''}`.trim(), { mode: 0o600 });
  } catch {
    // The recording's own file will say what is wrong with the folder.
  }
}

/** The recording is over. What can't be unmarked names a process that will be gone. */
export function unmarkLive(path: string): void {
  try {
    rmSync(markerOf(path), { force: true });
  } catch {
    // A disk that takes no change.
  }
}

/** True when another process that is alive writes the recording. Takes away the marker of one that is gone. */
export function isWrittenElsewhere(path: string): boolean {
  let text: string;
  try {
    text = readFileSync(markerOf(path), 'utf8');
  } catch {
    return false;
  }
  const [, digits = '', birth = ''] = /^(\d{1,15})(?: (.*))?$/.exec(text.trim()) ?? [];
  const pid = Number(digits);
  if (pid > 0 && isAlive(pid) && isSame(pid, birth)) return pid !== process.pid;
  unmarkLive(path);
  return false;
}

/** False when the system gave the number of the process to another one since. */
function isSame(pid: number, birth: string): boolean {
  const now = birth === '' ? undefined : birthOf(pid);
  return now === undefined || now === birth;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
