/** Questions to the system that have an answer in any case. */
import { statSync } from 'node:fs';

/** True when process `pid` is there, whoever it belongs to. A number may have been given to another process since. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
