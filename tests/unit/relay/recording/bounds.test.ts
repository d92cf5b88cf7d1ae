/** Files that are small and cost much: what is read of them is bounded, wherever they are read. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { encodeEnd, encodeEvent, readRecorded, type WireEvent } from '#shared/recording';
import { Library } from '../../../../relay/library/index.ts';
import { loadMasks } from '../../../../relay/masks/masks-file.ts';
import { loadRecording, RecordingFile, sweep } from '../../../../relay/recording/index.ts';
import { HEADER, toEvents } from '../../arbitraries.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const EVENTS: readonly WireEvent[] = toEvents(Array.from({ length: 3 }, () => ({ k: 'stderr', text: 'x' })));
const START = `${[encodeEnd(HEADER), ...EVENTS.map(encodeEvent)].join('\n')}\n`;
const IDLE = { 'blank lines': '\n', 'lines of spaces': '   \r\n', footers: '{"footer":true,"events":0,"reason":""}\n' };

/** A packed file of some kilobytes: a recording's beginning, and then 2 GiB of one line again and again (each member of 16 MiB). */
function bomb(line: string): Buffer {
  const member = gzipSync(Buffer.alloc(16 * 1024 * 1024 - ((16 * 1024 * 1024) % line.length), line), { level: 9 });
  return Buffer.concat([gzipSync(START), ...Array.from({ length: 128 }, () => member)]);
}

describe('lines that hold no event', () => {
  test.each(Object.entries(IDLE))('are bounded: %s', (_name, line) => {
    const { recorded, summary } = readRecorded([START, ...Array.from({ length: 40 }, () => line.repeat(5000))]);
    expect(summary.problems).toMatchObject([{ code: 'too-many-empty-lines', line: 100_000 + EVENTS.length + 5 }]);
    expect(recorded?.events).toHaveLength(EVENTS.length);
    // One after each event, as some programs save a text, is none too many.
    const many = toEvents(Array.from({ length: 120_000 }, () => ({ k: 'note', at: 0, text: '' })));
    const spread = [`${encodeEnd(HEADER)}\n`, ...many.map((event) => `${encodeEvent(event)}\n${line}`)];
    expect(readRecorded(spread).summary).toMatchObject({ events: 120_000, problems: [] });
  });

  test.each(Object.entries(IDLE))('are bounded where they are packed: %s', async (_name, line) => {
    const home = folder();
    const path = join(home, 'x.mcprec.gz');
    writeFileSync(path, bomb(line));
    expect(statSync(path).size).toBeLessThan(16_000_000);
    const opened = await RecordingFile.open(path);
    if (!opened.ok) throw new Error(opened.problem.code);
    onTestFinished(() => opened.recording.release());
    expect(opened.problem?.code).toBe('too-many-empty-lines');
    expect(opened.recording.count).toBe(EVENTS.length);
    // The copy ends where reading did.
    expect(statSync(opened.recording.path).size).toBeLessThan(64 * 1024 * 1024);
    expect(await loadRecording(path)).toMatchObject({
      ok: true,
      damage: { lines: [{ code: 'too-many-empty-lines' }] },
    });
    const library = new Library({ folder: home, hosted: () => undefined, letGo: () => undefined });
    onTestFinished(() => library.close());
    await library.list();
    await vi.waitFor(() => expect(library.state.unread).toBe(0), { timeout: 45_000 });
    expect((await library.list())[0]?.facts).toMatchObject({ events: EVENTS.length, partial: true });
  });
});

test('a recording in which much is packed holds up no other', async () => {
  const home = folder();
  const line = (s: number): string => `${encodeEvent({ s, t: 0, k: 'stderr', text: 'x'.repeat(1024 * 1024) })}\n`;
  const long = Buffer.concat(
    [START, ...Array.from({ length: 16 }, (_, s) => line(s + 3))].map((text) => gzipSync(text)),
  );
  // By name it is the newest.
  writeFileSync(join(home, 'z.mcprec.gz'), long);
  writeFileSync(join(home, 'a.mcprec'), START);
  const library = new Library({ folder: home, hosted: () => undefined, letGo: () => undefined });
  onTestFinished(() => library.close());
  const read = new Set<string>();
  const heldUp: string[] = [];
  library.onChange(({ recordings }) => {
    for (const { path, facts } of recordings) if (facts) read.add(basename(path ?? ''));
    if (read.has('z.mcprec.gz') && !read.has('a.mcprec')) heldUp.push('a.mcprec');
  });
  await library.list();
  await vi.waitFor(() => expect(read.size).toBe(2), { timeout: 45_000 });
  expect(heldUp).toEqual([]);
});

test('pipes under the names of files of the folder are not waited for', async () => {
  const home = folder();
  writeFileSync(join(home, 'a.mcprec'), START);
  const pipes = [
    'a.mcprec.meta.json',
    'a.mcprec.live',
    'a.mcprec.masks.json',
    'library-index.json',
    'library-settings.json',
    'b.mcprec',
    'b.mcprec.gz',
  ];
  execFileSync(
    'mkfifo',
    pipes.map((name) => join(home, name)),
    { stdio: 'ignore' },
  );
  const library = new Library({ folder: home, hosted: () => undefined, letGo: () => undefined });
  onTestFinished(() => library.close());
  expect(await library.list()).toHaveLength(1);
  expect(loadMasks(undefined, join(home, 'a.mcprec'))).toMatchObject({ ok: false });
  expect(await loadRecording(join(home, 'b.mcprec'))).toMatchObject({ ok: false });
});

test('copies of processes that are gone are swept, and no others', () => {
  const copy = (name: string, owner?: string): string => {
    const path = mkdtempSync(join(tmpdir(), `lifeline-copy-${name}-`));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    writeFileSync(join(path, 'x.mcprec'), START);
    if (owner !== undefined) writeFileSync(join(path, 'owner.live'), owner);
    return path;
  };
  const [gone, alive, fresh, old] = [
    copy('gone', '999999999\n'),
    copy('alive', `${process.ppid}\n`),
    copy('fresh'),
    copy('old'),
  ];
  const before = new Date(Date.now() - 7_200_000);
  utimesSync(old, before, before);
  const home = folder();
  const [left, now, other] = ['x.mcprec.0123abcd.tmp', 'y.json.0123abcd.tmp', 'z.tmp'].map((name) => join(home, name));
  for (const path of [left, now, other]) writeFileSync(path ?? '', '');
  for (const path of [left, other]) utimesSync(path ?? '', before, before);
  mkdirSync(join(home, 'd.0123abcd.tmp'));
  sweep(home);
  expect([gone, alive, fresh, old].map((path) => existsSync(path))).toEqual([false, true, true, false]);
  expect(readdirSync(home).sort()).toEqual(['d.0123abcd.tmp', 'y.json.0123abcd.tmp', 'z.tmp']);
});
