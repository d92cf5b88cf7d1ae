// Builds the page (dist/web) and the relay (dist/relay), each only when its own sources changed, and names the packages in them.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, ROOT, WITHOUT_SPACE } from './install.mjs';
import { bundleExports, ensureTypesBuilt } from './exports.mjs';
import { asComment, collectPackages, noticesText, readNotices } from './notices.mjs';
import { ruleParts } from './rule-parts.mjs';
import { fingerprint, isCurrent, writeStamp } from './stamp.mjs';

/** Where each build leaves the folders of the packages in it. */
const listOf = (part) => join(ROOT, `node_modules/.lifeline-${part}-packages.json`);
const packagesIn = (part) => JSON.parse(readFileSync(listOf(part), 'utf8'));
/** For the package as npm gets it, and for the page where it is put up as a static site. */
const NOTICES = ['dist/THIRD-PARTY-NOTICES.txt', 'dist/web/THIRD-PARTY-NOTICES.txt'];

/** How long parts of earlier builds stay (milliseconds). */
const PARTS_STAY = 7 * 86_400_000;

const COMMON = ['shared', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Build what is stale. Ends the process with a sentence when a build fails. */
export async function ensureBuilt() {
  const built = [await ensureRelayBuilt(), await ensurePageBuilt()];
  if (built.includes(true) || !NOTICES.every((path) => existsSync(join(ROOT, path)))) writeNotices();
}

/** Write the licences of everything that was bundled. Throws when a package has no text. */
function writeNotices() {
  const folders = new Set(['relay', 'page', 'viewer'].flatMap(packagesIn));
  const text = noticesText(readNotices(folders));
  for (const path of NOTICES) writeFileSync(join(ROOT, path), text);
}

/** Bundle the program into dist/relay, and what the package exports into dist/lib, when their sources changed; true when they were. */
export async function ensureRelayBuilt() {
  const file = join(ROOT, 'dist/relay/cli.js');
  const stamp = join(ROOT, 'node_modules/.lifeline-relay-built');
  const print = fingerprint(ROOT, ['relay', ...COMMON]);
  const made = [listOf('relay'), join(ROOT, 'dist/lib/recording.js')].every((path) => existsSync(path));
  if (made && isCurrent(stamp, file, print)) return false;
  console.log('Building the relay…');
  const packages = [...new Set([await bundleRelay(file), await bundleExports(join(ROOT, 'dist/lib'))].flat())].sort();
  writeFileSync(listOf('relay'), JSON.stringify(packages));
  writeStamp(stamp, print);
  return true;
}

/** What is loaded alone, each in one file: the program's entry with the tap, whose host waits meanwhile; the recorders; and what an armed tap needs. */
const ALONE = {
  'cli.js': 'relay/cli/entry.ts',
  'tap-armed.js': 'relay/tap/stdio/armed-tap.ts',
  'tap-recorder.js': 'relay/tap/stdio/recorder-thread.ts',
  'tap-http-recorder.js': 'relay/tap/http/recorder-thread.ts',
};

/**
 * Bundle the program into the executable `file` and, beside it, the parts that it loads when they are wanted, so that a command
 * compiles no more than itself; gives the folders of the packages in them. Rejects when the sources can't be bundled.
 */
export async function bundleRelay(file) {
  const { build } = await import('rolldown');
  const found = new Set();
  const bundle = (input, output) =>
    build({
      input: join(ROOT, input),
      cwd: ROOT,
      platform: 'node',
      // Dependencies stay where npm puts them; `vite` is there only for development, `open` is loaded only when needed.
      external: ['compression', 'express', 'ws', 'sirv', 'open', 'vite'],
      plugins: [collectPackages(found), ruleParts()],
      output: { dir: dirname(file), format: 'esm', minify: WITHOUT_SPACE, ...output },
      logLevel: 'warn',
    });
  const alone = { codeSplitting: false, banner: '#!/usr/bin/env node' };
  const built = [
    await bundle('relay/cli/cli.ts', { entryFileNames: 'program.js', chunkFileNames: '[name]-[hash].js' }),
    ...(await Promise.all(
      Object.entries(ALONE).map(([name, input]) => bundle(input, { entryFileNames: name, ...alone })),
    )),
  ];
  removeOldParts(dirname(file), new Set(built.flatMap(({ output }) => output.map(({ fileName }) => fileName))));
  chmodSync(file, 0o755);
  return [...found].sort();
}

/** Remove what earlier builds left, but for the last days: a relay that still runs may load some of it. */
function removeOldParts(folder, current) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!current.has(name) && Date.now() - statSync(path).mtimeMs > PARTS_STAY) rmSync(path);
  }
}

/**
 * Build the page and the viewer of exported recordings (`viewer.html` beside the page, which hands it out filled) with Vite,
 * side by side, when their sources changed; true when they were. The viewer carries the licences of what is
 * in it, because people hand out what is made of it.
 */
async function ensurePageBuilt() {
  const config = join(ROOT, 'web/vite.config.ts');
  if (!existsSync(config)) return false;
  const folder = join(ROOT, 'dist/web');
  const stamp = join(ROOT, 'node_modules/.lifeline-page-built');
  const print = fingerprint(ROOT, ['web', ...COMMON]);
  const viewer = join(folder, 'viewer.html');
  const made = [viewer, listOf('page'), listOf('viewer')].every((path) => existsSync(path));
  if (made && isCurrent(stamp, join(folder, 'index.html'), print)) return false;
  console.log('Building the page…');
  rmSync(stamp, { force: true });
  const codes = await Promise.all([
    bundlePage(config, listOf('page')),
    bundlePage(join(ROOT, 'web/vite.viewer.config.ts'), listOf('viewer')),
  ]);
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) {
    console.error('The page could not be built.');
    process.exit(failed ?? 1);
  }
  // The page's build empties its folder, so the viewer has one of its own until both are there.
  const notices = asComment(noticesText(readNotices(packagesIn('viewer'))));
  writeFileSync(viewer, readFileSync(join(ROOT, 'dist/viewer/viewer.html'), 'utf8') + notices);
  rmSync(join(ROOT, 'dist/viewer'), { recursive: true, force: true });
  writeStamp(stamp, print);
  return true;
}

/** Runs Vite, which writes the names of bundled packages to `list`. Gives its exit code, null when it was killed. */
function bundlePage(config, list) {
  const args = [join(ROOT, 'relay/boot/bundle-page.mjs'), config, list];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled();
  await ensureBuilt();
  // Nobody but another program needs them: what starts the program does without.
  if (process.argv.includes('--types')) await ensureTypesBuilt();
}
