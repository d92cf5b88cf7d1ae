/**
 * The types of web/: svelte-check writes its components as TypeScript for the native compiler, and oxlint then looks for
 * floating promises in what was written, since it can't read types in a component itself. Ends with 1 when either objects.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));
const WRITTEN = `${top}web/.svelte-check`;
/** What was written the last time, from which only what changed since is written and checked again. */
const KEPT = `${top}node_modules/.cache/svelte-check`;
const run = (script, ...args) =>
  spawnSync(process.execPath, [`node_modules/${script}`, ...args], { cwd: top, stdio: 'inherit' }).status === 0;

rmSync(WRITTEN, { recursive: true, force: true });
if (existsSync(KEPT)) renameSync(KEPT, WRITTEN);
const typed = run(
  'svelte-check/bin/svelte-check',
  ...[
    '--workspace',
    'web',
    '--tsconfig',
    'tsconfig.json',
    '--tsgo',
    '--incremental',
    '--fail-on-warnings',
    '--output',
    'human',
  ],
);
const awaited = run(
  'oxlint/bin/oxlint',
  ...['--no-ignore', '--type-aware', '-A', 'all', '-D', 'typescript/no-floating-promises', WRITTEN],
);
mkdirSync(dirname(KEPT), { recursive: true });
renameSync(WRITTEN, KEPT);
process.exit(typed && awaited ? 0 : 1);
