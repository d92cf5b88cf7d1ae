/** How a host starts this program, and how a change is shown. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tapServers, type ConfigText } from '#shared/client-config';
import { diffLines, shownDiff } from '../../../../../relay/tap/install/diff.ts';
import { findFiles } from '../../../../../relay/tap/install/files.ts';
import { programWords } from '../../../../../relay/tap/install/program.ts';

describe('the words that start this program', () => {
  const version = expect.stringMatching(/^mcp-lifeline@\d+\.\d+\.\d+/) as string;

  test('installed: Node and the file, by their paths', () => {
    const file = '/usr/local/lib/node_modules/mcp-lifeline/dist/relay/cli.js';
    expect(programWords({ file, node: '/usr/local/bin/node' })).toEqual({
      words: ['/usr/local/bin/node', file],
      fetched: false,
    });
  });

  test('from the cache of npx: npx beside Node, with this version', () => {
    const file = '/home/me/.npm/_npx/0123/node_modules/mcp-lifeline/dist/relay/cli.js';
    const npx = '/opt/node/lib/node_modules/npm/bin/npx-cli.js';
    const node = '/opt/node/bin/node';
    const exists = (path: string): boolean => path === npx || path === node;
    for (const npm of [undefined, '/opt/node/lib/node_modules/npm/bin/npm-cli.js'])
      expect(programWords({ file, node, npm, exists })).toEqual({ words: [node, npx, '-y', version], fetched: true });
    expect(programWords({ file, node, exists: () => false })).toEqual({ words: ['npx', '-y', version], fetched: true });
  });

  test('Node of Homebrew: by the link that stays when the version goes', () => {
    const start = (exists: boolean) =>
      programWords({
        file: '/x/relay/cli.js',
        node: '/opt/homebrew/Cellar/node/24.1.0/bin/node',
        exists: () => exists,
      });
    expect(start(true).words[0]).toBe('/opt/homebrew/opt/node/bin/node');
    expect(start(false).words[0]).toBe('/opt/homebrew/Cellar/node/24.1.0/bin/node');
  });
});

test('a file where a folder is looked for has no configurations in it', () => {
  const home = mkdtempSync(join(tmpdir(), 'hosts-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const settings = join(home, '.config/Code/User');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'profiles'), '');
  writeFileSync(join(settings, 'mcp.json'), '{"servers": {"a": {"command": "x"}}}');
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  const { files, problems } = findFiles({ hosts: ['vscode'], configs: [] }, env);
  expect(problems).toEqual([]);
  // On macOS and Windows settings are elsewhere.
  expect(files.map(({ path }) => path)).toEqual(process.platform === 'linux' ? [join(settings, 'mcp.json')] : []);
});

describe('the difference', () => {
  test('with the lines around it, changes that are near in one piece', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n';
    expect(diffLines(before, before.replace('c\n', 'C\nD\n').replace('e\n', '').replace('k', 'K'))).toEqual([
      '@@ line 1 @@',
      ' a',
      ' b',
      '-c',
      '+C',
      '+D',
      ' d',
      '-e',
      ' f',
      ' g',
      '@@ line 9 @@',
      ' i',
      ' j',
      '-k',
      '+K',
    ]);
    expect(diffLines(before, before)).toEqual([]);
  });

  test('a long line is shown around what changed', () => {
    const [minus = '', plus = ''] = diffLines(
      `${'x'.repeat(500)}A${'y'.repeat(500)}`,
      `${'x'.repeat(500)}B${'y'.repeat(500)}`,
    ).slice(1);
    expect(minus).toMatch(/^-…x+Ay+…$/);
    expect(plus).toMatch(/^\+…x+By+…$/);
    expect(plus.length).toBeLessThan(220);
  });

  test('any two texts: the lines that go and come are those that differ', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '{', '}', 'x'), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const count = (lines: readonly string[]): Map<string, number> =>
          lines.reduce((counts, line) => counts.set(line, (counts.get(line) ?? 0) + 1), new Map<string, number>());
        const lines = diffLines(before, after);
        const of = (mark: string): string[] =>
          lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
        // What was, without what goes, with what comes, is what is: counted line by line.
        const [old, now] = [count(before.split('\n')), count(after.split('\n'))];
        const [gone, come] = [count(of('-')), count(of('+'))];
        for (const line of new Set([...old.keys(), ...now.keys()]))
          expect((old.get(line) ?? 0) - (gone.get(line) ?? 0) + (come.get(line) ?? 0)).toBe(now.get(line) ?? 0);
      }),
    );
  });
});

test('what a tap changes is shown without secrets of arguments, variables and headers', () => {
  const args = [
    '-y',
    'srv',
    '--api-key',
    'plain-words',
    '/home/eve/files',
    'postgres://mia:Larch77@db.example/app',
    '-v',
  ];
  const servers = { a: { command: 'npx', args, env: { PORT: 'value-of-a-variable' } } };
  const config: ConfigText = {
    text: JSON.stringify({ mcpServers: servers }, undefined, 2),
    format: 'json',
    lists: [['mcpServers']],
  };
  const { text, changed } = tapServers(config, () => true, ['mcp-lifeline']);
  expect(changed).toHaveLength(1);
  for (const after of [text, text.replace(/\s*\n\s*/g, ' ')]) {
    const shown = shownDiff(config, after).join('\n');
    expect(shown).toContain('mcp-lifeline');
    for (const secret of ['plain-words', 'Larch77', 'value-of-a-variable']) expect(shown).not.toContain(secret);
    if (after === text) continue;
    for (const kept of ['--api-key', '/home/eve/files', 'db.example']) expect(shown).toContain(kept);
  }
});
