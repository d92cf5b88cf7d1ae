/**
 * Processes that a server started and that left its process group (setsid, a double fork). A signal to the group does not reach
 * them; a mark that every server process inherits does: `LIFELINE_SESSION`, random for each session. What is found is what the
 * environment of a process was when its program began, so one that was started with a cleared environment, or has written over
 * its own, is not found. On Windows the process tree takes the mark's place.
 */
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ProcessBody } from '#shared/recording';
import type { ProcessTree } from './process-tree.ts';
import { allProcesses, factsOf, isRunning } from './system-processes.ts';

/** The environment variable with the mark. */
export const MARK = 'LIFELINE_SESSION';
/** Milliseconds between two looks for remaining processes. A look reads the environment of every process. */
const LOOK_EVERY = 20;
/** Processes that are started faster than they are ended are not chased for ever. */
const ROUNDS = 10;
const AFTER_KILL_MS = 200;

export interface Stray {
  readonly pid: number;
  readonly command: string;
}

/** The running processes of this user with exactly this mark that are not in process group `group`. Never rejects. */
export async function straysOf(mark: string, group: number): Promise<Stray[]> {
  if (process.platform === 'linux') return onLinux(mark, group);
  const args = ['-axww', '-E', '-o', 'pid=,pgid=,uid=,command='];
  const said = await promisify(execFile)('/bin/ps', args, { maxBuffer: 256 * 1024 * 1024 }).catch(() => undefined);
  return straysIn(said?.stdout ?? '', { mark, group, user: process.getuid?.() ?? -1 });
}

/** A look takes time, in which a process may start another and end: new ones are looked at, too. */
function onLinux(mark: string, group: number): Stray[] {
  const seen = new Set<number>();
  const found: Stray[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = (allProcesses() ?? []).filter((pid) => !seen.has(pid));
    if (fresh.length === 0) break;
    for (const pid of fresh) {
      const stray = strayAt(pid, mark, group);
      if (stray === 'starting') continue;
      seen.add(pid);
      if (stray) found.push(stray);
    }
  }
  return found;
}

/** While a program begins, its process has no environment for a moment; the system's own, in group 0, never have. */
function strayAt(pid: number, mark: string, group: number): Stray | 'starting' | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/environ`, 'utf8');
    if (text === '') {
      const facts = factsOf(pid);
      return facts && facts.group !== 0 && isRunning(facts) ? 'starting' : undefined;
    }
    const variables = text.split('\0');
    if (!variables.includes(`${MARK}=${mark}`) || statSync(`/proc/${pid}`).uid !== process.getuid?.()) return undefined;
    const facts = factsOf(pid);
    return facts && facts.group !== group && isRunning(facts) ? { pid, command: facts.name } : undefined;
  } catch {
    // Another user's, or gone since it was listed.
    return undefined;
  }
}

/** The strays in the output of `ps -E -o pid=,pgid=,uid=,command=`, a process a line, variables last. The mark can't be guessed. */
export function straysIn(
  printed: string,
  { mark, group, user }: { readonly mark: string; readonly group: number; readonly user: number },
): Stray[] {
  return printed.split('\n').flatMap((line) => {
    const [, pid, leader, owner, rest = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (Number(owner) !== user || Number(leader) === group) return [];
    const [command = '', ...words] = rest.split(' ');
    if (!words.includes(`${MARK}=${mark}`)) return [];
    return [{ pid: Number(pid), command: command.slice(command.lastIndexOf('/') + 1) }];
  });
}

export interface EndStrays {
  readonly mark: string;
  /** The server's process group, which is ended elsewhere. */
  readonly group: number;
  /** Used on Windows in place of mark and group. */
  readonly tree: Pick<ProcessTree, 'look'> | undefined;
  /** Milliseconds from SIGTERM to SIGKILL. */
  readonly term: number;
  /** Called with each process that is found, once, and each signal. */
  readonly report: (bodies: readonly ProcessBody[]) => void;
}

/** SIGTERM, wait, SIGKILL. Each signal goes to processes found at that moment, never to a reused number. True when none is left. */
export async function endStrays({ mark, group, tree, term, report }: EndStrays): Promise<boolean> {
  const look = (): Promise<readonly Stray[]> => tree?.look() ?? straysOf(mark, group);
  const told = new Set<number>();
  const signal = async (name: 'SIGTERM' | 'SIGKILL'): Promise<boolean> => {
    const found = await look();
    const fresh = found.filter(({ pid }) => !told.has(pid));
    for (const { pid } of fresh) told.add(pid);
    report([
      ...fresh.map(({ pid, command }): ProcessBody => ({ k: 'process', event: 'stray', pid, command })),
      ...found.map(({ pid }): ProcessBody => ({ k: 'process', event: 'signal', signal: name, pid, by: 'host' })),
    ]);
    for (const { pid } of found) signalOne(pid, name);
    return found.length > 0;
  };
  const gone = async (ms: number): Promise<boolean> => {
    const end = performance.now() + ms;
    while ((await look()).length > 0) {
      if (performance.now() >= end) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
    return true;
  };
  if (!(await signal('SIGTERM')) || (await gone(term))) return true;
  for (let round = 0; round < ROUNDS; round++)
    if (!(await signal('SIGKILL')) || (await gone(AFTER_KILL_MS))) return true;
  return false;
}

function signalOne(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
