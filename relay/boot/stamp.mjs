// Stamps: what a build was made from, so that it is made again only when that changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A hash of path, size and time of files in `sources` (under `root`) but dotfiles, which a type check may write. */
export function fingerprint(root, sources) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) if (!name.startsWith('.')) visit(`${path}/${name}`);
    } else hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
  };
  for (const source of sources) visit(source);
  return hash.digest('hex');
}

/** True when `stamp` says that `result` was made from exactly this. */
export function isCurrent(stamp, result, print) {
  return existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print;
}

export function writeStamp(stamp, print) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, print);
}
