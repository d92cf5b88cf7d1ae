/** Copies that are there for as long as this process needs them, and are swept when it went without removing them. */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markLive, unmarkLive, writerOf } from './live-marker.ts';

const PREFIX = 'lifeline-copy-';
/** The part of a copy's folder that says who made it: marked as a recording that is written is. */
const OWNER = 'owner';
/** Milliseconds after which a folder without an owner was left by a process that went before it could say so. */
const UNOWNED = 60_000;
/** Milliseconds after which a file that was written beside another was left by a crash: writing takes a moment. */
const BESIDE = 3_600_000;

/** Folders of this process that are there now. */
const own = new Set<string>();

/** Make a folder that only this person can read; `remove` takes it away. Throws what the system throws. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), PREFIX));
  markLive(join(path, OWNER));
  if (own.size === 0) process.once('exit', removeOwn);
  own.add(path);
  return {
    path,
    remove: () => {
      own.delete(path);
      if (own.size === 0) process.removeListener('exit', removeOwn);
      discard(path);
    },
  };
}

function removeOwn(): void {
  for (const path of own) discard(path);
}

function discard(path: string): void {
  unmarkLive(join(path, OWNER));
  rmSync(path, { recursive: true, force: true });
}

/** Remove the copies whose processes are gone, and what a crash left in `folder` of a file that was to replace another. Never throws. */
export function sweep(folder: string): void {
  const now = Date.now();
  for (const name of namesIn(tmpdir())) if (name.startsWith(PREFIX)) sweepCopy(join(tmpdir(), name), now);
  for (const name of namesIn(folder)) {
    if (!/\.[0-9a-f]{8}\.tmp$/.test(name)) continue;
    const path = join(folder, name);
    attempt(() => {
      const file = lstatSync(path);
      if (file.isFile() && now - file.mtimeMs > BESIDE) rmSync(path, { force: true });
    });
  }
}

function sweepCopy(path: string, now: number): void {
  attempt(() => {
    const folder = lstatSync(path);
    // The place is shared with other people of this machine.
    if (!folder.isDirectory() || folder.uid !== (process.getuid?.() ?? folder.uid)) return;
    const owner = writerOf(join(path, OWNER)) ?? (now - folder.mtimeMs > UNOWNED ? 'gone' : 'alive');
    if (owner === 'gone') rmSync(path, { recursive: true, force: true });
  });
}

/** The names in a folder; none in one that can't be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // Somebody else took it away, or it can't be taken away.
  }
}
