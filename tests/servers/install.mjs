/**
 * Installs the published servers of this folder: `npm ci --ignore-scripts`, when the lock is not the one that was
 * installed last. Only the npm registry is asked, and no install script runs.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Gives undefined when the servers are there (silent and at once when they were), or what went wrong in a sentence. */
export function ensureServersInstalled() {
  const stamp = join(FOLDER, 'node_modules', '.lifeline-installed');
  const hash = createHash('sha256')
    .update(readFileSync(join(FOLDER, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return undefined;
  console.log('Installing the servers that the tests run…');
  const given = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  // npm names its own script when it runs one; outside npm it is on the PATH, on Windows as a script for the shell.
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, ...given]] : ['npm', given];
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, error } = spawnSync(command, args, { cwd: FOLDER, stdio: ['ignore', 'inherit', 'inherit'], shell });
  if (status !== 0) return `The servers of tests/servers could not be installed${error ? `: ${error.message}` : '.'}`;
  writeFileSync(stamp, hash);
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = ensureServersInstalled();
  if (problem) {
    console.error(problem);
    process.exitCode = 1;
  }
}
