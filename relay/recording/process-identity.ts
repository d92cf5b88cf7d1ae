/** Tells processes apart: by the machine and container that count them, and by their start, because numbers are reused. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

let ownPlace: string | undefined;

/** One line, equal for processes that see each other under the same numbers: same machine and same container. */
export function processPlace(): string {
  ownPlace ??= `${machine()} ${namespace()}`.trim();
  return ownPlace;
}

function machine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return hostname();
  }
}

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

let ownBirth: string | undefined;

/** When process `pid` began, in the system's words: same pid and text, same process. Undefined if unknown or gone. */
export function birthOf(pid: number): string | undefined {
  if (pid !== process.pid) return ask(pid);
  return (ownBirth ??= ask(pid));
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
