/**
 * What `npm run format` would change: Prettier has the last word, but takes as long as all other checks together. oxfmt writes the
 * files of these kinds as Prettier does, but for a few unions of types, in a fiftieth of the time. So Prettier is asked about the
 * other kinds, and about the files that oxfmt would write otherwise. Ends with 1 and names what is not formatted.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));
const KINDS = ['ts', 'mts', 'mjs', 'js', 'json', 'md', 'css', 'html'];
const run = (script, args, stdout) =>
  spawnSync(process.execPath, [`node_modules/${script}`, ...args], {
    cwd: top,
    stdio: ['ignore', stdout, 'inherit'],
    encoding: 'utf8',
  });
/** What a file came to the last time holds while it is the same. */
const cache = (name) => ['--cache', '--cache-strategy', 'content', '--cache-location', `node_modules/.cache/${name}`];
const prettier = (name, files) =>
  run('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', ...cache(name), ...files], 'inherit').status ===
  0;

const { status, stdout } = run('oxfmt/bin/oxfmt', ['--list-different', ...KINDS.map((kind) => `**/*.${kind}`)], 'pipe');
const otherwise = stdout.split('\n').filter((line) => line !== '');
// It ends with 1 when it names files, and when it can't go about them: a file that can't be read, a kind of which there is none.
if (status !== 0 && otherwise.length === 0) process.exit(1);
const formatted = [
  prettier('prettier-other-kinds', ['.', ...KINDS.map((kind) => `!**/*.${kind}`)]),
  otherwise.length === 0 || prettier('prettier-otherwise', otherwise),
];
process.exit(formatted.includes(false) ? 1 : 0);
