// Builds the page (dist/web) and the relay (dist/relay), each only when its own sources changed.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, ROOT } from './install.mjs';
import { fingerprint, isCurrent, writeStamp } from './stamp.mjs';

const COMMON = ['shared', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Build what is stale. Ends the process with a sentence when a build fails. */
export async function ensureBuilt() {
  await ensureRelayBuilt();
  await ensurePageBuilt();
}

/** Bundle relay/cli.ts into dist/relay/cli.js when its sources changed; true when it was. */
export async function ensureRelayBuilt() {
  const file = join(ROOT, 'dist/relay/cli.js');
  const stamp = join(ROOT, 'node_modules/.lifeline-relay-built');
  const print = fingerprint(ROOT, ['relay', ...COMMON]);
  if (isCurrent(stamp, file, print)) return false;
  console.log('Building the relay…');
  await bundleRelay(file);
  writeStamp(stamp, print);
  return true;
}

/** Bundle relay/cli.ts into one executable file. Rejects when the sources can't be bundled. */
export async function bundleRelay(file) {
  const { build } = await import('rolldown');
  await build({
    input: join(ROOT, 'relay/cli.ts'),
    cwd: ROOT,
    platform: 'node',
    // Dependencies stay where npm puts them; `vite` is there only for development, `open` is loaded only when needed.
    external: ['express', 'ws', 'sirv', 'open', 'vite'],
    output: { file, format: 'esm', banner: '#!/usr/bin/env node', codeSplitting: false },
    logLevel: 'warn',
  });
  chmodSync(file, 0o755);
}

/**
 * Build the page and the viewer of exported recordings (`viewer.html` beside the page, which hands it out filled) with Vite,
 * side by side, and compress them, when their sources changed.
 */
async function ensurePageBuilt() {
  const config = join(ROOT, 'web/vite.config.ts');
  if (!existsSync(config)) return;
  const folder = join(ROOT, 'dist/web');
  const stamp = join(ROOT, 'node_modules/.lifeline-page-built');
  const print = fingerprint(ROOT, ['web', ...COMMON]);
  const viewer = join(folder, 'viewer.html');
  if (existsSync(viewer) && isCurrent(stamp, join(folder, 'index.html'), print)) return;
  console.log('Building the page…');
  rmSync(stamp, { force: true });
  const codes = await Promise.all([bundlePage(config), bundlePage(join(ROOT, 'web/vite.viewer.config.ts'))]);
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) {
    console.error('The page could not be built.');
    process.exit(failed ?? 1);
  }
  // The page's build empties its folder, so the viewer has one of its own until both are there.
  renameSync(join(ROOT, 'dist/viewer/viewer.html'), viewer);
  rmSync(join(ROOT, 'dist/viewer'), { recursive: true, force: true });
  const { compressFolder } = await import('./compress.mjs');
  await compressFolder(folder);
  writeStamp(stamp, print);
}

/** Run Vite with this configuration; gives its exit code, null when it was killed. */
function bundlePage(config) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', config, '--logLevel', 'warn'];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled();
  await ensureBuilt();
}
