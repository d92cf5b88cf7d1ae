/**
 * Installs the conformance suite and the Node it needs into this folder: `npm ci --ignore-scripts`, when the lock is not the
 * one that was installed last. Only the npm registry is asked, and no install script runs.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const MODULES = join(FOLDER, 'node_modules');

/** The suite's program. */
export const SUITE = join(MODULES, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');

/** Install what is missing. Gives undefined, or what went wrong in a sentence. */
export function ensureSuiteInstalled() {
  const stamp = join(MODULES, '.lifeline-installed');
  const hash = createHash('sha256')
    .update(readFileSync(join(FOLDER, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return undefined;
  console.log('Installing the conformance suite…');
  const given = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  // npm names its own script when it runs one; outside npm it is on the PATH, on Windows as a script for the shell.
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, ...given]] : ['npm', given];
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, error } = spawnSync(command, args, { cwd: FOLDER, stdio: ['ignore', 'inherit', 'inherit'], shell });
  if (status !== 0) return `The conformance suite could not be installed${error ? `: ${error.message}` : '.'}`;
  writeFileSync(stamp, hash);
  return undefined;
}

/** A Node that is new enough for the suite: this one, or the platform's package; undefined when there is none. */
export function newerNode() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(MODULES, `node-${platform}-${process.arch}`, 'bin', file);
  return existsSync(path) ? path : undefined;
}
