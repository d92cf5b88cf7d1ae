/** A disk that takes nothing: what waits is bounded, what is given up is a gap, and whoever is told of the recording is told of it. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NOT_RECORDED, readRecorded, type RecordingHeader, type WireEvent } from '#shared/recording';
import { Recorder, type Write } from '../../relay/recording/index.ts';
import { BY_HAND, eventually, headersOf, Page, script } from './support/page.ts';
import { programFile, run } from './support/program.ts';
import { server, temporaryFolder, testRelay } from './support/relay.ts';

const HEADER: RecordingHeader = {
  mcprec: 1,
  id: 'x',
  title: 'x',
  startedAt: '2026-01-01T00:00:00Z',
  by: { name: 'a', version: '1' },
  route: 'relay',
  connection: { transport: 'stdio', command: 'c', args: [] },
};
const said = (s: number, size = 10): WireEvent => ({ s, t: s, k: 'stderr', text: 'é'.repeat(size) });
const isGap = (event: WireEvent): boolean => event.k === 'gap' && event.why === NOT_RECORDED;

/** A disk with so much room, in bytes; `room` may be changed. */
function disk(room: number): { room: number; readonly write: Write } {
  const state = {
    room,
    write: (file: number, bytes: Buffer, offset: number): number => {
      if (state.room === 0)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      const wrote = writeSync(file, bytes, offset, Math.min(state.room, bytes.length - offset));
      state.room -= wrote;
      return wrote;
    },
  };
  return state;
}

function recorderOn(path: string, more: Partial<ConstructorParameters<typeof Recorder>[0]>): Recorder {
  const recorder = new Recorder({ path, header: HEADER, failed: () => undefined, ...more });
  onTestFinished(() => recorder.release());
  return recorder;
}

test('what waits is bounded; beyond it events are gaps, and the rest is written when there is room', async () => {
  const path = join(temporaryFolder(), 'x.mcprec');
  const full = disk(400);
  const recorder = recorderOn(path, { write: full.write, waiting: { bytes: 1_000_000, events: 100 } });
  for (let s = 0; s < 2000; s++) recorder.record([said(s)]);
  const { from, events, why } = recorder.unrecorded ?? {};
  expect(why).toBe('failed');
  expect(from).toBeLessThan(10);
  expect(events).toBeGreaterThan(1880);
  const slow = recorder.behind();
  expect(slow).toBeDefined();
  // It is kept whatever the disk does.
  await slow;
  // A page that follows has those that were given up just now, a late one after a while has gaps.
  expect(recorder.lines(1999, 0)).toEqual([JSON.stringify(said(1999))]);
  full.room = Infinity;
  await eventually(() => recorder.unrecorded?.why === 'lost');
  expect(recorder.behind()).toBeUndefined();
  recorder.record([said(2000)]);
  recorder.finish('finished');
  expect(recorder.unrecorded).toEqual({ from: 2000 - (events ?? 0), why: 'lost', detail: '', events });
  const { recorded, summary } = readRecorded(readFileSync(path, 'utf8'));
  expect(summary).toMatchObject({ problems: [], cutShort: false, events: 2001 });
  expect(recorded?.events.filter(isGap)).toHaveLength(events ?? 0);
  expect(recorded?.events.filter((event) => !isGap(event))).toEqual(
    Array.from({ length: 2001 }, (_, s) => said(s)).filter(({ s }) => s < 2000 - (events ?? 0) || s === 2000),
  );
  // What was written is read from where it stands.
  const lines: string[] = [];
  while (lines.length < recorder.count) lines.push(...recorder.lines(lines.length, 5000));
  expect(lines.filter((line) => line.includes(NOT_RECORDED)).length).toBeLessThanOrEqual(events ?? 0);
});

