/**
 * How many files a new thing touches: the patches in tests/fixtures/touches add a made-up command, text format, column of the
 * library, kind of event and rule, as a person would. What walks the lists does it with them, in a copy of the sources.
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
import type * as Compare from '#shared/compare';
import type * as Export from '#shared/export';
import type * as Formats from '#shared/formats';
import type * as SharedLibrary from '#shared/library';
import type * as Mock from '#shared/mock';
import type * as Recording from '#shared/recording';
import type * as Redact from '#shared/redact';
import type * as Session from '#shared/session';
import type * as Timeline from '#shared/timeline';
import type * as Words from '#shared/words';
import { toEvents, HEADER } from '../unit/arbitraries.ts';
import type * as Commands from '../../relay/cli/commands.ts';
import type * as Args from '../../relay/cli/args.ts';
import type * as IndexFile from '../../relay/library/index-file.ts';
import type * as Columns from '../../web/library/columns.ts';
import type * as HelpWords from '../../web/shell/words/en.ts';
import type { Messages } from '../../web/base/i18n/all.ts';
import { top } from './files.ts';

const PATCHES = join(top, 'tests/fixtures/touches');
const MOST: { readonly [thing: string]: number } = { command: 3, format: 3, column: 2, event: 3, rule: 2 };
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
  const lists = [
    'relay/cli/args.ts',
    'relay/library/index.ts',
    'web/library/columns.ts',
    'shared/findings/index.ts',
    'shared/redact/index.ts',
  ];
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
    const words = await load<Messages>('web/base/i18n/en/all.ts');
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

describe('a kind of event', () => {
  const checkpoint = {
    k: 'checkpoint',
    at: 1,
    text: 'before password=hunter2hunter2',
    size: 0,
  } as unknown as Recording.EventBody;
  const events = toEvents([{ k: 'stderr', text: 'one\n' }, { k: 'message', dir: 'c2s', raw: '{}' }, checkpoint]);
  const recorded = { header: HEADER, events };

  test('is in the schema and in FORMAT.md, is read by its fields, and written as it was read', async () => {
    const { decodeLine, eventBytes, recordingSchema, recordLine } =
      await load<typeof Recording>('shared/recording/index.ts');
    expect(JSON.stringify(recordingSchema())).toContain('"k":{"enum":["checkpoint"]},"at":{');
    expect(readFileSync(join(copy, 'shared/recording/FORMAT.md'), 'utf8')).toMatch(/^\| `checkpoint` \| .*`size`/m);
    const line = '{"s":2,"t":20,"k":"checkpoint","at":1,"text":"here","size":5}';
    const read = decodeLine(line, 2);
    expect(read).toMatchObject({ type: 'event', event: { k: 'checkpoint', size: 5 } });
    expect(read.type === 'event' && recordLine(read.event)).toBe(line);
    expect(decodeLine(line.replace('5', '-5'), 2)).toMatchObject({ event: { k: 'unknown' } });
    expect(eventBytes(events[2])).toEqual(new TextEncoder().encode('before password=hunter2hunter2'));
  });

  test('keeps what it refers to in a part of a recording, and not its secrets', async () => {
    const { selectEvents } = await load<typeof Recording>('shared/recording/index.ts');
    const { planRedaction, redact } = await load<typeof Redact>('shared/redact/index.ts');
    const part = selectEvents({ ...recorded, events: [...events, ...toEvents([])] }, ({ s }) => s > 0);
    expect(part.events.map(({ k }) => k)).toEqual(['gap', 'message', 'checkpoint']);
    expect(selectEvents({ ...recorded, events: events.slice(1) }, () => true).events[1]).toMatchObject({ at: 0, s: 1 });
    expect(selectEvents(recorded, ({ s }) => s !== 1).events.map(({ k }) => k)).toEqual(['stderr', 'gap']);
    const redacted = redact(recorded, planRedaction(recorded));
    expect(redacted.events[2]).toMatchObject({ text: expect.stringMatching(/^before password=‹[\w-]+:1›$/) });
    expect(redacted.header.redacted).toMatchObject([{ s: 2, path: ['text'] }]);
  });

  test('is a row, a trouble, facts and a meaning in both languages', async () => {
    const { SessionLog } = await load<typeof Session>('shared/session/index.ts');
    const { describe: rowOf, isTrouble } = await load<typeof Timeline>('shared/timeline/index.ts');
    const { eventFacts, kindName, meaningOf, rowText, wordsIn } = await load<typeof Words>('shared/words/index.ts');
    const log = new SessionLog();
    for (const event of events) log.append(event);
    const [, , event] = events;
    if (event?.k === 'message' || !event) throw new Error('the last event is the checkpoint');
    expect([isTrouble(log, 2), rowOf(log, 2)?.text]).toEqual([true, 'before password=hunter2hunter2']);
    const said = async (language: Words.Language): Promise<unknown[]> => {
      const words = await wordsIn(language);
      const row = rowOf(log, 2);
      const parts = row && rowText(words, log, row).parts.map(({ text }) => text);
      const facts = eventFacts(event, words).map(({ name, value }) => `${name} ${value}`);
      return [kindName(event, words), parts, facts, meaningOf(words, log, 2)];
    };
    expect(await said('en')).toEqual([
      'Checkpoint',
      ['Checkpoint', 'before password=hunter2hunter2 (0 bytes)'],
      ['Refers to event 1', 'Text before password=hunter2hunter2', 'State 0 bytes'],
      'The session can be taken back to this state.',
    ]);
    expect(JSON.stringify(await said('zh-CN'))).toContain('对应事件 1');
  });

  test('is told by what writes texts, and disturbs neither a mock nor a comparison', async () => {
    const { WRITERS } = await load<typeof Export>('shared/export/index.ts');
    const { compareRecordings } = await load<typeof Compare>('shared/compare/index.ts');
    const { planMock } = await load<typeof Mock>('shared/mock/index.ts');
    const { ENGLISH: words } = await load<typeof Words>('shared/words/index.ts');
    for (const format of ['markdown', 'mermaid', 'svg'] as const)
      expect(WRITERS[format](recorded, { words })).toContain('hunter2hunter2');
    expect(planMock(recorded).calls).toHaveLength(1);
    expect(compareRecordings(recorded, recorded).same).toBe(true);
  });
});
