/**
 * How many files a new thing touches: the patches in tests/fixtures/touches add a made-up command, text format, column of the
 * library and rule, as a person would. What walks the lists does it with them, in a copy of the sources.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applyPatch, parsePatch } from 'diff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Findings from '#shared/findings';
import type * as Examples from '#shared/findings/examples';
import type * as FindingsWords from '#shared/findings/words';
import type * as Formats from '#shared/formats';
import type * as SharedLibrary from '#shared/library';
import { toEvents, HEADER } from '../unit/arbitraries.ts';
import type * as Commands from '../../relay/cli/commands.ts';
import type * as Args from '../../relay/cli/args.ts';
import type * as IndexFile from '../../relay/library/index-file.ts';
import type * as Columns from '../../web/library/columns.ts';
import type * as HelpWords from '../../web/shell/words/en.ts';
import type { Messages } from '../../web/base/i18n/index.svelte.ts';
import { top } from './files.ts';

const PATCHES = join(top, 'tests/fixtures/touches');
const MOST: { readonly [thing: string]: number } = { command: 3, format: 3, column: 2, rule: 2 };
const SAMPLE = join(top, 'tests/samples/v1/typed.mcprec');

const nameOf = (name: string | undefined): string => (name ?? '').replace(/^[ab]\//, '');
const patches = readdirSync(PATCHES).map((file) => ({
  thing: file.replace(/\.patch$/, ''),
  files: parsePatch(readFileSync(join(PATCHES, file), 'utf8')),
}));

let copy = '';
/** A module of the copy. */
const load = async <Module>(path: string): Promise<Module> =>
  (await import(/* @vite-ignore */ join(copy, path))) as Module;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'lifeline-touches-'));
  for (const each of ['shared', 'relay', 'web', 'package.json', 'tsconfig.json'])
    cpSync(join(top, each), join(copy, each), {
      recursive: true,
      filter: (path) => !/node_modules|\.svelte-check/.test(path),
    });
  symlinkSync(join(top, 'node_modules'), join(copy, 'node_modules'), 'junction');
  for (const { files } of patches)
    for (const file of files) {
      const path = join(copy, nameOf(file.newFileName));
      const before = file.oldFileName === '/dev/null' ? '' : readFileSync(path, 'utf8');
      const after = applyPatch(before, file, { fuzzFactor: 2 });
      if (after === false) throw new Error(`${nameOf(file.newFileName)} is no longer as the patch has it`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, after);
    }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each(Object.entries(MOST))('a new %s touches %d files at most', (thing, most) => {
  const touched =
    patches.find((each) => each.thing === thing)?.files.map(({ newFileName }) => nameOf(newFileName)) ?? [];
  expect(touched.length).toBeGreaterThan(0);
  expect(touched.length).toBeLessThanOrEqual(most);
  expect(touched.filter((path) => !/^(?:shared|relay|web)\//.test(path))).toEqual([]);
});

/** What the compiler says of these files of the copy and what they import. */
function compiled(...files: readonly string[]): string {
  writeFileSync(
    join(copy, 'tsconfig.touches.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      compilerOptions: { lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node', 'svelte', 'vite/client'] },
      files,
    }),
  );
  const compiler = join(top, 'node_modules/@typescript/native/bin/tsc');
  const options = ['-p', 'tsconfig.touches.json', '--pretty', 'false'];
  return spawnSync(process.execPath, [compiler, ...options], { cwd: copy, encoding: 'utf8' }).stdout;
}

test('the compiler asks for nothing more', () => {
  const lists = ['relay/cli/args.ts', 'relay/library/index.ts', 'web/library/columns.ts', 'shared/findings/index.ts'];
  const words = readdirSync(join(copy, 'web/shell/words')).map((name) => `web/shell/words/${name}`);
  expect(compiled(...lists, ...words)).toBe('');
});

/** Carry out a command of the copy: exit code and standard output. */
async function program(
  name: string,
  ...argv: readonly string[]
): Promise<{ readonly code: number | undefined; readonly out: string }> {
  const { COMMANDS } = await load<typeof Commands>('relay/cli/commands.ts');
  let out = '';
  const io = { say: () => undefined, warn: () => undefined, print: (text: string) => void (out += text), env: {} };
  const command = await COMMANDS.get(name)?.load();
  return { code: await command?.run(argv, { ...io, signal: new AbortController().signal }), out };
}

test('a command is in the help of the program and of the page, has its own, and runs', async () => {
  const { HELP } = await load<typeof Args>('relay/cli/args.ts');
  expect(HELP).toContain('mcp-lifeline tally FILE\n');
  expect(HELP).toMatch(/^ {2}tally +count the events of a recording$/m);
  const lines = await Promise.all(
    ['en', 'zh-CN'].map(async (language) =>
      JSON.stringify((await load<typeof HelpWords>(`web/shell/words/${language}.ts`)).help.pages['command-line']),
    ),
  );
  expect(lines.map((each) => /`tally FILE`(: |：)[^"]+/.exec(each)?.[0])).toEqual([
    '`tally FILE`: count the events of a recording',
    '`tally FILE`：统计录制文件中的事件',
  ]);
  expect(await program('tally', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('Options:') });
  expect(await program('tally', SAMPLE)).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\n$/) });
});

