/** Other files than those of hosts in which servers were tapped, so that their taps are found without naming the files. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultFolder, readSmallFile, writeBeside } from '../../recording/index.ts';

const MAX_LIST_BYTES = 1024 * 1024;

const listIn = (env: NodeJS.ProcessEnv): string => join(dirname(defaultFolder(env)), 'tapped-files.json');

/** Their paths, even of files that are gone; none where the list is missing or can't be read. Never throws. */
export function tappedFiles(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readSmallFile(listIn(env), MAX_LIST_BYTES));
    return Array.isArray(kept) ? kept.filter((path): path is string => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

/** Never throws: without the entry a person has to name the file. */
export function keepTapped(path: string, env: NodeJS.ProcessEnv): void {
  const known = tappedFiles(env);
  if (known.includes(path)) return;
  try {
    mkdirSync(dirname(listIn(env)), { recursive: true, mode: 0o700 });
    writeBeside(listIn(env), JSON.stringify([...known, path]));
  } catch {
    // The disk takes no change.
  }
}
