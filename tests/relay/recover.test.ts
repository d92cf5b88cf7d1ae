/** Recordings of what killed taps left behind, whatever became of their spools. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { HeldRecording as Recorded } from '#shared/recording';
import { liveMark, processPlace } from '../../relay/recording/index.ts';
import { recoverAll } from '../../relay/tap/http/recover-all.ts';
import { newSeen, SEEN } from '../../relay/tap/stdio/copy.ts';
import { byteAt, partAt, Spool } from '../../relay/tap/stdio/spool.ts';
import { passed, recordingUnder } from '../system/support/tapped.ts';
import { programFile } from './support/program.ts';
import { temporaryFolder } from './support/relay.ts';

/** More than any process has. */
const GONE = 2 ** 31 - 1;
const SPOOL = '1-killed';

const line = (n: number, length = 20): string =>
  `{"jsonrpc":"2.0","method":"m${n}","params":"${'x'.repeat(length)}"}\n`;
/** As the spool has it. */
const copy = (t: number, text: string): string =>
  `${JSON.stringify({ is: 'bytes', t, from: 'server', length: Buffer.byteLength(text) })}\n${text}`;

/** A home with the spool of a tap that is gone; these are its parts by number. */
function killed(
  parts: Readonly<Record<number, readonly string[]>>,
  state?: string,
  home = temporaryFolder(),
): { home: string; spool: string } {
  const spool = join(home, 'recordings', '.taps', SPOOL);
  mkdirSync(spool, { recursive: true });
  const about = { command: 'server', args: [], cwd: '/', startedAt: '2026-01-01T00:00:00.000Z', spool };
  const head = JSON.stringify({ pid: GONE, place: processPlace(), start: { transport: 'stdio', ...about } });
  for (const [part, copies] of Object.entries(parts)) writeFileSync(join(spool, part), `${head}\n${copies.join('')}`);
  if (state !== undefined) writeFileSync(join(spool, 'state'), state);
  return { home, spool };
}

const recover = (home: string): Promise<void> => recoverAll(join(home, 'recordings'));
const left = (home: string): string[] => readdirSync(join(home, 'recordings', '.taps'));
const text = (recorded: Recorded): string => passed(recorded, 's2c').toString();
const gaps = ({ events }: Recorded): string[] => events.flatMap((each) => (each.k === 'gap' ? [each.why] : []));
const UNREADABLE = 'a part of what passed the tap can’t be read';

/** What is written to standard error meanwhile. */
function said(): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
  return lines;
}

test('a recording that can’t be written keeps no command from working: it is said, and the next one makes it', async () => {
  const all = Array.from({ length: 400 }, (_, n) => line(n, 1000));
  const { home, spool } = killed({ 0: all.map((each, n) => copy(n, each)) });
  const explain = async (before: string): Promise<{ code: unknown; err: string }> => {
    const command = `${before} exec "$0" "$1" explain rpc-version-field`;
    const env = { ...process.env, LIFELINE_HOME: home, CI: '1' };
    const child = spawn('bash', ['-c', command, process.execPath, programFile()], { env });
    let err = '';
    child.stderr.on('data', (data: Buffer) => (err += data.toString()));
    child.stdout.resume();
    const [code] = (await once(child, 'close')) as unknown[];
    return { code, err };
  };
  // In blocks of 1024 bytes.
  const first = await explain('ulimit -f 64;');
  expect(first.code).toBe(0);
  expect(first.err.trim().split('\n')).toEqual([expect.stringContaining(`The next start tries again: ${spool}`)]);
  expect(left(home)).toEqual([SPOOL]);
  expect(await explain('')).toEqual({ code: 0, err: '' });
  expect(text(recordingUnder(home))).toBe(all.join(''));
  expect(left(home)).toEqual([]);
});

test('a process tries once to write what the system refuses, and says so once', async () => {
  const { home, spool } = killed({ 0: [copy(0, line(0))] });
  await recover(home);
  const [name = ''] = readdirSync(join(home, 'recordings')).filter((each) => each.endsWith('.mcprec'));
  // Of another tap, whose recording can't be opened because there is a folder.
  rmSync(join(home, 'recordings', name));
  mkdirSync(join(home, 'recordings', name));
  const again = killed({ 0: [copy(0, line(0))] }, undefined, home);
  const lines = said();
  await recover(again.home);
  await recover(again.home);
  expect(lines).toEqual([expect.stringContaining(`The next start tries again: ${spool}`)]);
  expect(left(home)).toEqual([SPOOL]);
  expect(readdirSync(join(home, 'recordings')).filter((each) => each.endsWith('.live'))).toEqual([]);
});

