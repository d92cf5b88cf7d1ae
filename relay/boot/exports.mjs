// What other programs import from the package: plain ES modules in dist/lib, with their types.
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, WITHOUT_SPACE } from './install.mjs';
import { collectPackages } from './notices.mjs';
import { ruleParts } from './rule-parts.mjs';
import { fingerprint, isCurrent, writeStamp } from './stamp.mjs';

/** The entries of the package's `exports`, each a file of relay/api. */
export const EXPORTS = ['recording', 'compare', 'mock', 'vitest'];
const input = Object.fromEntries(EXPORTS.map((name) => [name, join(ROOT, `relay/api/${name}.ts`)]));
/** Dependencies stay where npm puts them, and so does the test runner of whoever uses the package. */
const EXTERNAL = [/^node:/, 'compression', 'express', 'ws', 'sirv', 'open', 'vite', 'vitest'];

/** Bundles exports, their shared files and FORMAT.md. Gives the folders of bundled packages. Rejects when it can't. */
export async function bundleExports(folder) {
  const { build } = await import('rolldown');
  const found = new Set();
  // Shared files have names made of their content; old ones would stay.
  if (existsSync(folder)) for (const name of readdirSync(folder)) if (name.endsWith('.js')) rmSync(join(folder, name));
  await build({
    input,
    cwd: ROOT,
    platform: 'node',
    external: EXTERNAL,
    plugins: [collectPackages(found), ruleParts()],
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'shared/[hash].js',
      minify: WITHOUT_SPACE,
    },
    logLevel: 'warn',
  });
  // The format, for whoever reads files without this program. The build before may be loaded: a new address loads this one.
  cpSync(join(ROOT, 'shared/recording/FORMAT.md'), join(folder, 'FORMAT.md'));
  const { recordingSchema } = await import(`${pathToFileURL(join(folder, 'recording.js'))}?${Date.now()}`);
  writeFileSync(join(folder, 'recording.schema.json'), `${JSON.stringify(recordingSchema(), null, 2)}\n`);
  return [...found];
}

/** Bundle the types of the exports into dist/lib when the sources changed; true when they were. Needs what the package itself needs nothing of. */
export async function ensureTypesBuilt() {
  const folder = join(ROOT, 'dist/lib');
  const stamp = join(ROOT, 'node_modules/.lifeline-types-built');
  const print = fingerprint(ROOT, ['relay', 'shared', 'package.json', 'package-lock.json', 'tsconfig.json']);
  const made = EXPORTS.every((name) => existsSync(join(folder, `${name}.d.ts`)));
  if (made && isCurrent(stamp, join(folder, 'recording.d.ts'), print)) return false;
  console.log('Building the types…');
  const [{ rollup }, { dts }] = await Promise.all([import('rollup'), import('rollup-plugin-dts')]);
  const bundle = await rollup({
    input,
    external: EXTERNAL,
    plugins: [dts({ tsconfig: join(ROOT, 'relay/tsconfig.json'), compilerOptions: { noEmit: false } })],
  });
  await bundle.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'shared/[name].d.ts',
  });
  await bundle.close();
  writeStamp(stamp, print);
  return true;
}