test('a format is in the help and in the dialog’s list, and is written', async () => {
  const { out: help } = await program('export', '--help');
  expect(help).toMatch(/^ {2}kinds {7}the kind of each event, one per line$/m);
  expect(help).toContain('language of markdown, mermaid, svg and kinds: en');
  const { FORMATS, PAGE_FORMATS, formatNames, inWords, labelOf } =
    await load<typeof Formats>('shared/formats/index.ts');
  expect(PAGE_FORMATS).toContain('kinds');
  const kinds = PAGE_FORMATS.at(-1) ?? 'svg';
  const { en, 'zh-CN': zh, file } = FORMATS[kinds];
  expect([labelOf(en), labelOf(zh), file[0]]).toEqual(['Kinds', '事件类型', 'kinds.txt']);
  expect(inWords(' or ', ', ', formatNames('en'))).toMatch(/OpenTelemetry or kinds$/);
  expect(await program('export', SAMPLE, '--to', 'kinds')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^(?:[a-z]+\n)+$/),
  });
  expect((await program('export', SAMPLE, '--to', 'kinds', '--theme', 'dark')).code).toBe(2);
});

describe('a column of the library', () => {
  const events = toEvents([
    { k: 'stderr', text: 'one\n' },
    { k: 'stderr', text: 'two\n' },
  ]);
  type Known = ReturnType<typeof IndexFile.readIndex>;

  test('has its fact read from a recording, kept in the index, and missed in one that was written before', async () => {
    const { summarize } = await load<typeof SharedLibrary>('shared/library/index.ts');
    const { readIndex, writeIndex } = await load<typeof IndexFile>('relay/library/index-file.ts');
    const facts = summarize({ header: HEADER, events });
    expect(facts).toMatchObject({ events: 2, said: 2 });
    const { said: _, ...before } = { said: 0, ...facts };
    const known = { size: 1, changed: 1, described: 0, header: HEADER, meta: { tags: [], note: '' } };
    const entries: Known = new Map([
      ['new.mcprec', { ...known, facts }],
      ['old.mcprec', { ...known, facts: before }],
    ]);
    writeIndex(copy, entries);
    expect([...readIndex(copy).values()].map((each) => each.facts)).toEqual([facts, undefined]);
  });

  test('stands in the list and in the details, in both languages, and sorts', async () => {
    const { summarize } = await load<typeof SharedLibrary>('shared/library/index.ts');
    const { columnsAt, columnLines, sortEntries } = await load<typeof Columns>('web/library/columns.ts');
    const entry = (id: string, count: number): SharedLibrary.LibraryEntry => ({
      ...{ id, home: 'relay', header: HEADER, bytes: 1, live: false, meta: { tags: [], note: '' } },
      facts: summarize({ header: HEADER, events: events.slice(0, count) }),
    });
    const { shown, tracks } = columnsAt(2000);
    const at = shown.findIndex(({ id }) => id === 'said');
    expect([shown[at]?.en, shown[at]?.['zh-CN'], tracks[at]]).toEqual(['Standard error', '标准错误', '60px']);
    expect(columnsAt(600).shown.map(({ id }) => id)).not.toContain('said');
    const words = await load<Messages>('web/base/i18n/en/index.ts');
    const say = { words, language: 'zh-CN', date: String, isFile: () => false } as const;
    expect(columnLines(entry('a', 2), say)).toContainEqual(['标准错误', '2']);
    const sorted = sortEntries([entry('a', 1), entry('b', 2), entry('c', 0)], { key: 'said', descending: true });
    expect(sorted.map(({ id }) => id).join('')).toBe('bac');
  });
});

describe('a rule', () => {
  const PING = { jsonrpc: '2.0', id: 3, method: 'ping', params: { text: 'hello' } };
  const TITLES = { en: 'Send ping without parameters', 'zh-CN': 'ping 不带参数' } as const;

  test('is in the catalogue, is judged, and is reported in both languages', async () => {
    const { findingsReport, judgeRecording, RULES } = await load<typeof Findings>('shared/findings/index.ts');
    const { exampleOf } = await load<typeof Examples>('shared/findings/examples/index.ts');
    const { findingsWordsIn } = await load<typeof FindingsWords>('shared/findings/words/index.ts');
    expect(RULES.find(({ id }) => id === 'ping-params')).toMatchObject({ category: 'ping', level: 'MUST NOT' });
    const { before = [], violates, conforms } = exampleOf('ping-params') ?? { violates: [], conforms: [] };
    const judged = (own: typeof violates) => judgeRecording({ header: HEADER, events: toEvents([...before, ...own]) });
    expect(judged(conforms).findings).toEqual([]);
    for (const [language, title] of Object.entries(TITLES)) {
      const { broken } = findingsReport(judged(violates), await findingsWordsIn(language as keyof typeof TITLES));
      expect(broken.map(({ rule }) => rule)).toEqual(['ping-params']);
      expect(broken[0]).toMatchObject({ title, findings: [{ text: expect.stringContaining('{"text":"hello"}') }] });
    }
  });

  test.each(Object.entries(TITLES))('is listed and explained with its example (%s)', async (language, title) => {
    const { out: list } = await program('explain', '--lang', language);
    expect(list).toMatch(new RegExp(`^ping-params +${title}$`, 'm'));
    const { code, out } = await program('explain', 'ping-params', '--lang', language);
    expect(code).toBe(0);
    expect(out).toContain(`ping-params: ${title}\n`);
    expect(out).toContain(JSON.stringify(PING));
  });

  test.each(['EN', 'ZH', 'EXAMPLES'])('without its place in %s does not compile', (part) => {
    const path = join(copy, 'shared/findings/rules/ping.ts');
    const whole = readFileSync(path, 'utf8');
    const [before = '', table = ''] = whole.split(`export const ${part}`);
    writeFileSync(path, `${before}export const ${part}${table.replace(/ {2}'ping-params': \{[^]*?\n {2}\},\n/, '')}`);
    expect(compiled('shared/findings/rules/ping.ts')).toContain('Property \'"ping-params"\' is missing');
    writeFileSync(path, whole);
  });
});