test('a part that the system does not give stays, with the spool, for the next start', async () => {
  const { home, spool } = killed({ 0: [copy(0, line(0))], 1: [copy(1, line(1))] });
  rmSync(join(spool, '1'));
  mkdirSync(join(spool, '1'));
  const lines = said();
  await recover(home);
  expect(lines).toEqual([expect.stringMatching(/EISDIR.*The next start tries again/)]);
  expect(left(home)).toEqual([SPOOL]);
});

test('of a large spool little waits to be written, and other work has its turn meanwhile', async () => {
  const long = line(0, 1_000_000);
  const parts = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [n, [1, 2, 3, 4].map(() => copy(n, long))]));
  const { home } = killed(parts);
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await recover(home);
  isOver = true;
  expect(turns).toBeGreaterThan(20);
  expect(text(recordingUnder(home)).length).toBe(48 * long.length);
});

test.each([
  ['is not JSON', 'garbage\n'],
  ['is JSON and no copy', '[1]\n'],
  ['has a length that is none', `${JSON.stringify({ is: 'bytes', t: 1, from: 'server', length: -5 })}\n`],
  ['says of more bytes than there are', `${JSON.stringify({ is: 'bytes', t: 1, from: 'server', length: 5000 })}\n`],
])('a line that %s ends its part, which is a gap; the next part is read', async (_, bad) => {
  const { home } = killed({
    0: [copy(0, line(0)), copy(1, '{"begun'), bad, copy(2, line(1))],
    1: [copy(3, `"end of a line"}\n${line(2)}`), copy(4, line(3))],
  });
  await recover(home);
  const recorded = recordingUnder(home);
  expect(text(recorded)).toBe(`${line(0)}{"begun${line(2)}${line(3)}`);
  expect(gaps(recorded)).toEqual([UNREADABLE, 'could not be recorded']);
  expect(recorded.footer?.reason).toBe('tap-killed');
  expect(readdirSync(join(home, 'recordings')).filter((name) => name.endsWith('.live'))).toEqual([]);
  expect(left(home)).toEqual([]);
});

test('a tap that was killed while it wrote its mark is gone all the same', async () => {
  const { home, spool } = killed({ 0: [copy(0, line(0))] });
  writeFileSync(join(spool, 'owner.live'), '');
  await recover(home);
  expect(text(recordingUnder(home))).toBe(line(0));
});

test('the end of the last part may have been cut: what is missing there did not pass', async () => {
  const { home } = killed({ 0: [copy(0, line(0)), copy(1, line(1)).slice(0, -4)] });
  await recover(home);
  expect(text(recordingUnder(home))).toBe(line(0));
  expect(gaps(recordingUnder(home))).toEqual([]);
});

test.each([
  ['whose state can’t be read', { 0: [copy(0, line(0))] }, '{"part":0,"sta'],
  ['whose first part is missing', { 2: [copy(0, line(0))] }, undefined],
])('a spool %s is set aside as it is, and not tried again', async (_, parts, state) => {
  const { home, spool } = killed(parts, state);
  const lines = said();
  await recover(home);
  await recover(home);
  expect(lines).toEqual([expect.stringContaining(`It is set aside: ${spool}.aside`)]);
  expect(left(home)).toEqual([`${SPOOL}.aside`]);
  expect(readdirSync(`${spool}.aside`)).toEqual(expect.arrayContaining(Object.keys(parts)));
});

test('when keeping fails, the folder is its owner’s as long as that one lives', async () => {
  const home = temporaryFolder();
  const path = join(home, 'recordings', '.taps', SPOOL);
  const spool = new Spool(path, { transport: 'stdio' }, newSeen());
  spool.add({ is: 'bytes', t: 0, from: 'server', bytes: Buffer.from('a') });
  writeFileSync(join(path, 'owner.live'), liveMark());
  // Something that can't be told in JSON stands for a disk that takes nothing.
  spool.add({ is: 'missing', t: 1, from: 'server', bytes: 1n as unknown as number });
  expect(spool.isGood).toBe(false);
  utimesSync(path, 0, 0);
  await recover(home);
  expect(existsSync(join(path, 'owner.live'))).toBe(true);
});