test('of large events no more is held than the bound, and the newest for the views alone', () => {
  const path = join(temporaryFolder(), 'x.mcprec');
  const full = disk(0);
  const recorder = recorderOn(path, { write: full.write, waiting: { bytes: 1024 * 1024, events: 1_000_000 } });
  const size = 2 * 1024 * 1024;
  for (let s = 0; s < 12; s++) recorder.record([said(s, size)]);
  // The first alone is more than the bound.
  expect(recorder.unrecorded?.events).toBe(11);
  const kept = Array.from({ length: 12 }, (_, s) => !recorder.lines(s, 0)[0]?.includes(NOT_RECORDED));
  expect(kept.lastIndexOf(false)).toBeGreaterThan(5);
  expect([kept[0], kept[1], kept[11]]).toEqual([true, false, true]);
  full.room = Infinity;
  recorder.finish('finished');
  recorder.release();
  const { recorded, summary } = readRecorded(readFileSync(path, 'utf8'));
  expect(summary).toMatchObject({ events: 12, problems: [], cutShort: false });
  expect(recorded?.events.map(isGap)).toEqual(Array.from({ length: 12 }, (_, s) => s > 0));
});

test('a file that can’t be made is tried again, with everything in it', async () => {
  const folder = join(temporaryFolder(), 'not yet');
  const told: string[] = [];
  const recorder = recorderOn(join(folder, 'x.mcprec'), {
    failed: (detail) => told.push(detail),
    onRecovered: () => told.push('whole'),
  });
  expect(told).toEqual([expect.stringContaining('ENOENT')]);
  recorder.record([said(0), said(1)]);
  expect(recorder.unrecorded).toMatchObject({ from: 0, why: 'failed' });
  mkdirSync(folder);
  await eventually(() => recorder.unrecorded === undefined);
  expect(told[1]).toBe('whole');
  recorder.record([said(2)]);
  recorder.finish('finished');
  expect(readRecorded(readFileSync(recorder.path, 'utf8')).recorded?.events).toEqual([said(0), said(1), said(2)]);
});

test('the recording that the relay gives has what is not on the disk, also when its file is gone', async () => {
  const full = disk(3000);
  const relay = await testRelay({ write: full.write });
  const page = await Page.connect(relay);
  const id = await page.open(script('echo'), BY_HAND);
  page.say(id, { id: 1, method: 'flood', params: { count: 5000, size: 100 } });
  await page.answer(id, 1);
  await page.event(id, (event) => event.k === 'connection' && event.reason === 'recording-failed');
  const get = async (): Promise<WireEvent[]> => {
    const headers = headersOf(relay);
    const response = await fetch(`${relay.origin}/api/sessions/${id}/recording`, { headers });
    expect(response.headers.has('lifeline-not-on-disk')).toBe(true);
    const { recorded, summary } = readRecorded(await response.text());
    expect(summary.problems).toEqual([]);
    return [...(recorded?.events ?? [])];
  };
  expect((await get()).length).toBeGreaterThan(5000);
  full.room = Infinity;
  page.send({ type: 'close', session: id });
  await page.closed(id);
  await eventually(() => page.sessions[0]?.unrecorded === undefined);
  for (const name of readdirSync(relay.folder)) if (name.endsWith('.mcprec')) rmSync(join(relay.folder, name));
  expect(await get()).toEqual(page.of(id));
});

