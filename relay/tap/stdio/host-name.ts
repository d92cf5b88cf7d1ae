/** The program that started the tap, which is the host or was started by it. */
import { execFileSync } from 'node:child_process';
import { factsOf } from '../../stdio/index.ts';

/** Programs between a host and a server. */
const BETWEEN = /^(?:-?(?:ba|da|z|k|fi)?sh|npm|npx|pnpm|yarn|bunx?|uvx?|env|timeout|sudo)\b/;
const TRIES = 5;

/** Its name, without the folder; undefined where the system does not tell. */
export function hostName(): string | undefined {
  let pid = process.ppid;
  for (let tries = 0; tries < TRIES && pid > 1; tries++) {
    const about = process.platform === 'linux' ? factsOf(pid) : process.platform === 'win32' ? undefined : asPs(pid);
    if (!about) return undefined;
    if (!BETWEEN.test(about.name)) return about.name;
    pid = about.parent;
  }
  return undefined;
}

function asPs(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    const said = execFileSync('/bin/ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
    });
    const [, parent = '', path = ''] = /^\s*(\d+)\s+(.*)$/.exec(said.trim()) ?? [];
    return { name: path.slice(path.lastIndexOf('/') + 1), parent: Number(parent) };
  } catch {
    return undefined;
  }
}
