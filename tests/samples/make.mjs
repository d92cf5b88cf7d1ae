/**
 * Makes the stored samples of the present format version from real servers: `node tests/samples/make.mjs` makes those that
 * are not there, `node tests/samples/make.mjs NAME…` makes the named ones anew. A sample is a golden file: it is made once,
 * and made anew only when nobody outside has a recording like it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const top = fileURLToPath(new URL('../..', import.meta.url));
// Inside the repository, so that the bundle finds the packages that it names.
const folder = mkdtempSync(join(top, 'node_modules', '.lifeline-samples-'));
// What recordings say of their server then holds in every checkout.
process.chdir(top);
try {
  const file = join(folder, 'sessions.js');
  await build({
    input: join(top, 'tests/samples/sessions.ts'),
    cwd: top,
    platform: 'node',
    external: ['express', 'ws', 'sirv', 'open'],
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'warn',
  });
  const { make } = await import(pathToFileURL(file).href);
  await make(join(top, 'tests/samples/v1'), process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
