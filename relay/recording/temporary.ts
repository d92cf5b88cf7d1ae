/** Copies that are there for as long as this process needs them, and are swept when it went without removing them. */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markLive, unmarkLive, writerOf } from './live-marker.ts';

const PREFIX = 'lifeline-copy-';
/** Marks the process that made a copy's folder, like that of a recording. */
const OWNER = 'owner';
/** Milliseconds after which a folder without an owner counts as left: its process ended before marking it. */
const UNOWNED = 60_000;
/** Milliseconds after which a temporary file beside another was left by a crash: writing takes a moment. */
const BESIDE = 3_600_000;

const own = new Set<string>();

/** Make a folder that only this person can read, and give its removal. Throws system errors. */
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

/** What can't be removed, such as an open file on Windows, is swept later: a program that ends is not to fail for it. */
function removeOwn(): void {
  for (const path of own) attempt(() => discard(path));
}

function discard(path: string): void {
  unmarkLive(join(path, OWNER));
  rmSync(path, { recursive: true, force: true });
}

/** Remove copies of processes that are gone, and temporary files of a crash in `folder`. Never throws. */
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
    // Other people of this machine share this place.
    if (!folder.isDirectory() || folder.uid !== (process.getuid?.() ?? folder.uid)) return;
    const owner = writerOf(join(path, OWNER)) ?? (now - folder.mtimeMs > UNOWNED ? 'gone' : 'alive');
    if (owner === 'gone') rmSync(path, { recursive: true, force: true });
  });
}

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
    // Another process removed it, or it can't be removed now.
  }
}
