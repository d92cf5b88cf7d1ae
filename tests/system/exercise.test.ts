/** What `record --exercise` sends and says, and where recordings can be written, with real processes. */
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { textOf, type WireEvent } from '#shared/recording';
import { FOLDERS } from '../fixtures/start.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { run } from '../relay/support/program.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { openRecording, recordJson, startRecord } from './support/recorded.ts';

const SERVER = ['--revision', '2025-11-25', '--', process.execPath, FOLDERS];

const sentBy = (events: readonly WireEvent[], by: string): string[] =>
  events.flatMap((event) => (event.k === 'message' && event.dir === 'c2s' && event.by === by ? [textOf(event)] : []));

test('asks before a tool adds something, calls with what the server told, and tells an answer that says isError', async () => {
  const [plain, strict] = await Promise.all([
    recordJson(['--exercise', ...SERVER]),
    recordJson(['--exercise', '--strict', ...SERVER]),
  ]);
  expect({ plain: plain.code, strict: strict.code }).toEqual({ plain: 0, strict: 1 });
  const { steps, counts, recording } = plain.printed;
  expect(counts).toEqual({ steps: 4, answered: 2, answeredWithError: 1, refused: 0, failed: 0, skipped: 1 });
  expect(steps.slice(1)).toMatchObject([
    { about: 'list_allowed_directories', verdict: 'answered' },
    {
      about: 'list_directory',
      verdict: 'answeredWithError',
      values: [{ at: '/path', from: 'answer', of: 'tools/call list_allowed_directories' }],
    },
    { about: 'create_directory', verdict: 'skipped', detail: 'needs-yes' },
  ]);
  const { events } = openRecording(recording);
  const sent = sentBy(events, 'exercise');
  expect(sent).toHaveLength(3);
  expect(sentBy(events, 'host')).toEqual([]);
  const call = JSON.parse(sent[2] ?? '') as { readonly id: number; readonly params: object };
  expect(call.params).toMatchObject({ arguments: { path: '/srv/allowed' }, _meta: { progressToken: call.id } });
  const [event] = events.filter(({ s }) => s === steps[2]?.s);
  expect(event?.k === 'message' ? textOf(event) : '').toBe(sent[2]);
  expect(events.filter((each) => each.k === 'message' && textOf(each).includes('notifications/progress'))).toHaveLength(
    2,
  );
});

test('ends at the limit that was asked for, and says so', async () => {
  const recorded = startRecord(['--exercise', '--most', '2', ...SERVER]);
  expect(await recorded.ended).toBe(0);
  expect(recorded.stdout()).toContain('2 responded, 0 error responses');
  expect(recorded.stdout()).toContain('ended at its limit of 2 requests');
});

/** Two tools of one name, one without a name, and one at whose call the server ends; what comes after it is never called. */
const ENDS_MIDWAY = `
const schema = { type: 'object' };
const readOnlyHint = { annotations: { readOnlyHint: true } };
const tools = [
  { name: 'echo', inputSchema: schema, ...readOnlyHint },
  { name: 'echo', inputSchema: { type: 'object', properties: { a: { pattern: '(' } } }, ...readOnlyHint },
  { inputSchema: schema },
  { name: 'fatal', inputSchema: schema, ...readOnlyHint },
  { name: 'never', inputSchema: schema, ...readOnlyHint },
];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (params?.name === 'fatal') process.exit(3);
  const result = {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
    'tools/list': { tools },
    'tools/call': { content: [] },
  }[method] ?? {};
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});`;

test('names and counts every tool that it does not call, with the reason: by no name of its own, or after the end', async () => {
  const server = ['--revision', '2025-11-25', '--', process.execPath, '-e', ENDS_MIDWAY];
  const junit = join(temporaryFolder(), 'report.xml');
  const plain = startRecord(['--exercise', '--junit', junit, ...server]);
  const { code, printed } = await recordJson(['--exercise', ...server]);
  expect([await plain.ended, code]).toEqual([1, 1]);
  const called = printed.steps.filter(({ method }) => method === 'tools/call');
  expect(called.map(({ about, outcome, detail }) => [about, outcome, detail])).toEqual([
    ['echo', 'result', undefined],
    ['fatal', 'ended', undefined],
    ['never', 'skipped', 'ended'],
    ['echo', 'skipped', 'same-name'],
    [undefined, 'skipped', 'no-name'],
  ]);
  expect(printed.counts).toMatchObject({ steps: 6, skipped: 3 });
  expect(plain.stdout()).toContain('1 failed, 3 skipped');
  expect(plain.output()).toMatch(/skipped .* tools\/call never: the session had ended\n/);
  expect(plain.output()).toMatch(/skipped .* tools\/call echo: an earlier entry of the list has the same name\n/);
  const report = readFileSync(junit, 'utf8');
  expect(report).toContain('skipped="3"');
  expect(report).toContain('the session had ended');
});

test('when nothing starts, record, call and rerun print the last lines of standard error', async () => {
  const sample = new URL('../samples/v1/asked.mcprec', import.meta.url).pathname;
  const target = ['--', process.execPath, FOLDERS, '--refuse'];
  const programs = [
    ['record', ...target],
    ['record', '--json', ...target],
    ['call', 'ping', ...target],
    ['rerun', '--yes', sample, ...target],
  ].map((args) => carryOut(args, temporaryFolder()));
  const codes = await Promise.all(programs.map(({ ended }) => ended));
  expect(codes).toEqual([3, 3, 3, 3]);
  for (const { output } of programs) expect(output()).toContain('\nFOLDERS_KEY is not set\n');
  expect(programs[1]?.output()).toContain('"stderr":["FOLDERS_KEY is not set"]');
});

test('--out takes a device, a pipe and standard output, and no file that is there', async () => {
  const folder = temporaryFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe], { stdio: 'ignore' });
  const file = join(folder, 'first.mcprec');
  const first = run(['record', '--out', file, ...SERVER], temporaryFolder());
  const toNull = run(['record', '--out', '/dev/null', ...SERVER], folder);
  const toPipe = run(['call', 'ping', '--out', pipe, ...SERVER], folder);
  const toStdout = run(['record', '--out', '/dev/stdout', ...SERVER], temporaryFolder());
  let stdout = '';
  toStdout.child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  // It waits for its reader, and says so.
  await expect.poll(() => toPipe.output(), { timeout: 30_000 }).toContain(`Waiting until a program reads ${pipe}.`);
  const piped = text(createReadStream(pipe));
  expect(await Promise.all([first.ended, toNull.ended, toPipe.ended, toStdout.ended])).toEqual([0, 0, 0, 0]);
  const whole = /^\{"mcprec":.*\n(?:\{.*\n)+\{"footer":true,.*\}\n$/;
  expect(await piped).toMatch(whole);
  expect(stdout).toMatch(whole);
  expect(toStdout.output()).toContain('Recording: /dev/stdout');
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  expect(existsSync(pipe)).toBe(true);

  const more = [
    ['record', '--out', file, ...SERVER],
    ['rerun', '--out', '/dev/null', '--yes', file, ...SERVER.slice(2)],
    ['redact', '--out', '/dev/stdout', file],
    ['export', '--to', 'recording', '--no-redact', '--out', '/dev/stdout', file],
  ].map((args) => run(args, folder));
  expect(await Promise.all(more.map(({ ended }) => ended))).toEqual([2, 0, 0, 0]);
  expect(more[3]?.output()).toContain(readFileSync(file, 'utf8'));
});
