/**
 * A server's process tree on Windows, where there are no process groups and no program sees another's environment. A process keeps the
 * number of its parent there when that one has ended, so what is left of a tree is found by a look before its root ends and one after.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** When it began, in milliseconds, because numbers are reused. */
  readonly born: number;
  readonly command: string;
}

const LIST =
  'Get-CimInstance Win32_Process | Where-Object CreationDate | ForEach-Object ' +
  '{ "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.Ticks) $($_.Name)" }';
const TICKS_PER_MS = 10_000;
/** Milliseconds; a slower system must not delay the end. */
const PATIENCE = 5000;

async function listProcesses(): Promise<ListedProcess[]> {
  const options = { windowsHide: true, timeout: PATIENCE, maxBuffer: 64 * 1024 * 1024 };
  const said = await promisify(execFile)(
    'powershell.exe',
    ['-NoProfile', '-NonInteractive', '-Command', LIST],
    options,
  ).catch(() => undefined);
  return processesIn(said?.stdout ?? '');
}

/** The processes of the system's printed list: a line each, with number, number of the parent, birth and name. */
export function processesIn(printed: string): ListedProcess[] {
  return printed.split(/\r?\n/).flatMap((line) => {
    const [, pid, parent, ticks, command = ''] = /^(\d+) (\d+) (\d+) (.*)$/.exec(line) ?? [];
    if (pid === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), born: Number(ticks) / TICKS_PER_MS, command }];
  });
}

export class ProcessTree {
  readonly #root: number;
  readonly #list: () => Promise<readonly ListedProcess[]>;
  /** The birth of each process that was seen in the tree, by number. */
  readonly #known = new Map<number, number>();

  constructor(root: number, list: () => Promise<readonly ListedProcess[]> = listProcesses) {
    this.#root = root;
    this.#list = list;
  }

  /** The running processes of the tree, without its root. None, unless the root ran at the first look. Never rejects. */
  async look(): Promise<readonly ListedProcess[]> {
    // Parents before their children.
    const all = [...(await this.#list())].sort((a, b) => a.born - b.born);
    const births = new Map(all.map(({ pid, born }) => [pid, born]));
    const rootBorn = births.get(this.#root);
    if (this.#known.size === 0 && rootBorn !== undefined) this.#known.set(this.#root, rootBorn);
    for (const { pid, parent, born } of all) {
      const parentBorn = this.#known.get(parent);
      if (parentBorn === undefined || born < parentBorn) continue;
      // The parent's number may have been reused since.
      const now = births.get(parent) ?? parentBorn;
      if (now === parentBorn || born < now) this.#known.set(pid, born);
    }
    return all.filter(({ pid, born }) => pid !== this.#root && this.#known.get(pid) === born);
  }
}