/** The spool of a killed tap over HTTP. */
function killedHttp(parts: Readonly<Record<number, readonly string[]>>): { home: string; spool: string } {
  const { home, spool } = killed(parts);
  const start = { transport: 'http', to: 'http://127.0.0.1:1/mcp', startedAt: '2026-01-01T00:00:00.000Z', spool };
  for (const [part, copies] of Object.entries(parts))
    writeFileSync(
      join(spool, part),
      `${JSON.stringify({ pid: GONE, place: processPlace(), start })}\n${copies.join('')}`,
    );
  return { home, spool };
}
const happened = (t: number, body: object): string => `${JSON.stringify({ is: 'happened', t, body })}\n`;
const of = (t: number, dir: 'c2s' | 's2c', text: string): string =>
  `${JSON.stringify({ is: 'bytes', t, from: { x: 1, dir }, length: Buffer.byteLength(text) })}\n${text}`;
const REQUEST = {
  is: 'request',
  x: 1,
  method: 'POST',
  url: 'http://127.0.0.1:1/mcp',
  headers: [['Mcp-Session-Id', 'a']],
  via: {},
  client: 1,
} as const;
const RESPONSE = { is: 'response', x: 1, status: 200, headers: [['Content-Type', 'text/event-stream']] } as const;
const event = (n: number): string => `data: ${line(n)}\n`;

test('over HTTP, too, what can’t be read of a part is a gap, and a stream goes on after it', async () => {
  const { home } = killedHttp({
    0: [
      happened(0, REQUEST),
      of(1, 'c2s', line(0)),
      happened(2, { is: 'sent', x: 1 }),
      happened(3, RESPONSE),
      of(4, 's2c', `${event(1)}data: {"begun`),
      'garbage\n',
    ],
    1: [of(5, 's2c', ` and ended"}\n\n${event(2)}`), happened(6, { is: 'end', x: 1, by: 'server' })],
  });
  await recover(home);
  const recorded = recordingUnder(home);
  expect(gaps(recorded)).toContain(UNREADABLE);
  expect(passed(recorded, 'c2s').toString()).toContain('"m0"');
  for (const n of [1, 2]) expect(text(recorded)).toContain(`"m${n}"`);
  expect(left(home)).toEqual([]);
});

test('a session over HTTP that was begun in what can’t be read has the gap, and is set aside when none is found', async () => {
  const lines = said();
  const { home } = killedHttp({ 0: ['garbage\n'], 1: [happened(1, REQUEST), of(2, 'c2s', line(0))] });
  await recover(home);
  expect(gaps(recordingUnder(home))).toContain(UNREADABLE);
  const none = killedHttp({ 0: ['garbage\n'], 1: [] });
  await recover(none.home);
  expect(left(none.home)).toEqual([`${SPOOL}.aside`]);
  expect(lines).toEqual([expect.stringContaining('It is set aside')]);
});

test('after a failure nothing is kept until the recorder has written what came before', () => {
  const path = join(temporaryFolder(), 'spool');
  const seen = newSeen();
  const spool = new Spool(path, { transport: 'stdio' }, seen);
  const pass = (): boolean => spool.add({ is: 'bytes', t: 1, from: 'server', bytes: Buffer.alloc(5 * 1024 * 1024) });
  expect(pass()).toBe(true);
  expect(spool.part).toBe(1);
  spool.add({ is: 'missing', t: 1, from: 'server', bytes: 1n as unknown as number });
  expect(spool.isGood).toBe(false);
  for (let n = 0; n < 3; n++) expect(pass()).toBe(false);
  expect(readdirSync(path).sort()).toEqual(['0', '1']);
  Atomics.store(seen, SEEN.kept, 2n);
  // What makes it try is given in another way.
  expect(pass()).toBe(false);
  expect(spool.isGood).toBe(true);
  expect(spool.add({ is: 'bytes', t: 1, from: 'server', bytes: Buffer.from('here') })).toBe(true);
  const end = Atomics.load(seen, SEEN.end);
  expect(readFileSync(join(path, String(partAt(end))), 'latin1').slice(0, byteAt(end))).toMatch(/here$/);
});
