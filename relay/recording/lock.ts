/** One program of this person at a time does something: a file that only one can make names the process that made it. */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { liveMark, writerOf } from './live-marker.ts';

/** Milliseconds between two tries, and after which the lock is given up. */
const LOOK_EVERY = 40;
const PATIENCE = 45_000;

/** Do `work` while `path` is locked. Rejects when another program holds the lock for too long, and with errors of `work`. */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const mark = `${path}.live`;
  const own = `${liveMark()}${randomBytes(8).toString('hex')}\n`;
  const until = Date.now() + PATIENCE;
  while (!taken(mark, own)) {
    if (writerOf(path) === 'gone') remove(mark);
    else if (Date.now() > until) throw new Error(`${mark} is held by another program`);
    else await wait(LOOK_EVERY);
  }
  try {
    return await work();
  } finally {
    // Another program may have considered this one gone.
    if (textOf(mark) === own) rmSync(mark, { force: true });
  }
}

function taken(mark: string, own: string): boolean {
  try {
    writeFileSync(mark, own, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Remove the mark of a process that is gone; one that another program has made since is put back. */
function remove(mark: string): void {
  const before = textOf(mark);
  const aside = `${mark}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(mark, aside);
    if (textOf(aside) !== before) linkSync(aside, mark);
    rmSync(aside, { force: true });
  } catch {
    // Another program did the same.
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
