/** The Enter key at the terminal that the program was started in. */
import { execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Be called each time Enter is pressed. Gives false where nobody can press it: no terminal, or in its background. */
export function onEnter(pressed: () => void): boolean {
  if (!process.stdin.isTTY || !isForeground()) return false;
  createInterface({ input: process.stdin, terminal: false }).on('line', pressed);
  return true;
}

/** A program in the background of a terminal is stopped by the system when it reads there. */
function isForeground(): boolean {
  if (process.platform === 'win32') return true;
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' }).includes('+');
  } catch {
    return false;
  }
}