test('a session that is over is kept until its recording is written, and what is lost at the end is told', async () => {
  const full = disk(1000);
  const told: string[] = [];
  const relay = await testRelay({ write: full.write, warn: (sentence) => told.push(sentence) });
  const page = await Page.connect(relay);
  const closed = async (): Promise<string> => {
    const id = await page.open(script('echo'), BY_HAND);
    page.say(id, { id: 1, method: 'flood', params: { count: 50, size: 100 } });
    await page.answer(id, 1);
    page.send({ type: 'close', session: id });
    await page.closed(id);
    await eventually(() => page.sessions.find((each) => each.id === id)?.unrecorded);
    page.send({ type: 'forget', session: id });
    return id;
  };
  const id = await closed();
  const next = await closed();
  expect(page.sessions.map((each) => each.id)).toContain(id);
  full.room = Infinity;
  await eventually(() => page.sessions.every(({ unrecorded }) => unrecorded === undefined));
  for (const name of readdirSync(relay.folder).filter((each) => each.endsWith('.mcprec'))) {
    const { summary } = readRecorded(readFileSync(join(relay.folder, name), 'utf8'));
    expect(summary).toMatchObject({ problems: [], cutShort: false });
  }
  for (const each of [id, next]) page.send({ type: 'forget', session: each });
  await eventually(() => page.sessions.length === 0);
  full.room = 0;
  await closed();
  await relay.close();
  expect(told.at(-1)).toMatch(/is not recorded from event 0 on: ENOSPC.*That is lost/);
});

test('commands end with 4 when the disk was full', async () => {
  const home = temporaryFolder();
  /** The program in a process that may write files of 4 KiB; what it writes beyond fails as on a full disk. */
  const limited = async (...args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> => {
    const command = 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"';
    const env = { ...process.env, LIFELINE_HOME: home, CI: '1' };
    const child = spawn('sh', ['-c', command, process.execPath, programFile(), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let [out, err] = ['', ''];
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    child.stderr.on('data', (data: Buffer) => (err += data.toString()));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, out, err };
  };
  const echo = ['--', process.execPath, server('echo')];
  const flood = ['--params', '{"count":200,"size":100}'];
  const called = await limited('call', 'flood', ...flood, ...echo);
  expect(called).toMatchObject({ code: 4, out: '{}\n' });
  expect(called.err).toContain('The recording is incomplete.');
  const recorded = await limited('record', '--json', '--', process.execPath, '-e', CHATTY);
  expect(recorded.code).toBe(4);
  expect(JSON.parse(recorded.out)).toMatchObject({ connected: true, unrecorded: { why: 'failed' }, exitCode: 4 });
  // Of the others, which are ended too, the disk took no more than their beginnings.
  const file = join(home, 'whole.mcprec');
  const again = run(['call', 'flood', ...flood, '--out', file, ...echo], home);
  expect(await again.ended).toBe(0);
  const rerun = await limited('rerun', file, '--yes', ...echo);
  expect(rerun).toMatchObject({ code: 4 });
  // Nor is it another code when no session came about besides.
  const nothing = await limited('rerun', file, '--yes', '--', process.execPath, '-e', LOUD);
  expect(nothing).toMatchObject({ code: 4 });
});

test('a disk that is full from the first byte ends commands with 4, and no empty recording is left', async () => {
  const home = temporaryFolder();
  const out = join(home, 'out.mcprec');
  for (const args of [['record'], ['call', 'tools/list'], ['record', '--out', out]]) {
    const command = 'trap "" XFSZ; ulimit -f 0; exec "$0" "$@"';
    const env = { ...process.env, LIFELINE_HOME: home, CI: '1' };
    const target = ['--', process.execPath, server('echo')];
    const child = spawn('sh', ['-c', command, process.execPath, programFile(), ...args, ...target], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let err = '';
    child.stderr.on('data', (data: Buffer) => (err += data.toString()));
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(4);
    expect(err).toContain('The recording can’t be written: EFBIG');
  }
  expect(readdirSync(home)).toEqual(['recordings']);
  expect(readdirSync(join(home, 'recordings')).filter((name) => name.endsWith('.mcprec'))).toEqual([]);
});

/** No server: it says much, and ends. */
const LOUD = `for (let at = 0; at < 200; at++) console.error('.'.repeat(100));`;

/** A server that says much before it answers `initialize`. */
const CHATTY = `
for (let at = 0; at < 200; at++) console.error('.'.repeat(100));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 'c', version: '1' } } }));
  else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));
});
`;
