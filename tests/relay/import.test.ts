/** Other programs' files on the disk: what the commands read, and what the relay opens. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { LibraryEntry } from '#shared/library';
import { readRecorded } from '#shared/recording';
import { COMMANDS } from '../../relay/cli/commands.ts';
import { Library } from '../../relay/library/index.ts';
import { loadRecording, RecordingFile, refusalOf } from '../../relay/recording/index.ts';

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

const several = new URL('../fixtures/imports/claude-many.log', import.meta.url).pathname;
const listed =
  'it contains messages of 2 servers: garden (3 messages), weather (2 messages); choose one with --server NAME';

/** Carry a command out in this process. */
async function program(name: string, ...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const note = (line: string): void => void (err += `${line}\n`);
  const io = { say: note, warn: note, print: (text: string) => void (out += text), env: {} };
  const command = await COMMANDS.get(name)?.load();
  const code = await command?.run(argv, { ...io, signal: new AbortController().signal });
  return { code: code ?? -1, out, err };
}

test('of a file with several servers one is chosen; without a choice they are listed', async () => {
  expect(await loadRecording(several)).toEqual({ ok: false, sentence: `${several} can’t be read: ${listed}.` });
  expect(await loadRecording(several, { server: '\u001bx' })).toMatchObject({
    sentence: expect.stringContaining('no server “␛x”; it contains') as string,
  });
  const opened = await RecordingFile.open(several, { foreign: true });
  expect(opened).toEqual({ ok: false, problem: { code: 'unreadable', detail: listed } });
  const chosen = await RecordingFile.open(several, { foreign: true, server: 'garden' });
  expect(chosen).toMatchObject({ ok: true });
  const garden = await loadRecording(several, { server: 'garden' });
  const weather = await loadRecording(several, { server: 'weather' });
  if (!garden.ok || !weather.ok) throw new Error('not loaded');
  expect(garden.recorded.header.id).not.toBe(weather.recorded.header.id);
});

test.each(['show', 'export', 'redact', 'compare', 'rerun', 'mock'])('%s takes --server', async (name) => {
  const more = {
    show: [several],
    export: [several, '--to', 'markdown'],
    redact: [several, '--out', join(folder, 'redacted.mcprec')],
    compare: [several, several],
    rerun: ['--plan', several],
  }[name] ?? [several];
  const refused = await program(name, ...more);
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining(listed)]);
  expect(await program(name, ...more, '--server')).toMatchObject({
    code: 2,
    err: `Option '--server <value>' argument missing. Try mcp-lifeline ${name} --help.\n`,
  });
  if (name === 'mock') return;
  const chosen = await program(name, '--server', 'weather', ...more);
  expect([chosen.err, chosen.code]).toEqual([expect.not.stringContaining(listed), 0]);
  if (name === 'redact') return;
  const joined = await program(name, ...more, '--server=weather');
  expect(joined).toEqual(chosen);
});

test('what was not understood is told with its place', async () => {
  const file = new URL('../fixtures/imports/lines.txt', import.meta.url).pathname;
  const { code, out, err } = await program('show', file, '--no-color');
  expect(code).toBe(0);
  expect(err).toContain(`${file}: 2 parts were not recognized (line or entry 1, 7).`);
  expect(out).toContain('not recognized (line or entry 1)');
});

test('a zipped HAR is read; of an archive with several files one has to be named', async () => {
  const har = new Uint8Array(readFileSync(sample));
  const note = new TextEncoder().encode('see the log');
  const one = join(folder, 'one.zip');
  writeFileSync(one, zipSync({ 'report/devtools.har': har, 'report/note.txt': note }));
  const two = join(folder, 'two.zip');
  writeFileSync(two, zipSync({ 'a.har': har, 'b.har': har }));
  // One that says that it unpacks to more than is read: the size is in the archive's directory.
  const bomb = join(folder, 'bomb.zip');
  const large = Buffer.from(zipSync({ 'a.har': har }));
  large.writeUInt32LE(300_000_000, large.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  writeFileSync(bomb, large);
  const [plain, zipped] = [await loadRecording(sample), await loadRecording(one)];
  expect(zipped).toMatchObject({ ok: true, recorded: { events: plain.ok && plain.recorded.events } });
  expect(await loadRecording(two)).toEqual({
    ok: false,
    sentence: `${two} can’t be read: it contains 2 files that can be read (a.har, b.har); unpack it and name one.`,
  });
  expect(await loadRecording(bomb)).toMatchObject({ ok: false });
});

test('what is no recording of any kind is refused in a sentence', async () => {
  const letter = join(folder, 'letter.txt');
  writeFileSync(letter, 'Dear server,\n');
  expect(await loadRecording(letter)).toEqual({
    ok: false,
    sentence: `${letter} is neither a recording nor a file of another tool with MCP messages.`,
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
  execFileSync('mkfifo', [pipe], { stdio: 'ignore' });
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
  const said: string[] = [];
  const warn = (line: string): void => void said.push(line);
  const loaded = await loadRecording(damaged, { warn });
  if (!loaded.ok) throw new Error(loaded.sentence);
  const whole = await loadRecording(example);
  expect(whole).not.toHaveProperty('damage');
  expect(loaded.recorded.events).toEqual(whole.ok && whole.recorded.events);
  expect(said).toEqual([`${damaged} is damaged at line 7 (not-json); everything else is read.`]);
  writeFileSync(damaged, [header, ...events.slice(0, 5)].join('\n'));
  await loadRecording(damaged, { warn });
  expect(said[1]).toBe(`${damaged} ends early; everything else is read.`);
});

test('a packed file that was cut gives what comes before', async () => {
  const cut = join(folder, 'cut.mcprec.gz');
  const bytes = gzipSync(readFileSync(example));
  for (const length of [bytes.length - 4, Math.floor(bytes.length / 2)]) {
    writeFileSync(cut, bytes.subarray(0, length));
    const loaded = await loadRecording(cut);
    expect(loaded.ok && loaded.recorded.events.length).toBeGreaterThan(5);
    expect(loaded).toMatchObject({ damage: { lines: [{ code: 'bad-packing' }] } });
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
