/** What Linux says of the processes that run now. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessFacts {
  /** One letter; `Z` and `X` are dead ones that nobody has waited for. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  /** The program's name as the system keeps it, 15 bytes at most. */
  readonly name: string;
}

/** The number of every visible process; undefined without /proc. */
export function allProcesses(): number[] | undefined {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return undefined;
  }
}

/** Undefined when the process is gone. */
export function factsOf(pid: number): ProcessFacts | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // proc(5): pid (comm) state ppid pgrp …; the name may hold spaces and parentheses.
  const nameEnd = stat.lastIndexOf(')');
  const [state = '', parent, group] = stat.slice(nameEnd + 2).split(' ');
  return { state, parent: Number(parent), group: Number(group), name: stat.slice(stat.indexOf('(') + 1, nameEnd) };
}

/** False for an ended process whose parent has not asked for its result. */
export const isRunning = ({ state }: ProcessFacts): boolean => state !== 'Z' && state !== 'X';
