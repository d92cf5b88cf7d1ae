/** A tap that has nowhere to write: the traffic goes on, it is said once when the tap ends, and by `tap status`. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { NOT_RECORDED } from '#shared/recording';
import { eventually } from '../relay/support/page.ts';
import { programFile, run } from '../relay/support/program.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { call, post, serving } from './support/http-tap.ts';
import { host, passed, recordingUnder, sha256 } from './support/tapped.ts';

const LINES = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}\n'.repeat(1000));

/** Files of this process may have so many blocks of 512 bytes. */
const limited = (blocks: number): string[] => ['sh', '-c', `trap "" XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`];
/** Run by somebody who may read everything and write nothing in the folder of recordings. */
const POWERLESS = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** Homes in which no recording can be begun, and what says so. */
function belowFile(): string {
  const home = join(temporaryFolder(), 'file');
  writeFileSync(home, '');
  return home;
}
function readOnly(): string {
  const home = temporaryFolder();
  mkdirSync(join(home, 'recordings'), { mode: 0o755 });
  // Whoever runs it gets there, and to the program.
  for (const folder of [home, join(dirname(programFile()), '..')]) chmodSync(folder, 0o755);
  return home;
}
const asRoot = process.getuid?.() === 0;

test.each<[string, RegExp, () => { home?: string; before?: string[] }]>([
  ['the folder can’t be made', /event 0 on \(ENOTDIR: /, () => ({ home: belowFile() })],
  ['the disk is full from the first byte', /event 0 on \(EFBIG: /, () => ({ before: limited(0) })],
  ...(asRoot
    ? [
        ['it is read-only', /event 0 on \(EACCES: /, () => ({ home: readOnly(), before: POWERLESS })] as [
          string,
          RegExp,
          () => { home: string; before: string[] },
        ],
      ]
    : []),
])('%s: one line on standard error, and nothing else is different', async (_, why, options) => {
  const { child, ended, home } = host(['cat'], options());
  child.stdin.end(LINES);
  const { err, ...rest } = await ended;
  expect(rest).toEqual({ code: 0, signal: null, out: { bytes: LINES.length, sha256: sha256([LINES]) } });
  expect(err).toMatch(why);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  const folder = join(home, 'recordings');
  // Nothing that looks like a recording.
  if (existsSync(folder)) expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([]);
});

test('a recording that the disk has a part of ends with a gap in the room that it has', async () => {
  const { child, ended, home } = host(['cat'], { before: limited(64) });
  child.stdin.write(LINES);
  const folder = join(home, 'recordings');
  const sizes = (): number[] => readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  await eventually(() => existsSync(folder) && Math.max(...sizes()) > 30_000);
  child.stdin.end();
  expect((await ended).err).toMatch(/^mcp-lifeline tap: The recording is incomplete.* event \d+ on \(EFBIG/);
  const recorded = recordingUnder(home);
  const last = recorded.events.at(-1);
  expect(last).toMatchObject({ k: 'gap', why: NOT_RECORDED });
  expect(last?.k === 'gap' && last.events).toBeGreaterThan(100);
  expect(recorded.footer).toMatchObject({ events: recorded.events.length, reason: 'host-ended' });
  const kept = passed(recorded, 'c2s');
  expect(kept.length).toBeGreaterThan(5000);
  expect(LINES.subarray(0, kept.length).equals(kept)).toBe(true);
});

test('over HTTP, too, of all sessions together', async () => {
  const origin = await serving((request, response) => {
    request.resume().once('end', () => response.setHeader('Content-Type', 'application/json').end('{}'));
  });
  const home = belowFile();
  const tap = [process.execPath, programFile(), 'tap', '--listen', '0', '--to', `${origin}/mcp`];
  const { child, ended, out } = host(tap, { tap: false, before: ['env', `LIFELINE_HOME=${home}`] });
  const [url = ''] = await eventually(() => /^http:\S+$/m.exec(out().toString()));
  for (const id of ['a', 'b', 'c']) expect(await post(url, call('x'), { 'mcp-session-id': id })).toEqual([200, '{}']);
  child.kill('SIGTERM');
  const said = (await ended).err.trimEnd().split('\n').slice(-2);
  expect(said[0]).toMatch(/^The recording is incomplete\. Nothing was written from event 0 on \(ENOTDIR/);
  expect(said[1]).toBe('Recordings of other sessions that are incomplete: 2.');
});

test('“tap status” says that nothing can be recorded, and what is set aside', async () => {
  const home = belowFile();
  const refused = run(['tap', 'status'], home);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`Taps record nothing: ${join(home, 'recordings')} can’t be written to (ENOTDIR`);

  const other = temporaryFolder();
  const aside = join(other, 'recordings', '.taps', '1-x.aside');
  mkdirSync(aside, { recursive: true });
  const status = run(['tap', 'status'], other);
  await status.ended;
  expect(status.output()).toContain(aside);
  expect(status.output()).not.toContain('Taps record nothing');
});
