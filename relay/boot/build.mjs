// Builds the page (dist/web) and the relay (dist/relay), each only when its own sources changed.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
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

/** Build the page with Vite and compress it when its sources changed. */
async function ensurePageBuilt() {
  const config = join(ROOT, 'web/vite.config.ts');
  if (!existsSync(config)) return;
  const folder = join(ROOT, 'dist/web');
  const stamp = join(ROOT, 'node_modules/.lifeline-page-built');
  const print = fingerprint(ROOT, ['web', ...COMMON]);
  if (isCurrent(stamp, join(folder, 'index.html'), print)) return;
  console.log('Building the page…');
  rmSync(stamp, { force: true });
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', config, '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) {
    console.error('The page could not be built.');
    process.exit(status ?? 1);
  }
  const { compressFolder } = await import('./compress.mjs');
  await compressFolder(folder);
  writeStamp(stamp, print);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled();
  await ensureBuilt();
}
