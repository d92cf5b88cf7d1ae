// Installs the dependencies when they are missing or not those of the lock file. Plain JavaScript without dependencies:
// it runs before there are any.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How programs are bundled: names and code stay, for traces of the stack; space and comments do not travel. */
export const WITHOUT_SPACE = { compress: false, mangle: false };

/** `npm ci` in `root` unless node_modules matches package-lock.json. When npm fails, exits with npm's exit code. */
export function ensureInstalled(root = ROOT) {
  const modules = join(root, 'node_modules');
  const stamp = join(modules, '.lifeline-installed');
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (matchesLock(root, modules)) return writeFileSync(stamp, hash);
  console.log('Installing dependencies…');
  // npm names its own script when it runs one; outside npm it is on the PATH, on Windows as a script for the shell.
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']];
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell });
  if (status !== 0) {
    console.error(`The dependencies could not be installed${error ? ` (${error.message})` : ''}.`);
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, hash);
}

/** True when npm's own record lists the packages of the lock file: installed by hand, or the lock file has changed in other things. */
function matchesLock(root, modules) {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}
