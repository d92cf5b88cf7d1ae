/** Files that options name and that can't be read: 3, whatever the option and the command is. */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readArgs } from '../../relay/cli/args.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { readJunit } from '../unit/junit-readers.ts';

const SAMPLE = fileURLToPath(new URL('../samples/v1/typed.mcprec', import.meta.url));
const URL_ = 'https://localhost:1/mcp';
const COMMAND = ['--', 'node'];
/** A folder is no file, and one that is not there is none either. */
const NOWHERE = [tmpdir(), '/nowhere/at/all'];

const OPTIONS: readonly (readonly [options: (path: string) => string[], target: readonly string[]])[] = [
  [(path) => ['--env-file', path], COMMAND],
  [(path) => ['--config', path], []],
  [(path) => ['--ca', path], [URL_]],
  [(path) => ['--cert', path], [URL_]],
  [(path) => ['--client-id', 'c', '--client-secret-file', path], [URL_]],
  [(path) => ['--client-id', 'c', '--client-key', path], [URL_]],
  [(path) => ['--answers', path], COMMAND],
];

test.each(OPTIONS)('of %s: record, call and rerun end with 3 and name it', async (options, target) => {
  for (const path of NOWHERE)
    for (const command of [['record'], ['call', 'ping'], ['rerun', '--yes', SAMPLE]]) {
      const ran = carryOut([...command, ...options(path), ...target], temporaryFolder());
      expect([command[0], await ran.ended], ran.output()).toEqual([command[0], 3]);
      expect(ran.output()).toMatch(new RegExp(`${path}[^ ]* (?:can’t be read|is not a PEM)`));
      expect(ran.stdout()).toBe('');
    }
});

test('of masks, baselines, rules and of the page’s own start', async () => {
  for (const path of NOWHERE) {
    for (const args of [
      ['compare', '--masks', path, SAMPLE, SAMPLE],
      ['lint', '--baseline', path, SAMPLE],
      ['tap', '--listen', '0', '--to', 'http://localhost:1/', '--rules', path],
      ['tap', '--listen', '0', '--to', URL_, '--ca', path],
      ['authorizations', '--ca', path],
    ])
      expect([args[0], await carryOut(args, temporaryFolder()).ended]).toEqual([args[0], 3]);
    expect(() => readArgs(['--config', path])).toThrow(`${path} can’t be read`);
    expect(() => readArgs(['--env-file', path, ...COMMAND])).toThrow(`${path} can’t be read`);
  }
});

test('the reports of a rerun say it', async () => {
  const junit = join(temporaryFolder(), 'r.xml');
  writeFileSync(junit, 'of an earlier run');
  const ran = carryOut(['rerun', '--yes', '--junit', junit, '--config', '/nowhere.json', SAMPLE], temporaryFolder());
  expect(await ran.ended).toBe(3);
  const [only] = readJunit(readFileSync(junit, 'utf8'));
  expect(only).toMatchObject({ became: 'error', children: [{ text: expect.stringContaining('/nowhere.json') }] });
});
