/** Tells processes apart that had the same number one after the other. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let own: string | undefined;

/** When process `pid` began, in the system's words: same pid and text, same process. Undefined if unknown or gone. */
export function birthOf(pid: number): string | undefined {
  if (pid !== process.pid) return ask(pid);
  own ??= ask(pid);
  return own;
}

function ask(pid: number): string | undefined {
  try {
    switch (process.platform) {
      case 'linux': {
        // The 22nd field, in ticks since the start of the machine; the second is a name that may hold anything.
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
        const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
        return ticks === undefined ? undefined : `${ticks}@${boot}`;
      }
      case 'win32':
        return undefined;
      default: {
        const said = execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
          encoding: 'utf8',
          env: { LC_ALL: 'C', TZ: 'UTC' },
          stdio: ['ignore', 'pipe', 'ignore'],
          timeout: 2000,
        }).trim();
        return said === '' ? undefined : said;
      }
    }
  } catch {
    return undefined;
  }
}
