/** Other programs' files on the disk: what the commands read, and what the relay opens. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { LibraryEntry } from '#shared/library';
import { readRecorded } from '#shared/recording';
import { Library } from '../../relay/library/index.ts';
import { loadRecording, RecordingFile, refusalOf, shortOf } from '../../relay/recording/index.ts';

const example = new URL('../../web/public/example.mcprec', import.meta.url).pathname;
const sample = new URL('../fixtures/imports/devtools.har', import.meta.url).pathname;
let folder: string;
let gzipped: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lifeline-import-'));
  gzipped = join(folder, 'devtools.har.gz');
  writeFileSync(gzipped, gzipSync(readFileSync(sample)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every command reads them, gzipped or not', async () => {
  const [plain, packed] = [await loadRecording(sample), await loadRecording(gzipped)];
  expect(plain).toMatchObject({
    ok: true,
    recorded: { header: { imported: { format: 'har', unread: 1, leftOut: 3 } } },
  });
  expect(packed).toMatchObject({ ok: true, recorded: { events: plain.ok && plain.recorded.events } });
});

test('what is no recording of any kind is refused in a sentence', async () => {
  const letter = join(folder, 'letter.txt');
  writeFileSync(letter, 'Dear server,\n');
  expect(await loadRecording(letter)).toEqual({
    ok: false,
    sentence: `${letter} is not a recording, nor another program’s file with MCP traffic.`,
  });
  expect(await RecordingFile.open(letter, { foreign: true })).toMatchObject({
    ok: false,
    problem: { code: 'not-a-recording' },
  });
});

test('the relay opens one as a recording that only this person can read, and removes it afterwards', async () => {
  expect(await RecordingFile.open(gzipped)).toMatchObject({ ok: false });
  const result = await RecordingFile.open(gzipped, { foreign: true });
  if (!result.ok) throw new Error(result.problem.detail);
  const { recording } = result;
  expect(recording.count).toBe(32);
  expect(statSync(recording.path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(recording.path)).mode & 0o777).toBe(0o700);
  recording.release();
  expect(existsSync(dirname(recording.path))).toBe(false);
});

test('what is no file is refused, be it a folder, a pipe that nobody writes to, or gone while it is read', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const [path, why] of [
    [pipe, 'it is not a file'],
    [folder, 'it is a folder'],
    [join(folder, 'none'), 'no such file or directory'],
  ] as const) {
    expect(await loadRecording(path)).toMatchObject({ ok: false, sentence: expect.stringContaining(why) as string });
    const opened = await RecordingFile.open(path, { foreign: true });
    if (opened.ok) throw new Error('opened');
    expect(refusalOf(path, opened.problem)).toContain(why);
  }
});

test('the line at which a recording is damaged is named, and nothing in it is obeyed by a terminal', async () => {
  const [header = '', ...events] = readFileSync(example, 'utf8').split('\n');
  const damaged = join(folder, 'damaged.mcprec');
  writeFileSync(
    damaged,
    [header, ...events.slice(0, 5), '\u001b]0;x\u0007 no JSON \u202e', ...events.slice(5)].join('\n'),
  );
  const loaded = await loadRecording(damaged);
  if (!loaded.ok) throw new Error(loaded.sentence);
  expect(loaded.recorded.events).toHaveLength(5);
  expect(shortOf(damaged, loaded)).toBe(`${damaged} is damaged at line 7 (not-json: ␛]0;x␇ no JSON ‹U+202E›)`);
  writeFileSync(damaged, [header, ...events.slice(0, 5)].join('\n'));
  const cut = await loadRecording(damaged);
  expect(cut.ok && shortOf(damaged, cut)).toBe(`${damaged} ends early`);
  const whole = await loadRecording(example);
  expect(whole.ok && shortOf(example, whole)).toBe(undefined);
});

test('a packed file that was cut gives what comes before', async () => {
  const cut = join(folder, 'cut.mcprec.gz');
  const bytes = gzipSync(readFileSync(example));
  for (const length of [bytes.length - 4, Math.floor(bytes.length / 2)]) {
    writeFileSync(cut, bytes.subarray(0, length));
    const loaded = await loadRecording(cut);
    expect(loaded.ok && loaded.recorded.events.length).toBeGreaterThan(5);
    expect(loaded).toMatchObject({ cutShort: true });
  }
});

test('a log that a shell of Windows wrote as UTF-16 is read', async () => {
  const log = join(folder, 'log.txt');
  const text = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"é":1}}\r\n';
  writeFileSync(log, Buffer.from(`\uFEFF${text}`, 'utf16le'));
  const little = await loadRecording(log);
  expect(little).toMatchObject({ ok: true, recorded: { events: [{ k: 'message', raw: text.trim() }] } });
  writeFileSync(log, Buffer.from(`\uFEFF${text}`, 'utf16le').swap16());
  const big = await loadRecording(log);
  expect(big.ok && big.recorded.events).toEqual(little.ok && little.recorded.events);
});

test('a packed recording is listed and opened like any other, and takes notes', async () => {
  const home = join(folder, 'home');
  mkdirSync(home);
  const packed = join(home, 'example.mcprec.gz');
  writeFileSync(packed, gzipSync(readFileSync(example)));
  const library = new Library({ folder: home, hosted: () => undefined, letGo: () => undefined });
  onTestFinished(() => library.close());
  const listed = async (): Promise<LibraryEntry | undefined> => (await library.list())[0];
  expect(await listed()).toMatchObject({ header: { mcprec: 1 }, path: packed });
  await expect.poll(async () => (await listed())?.facts).toMatchObject({ events: 42, notes: 0, cutShort: false });
  const opened = await RecordingFile.open(packed);
  if (!opened.ok) throw new Error('no recording');
  opened.recording.annotate(2, 'here');
  opened.recording.annotate(3, 'there');
  const { recorded, summary } = readRecorded(gunzipSync(readFileSync(packed)).toString());
  expect(recorded?.events.slice(-2)).toMatchObject([
    { k: 'note', at: 2, text: 'here' },
    { k: 'note', at: 3 },
  ]);
  expect(summary).toMatchObject({ cutShort: false, problems: [] });
  expect(statSync(packed).mode & 0o777).toBe(0o600);
  await expect.poll(async () => (await listed())?.facts?.notes).toBe(2);
  // What another program packed meanwhile is not overwritten.
  writeFileSync(packed, gzipSync('another'));
  utimesSync(packed, 1, 1);
  expect(() => opened.recording.annotate(2, 'lost')).toThrow('changed by another program');
  opened.recording.release();
  expect(gunzipSync(readFileSync(packed)).toString()).toBe('another');
});
