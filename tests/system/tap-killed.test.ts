/** A tap that is killed: everything that its host or client had received is in the recording that the next start makes of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesOf, type HeldRecording as Recorded } from '#shared/recording';
import { recoverAll } from '../../relay/tap/http/recover-all.ts';
import { eventually, Page } from '../relay/support/page.ts';
import { programFile, run } from '../relay/support/program.ts';
import { temporaryFolder, testRelay } from '../relay/support/relay.ts';
import { serving, tapped } from './support/http-tap.ts';
import { host, passed, recordingsUnder, recordingUnder } from './support/tapped.ts';

/** A server that, once it was told something, says numbered lines as fast as they are taken, with text that is cut anywhere. */
const FLOOD = `
  let n = 0;
  const more = () => {
    let lines = '';
    for (const end = n + 300; n < end; n++) lines += JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { n, é: 'é'.repeat(n % 90) } }) + '\\n';
    process.stdout.write(lines, () => setImmediate(more));
  };
  process.stdin.once('data', more);`;

/** Kill the tap before a flooding server once its host has received so many bytes; gives them, and where the recordings are. */
async function killedAfter(bytes: number, ms: number): Promise<{ home: string; got: Buffer }> {
  const hosted = host([process.execPath, '-e', FLOOD]);
  hosted.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"initialize"}\n');
  let come = 0;
  const enough = new Promise<void>((resolve) =>
    hosted.child.stdout.on('data', ({ length }: Buffer) => (come += length) >= bytes && resolve()),
  );
  await enough;
  // At any moment from here on.
  setTimeout(() => hosted.child.kill('SIGKILL'), ms);
  await hosted.ended;
  return { home: hosted.home, got: hosted.out() };
}

/** The next program of the same home. */
const next = (home: string): Promise<unknown> => run(['explain', 'rpc-version-field'], home).ended;

function holds(recorded: Recorded, got: Buffer): void {
  expect(passed(recorded, 's2c').subarray(0, got.length).equals(got)).toBe(true);
  expect(recorded.events.map(({ s }) => s)).toEqual(recorded.events.map((_, at) => at));
  expect(recorded.footer?.reason).toBe('tap-killed');
}

test.each([0, 20, 60, 150])('at once, %i ms after its first byte', async (ms) => {
  const { home, got } = await killedAfter(1, ms);
  await next(home);
  const recorded = recordingUnder(home);
  holds(recorded, got);
  expect(passed(recorded, 'c2s').toString()).toContain('initialize');
});

test.each([1, 7, 23])('in a flood, after %i MiB', async (mebibytes) => {
  const { home, got } = await killedAfter(mebibytes * 1024 * 1024, 3 * mebibytes);
  await next(home);
  holds(recordingUnder(home), got);
  expect(readdirSync(join(home, 'recordings', '.taps')).filter((name) => !name.endsWith('.sock'))).toEqual([]);
});

test('what can’t be written now ends no command, and is recovered once it can be', async () => {
  const { home, got } = await killedAfter(3 * 1024 * 1024, 5);
  const little = spawn(
    'bash',
    ['-c', `ulimit -f 256; exec "$0" "$1" explain rpc-version-field`, process.execPath, programFile()],
    {
      env: { ...process.env, LIFELINE_HOME: home, CI: '1' },
      stdio: 'ignore',
    },
  );
  expect(await once(little, 'close')).toEqual([0, null]);
  await next(home);
  holds(recordingUnder(home), got);
});

test('a line of the spool that can’t be read ends its part alone', async () => {
  const { home, got } = await killedAfter(1024 * 1024, 5);
  const taps = join(home, 'recordings', '.taps');
  const [spool = ''] = readdirSync(taps).filter((name) => !name.endsWith('.sock'));
  const last = readdirSync(join(taps, spool))
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => b - a)[0];
  appendFileSync(join(taps, spool, String(last)), 'garbage\n');
  await next(home);
  holds(recordingUnder(home), got);
  expect(readdirSync(taps).filter((name) => !name.endsWith('.sock'))).toEqual([]);
});

test('the next tap and a running relay make the recording, once', async () => {
  const killed = await killedAfter(1024 * 1024, 5);
  const folder = join(killed.home, 'recordings');
  const [, page] = await Promise.all([
    host(['true'], { home: killed.home }).ended,
    testRelay({ folder, recover: recoverAll }).then(async (relay) => Page.connect(relay)),
  ]);
  page.send({ type: 'recordings', request: 1 });
  await eventually(() => page.messages.some((each) => each.type === 'recordings'));
  await next(killed.home);
  const [recorded, ...others] = recordingsUnder(killed.home).filter(
    ({ header }) => header.connection?.transport === 'stdio' && header.connection.command === process.execPath,
  );
  expect(others).toEqual([]);
  if (recorded) holds(recorded, killed.got);
});

test('a file that was asked for goes on where it is, and the one before stays as it is', async () => {
  const out = join(temporaryFolder(), 'own.mcprec');
  const home = temporaryFolder();
  await host([process.execPath, '-e', ''], { home, own: ['--out', out] }).ended;
  const hosted = host([process.execPath, '-e', FLOOD], { home, own: ['--out', out] });
  hosted.child.stdin.write('{}\n');
  await once(hosted.child.stdout, 'data');
  hosted.child.kill('SIGKILL');
  await hosted.ended;
  await next(home);
  expect(readdirSync(join(out, '..')).sort()).toEqual(['own-2.mcprec', 'own.mcprec']);
});

test('over HTTP, with an open stream and sessions that go on: no event is missing, none is there twice', async () => {
  const event = (n: number): string =>
    `data: {"jsonrpc":"2.0","method":"x","params":{"n":${n},"text":"${'x'.repeat(2000)}"}}\n\n`;
  let n = 0;
  const origin = await serving((request, response) => {
    request.resume().once('end', () => {
      if (request.method === 'POST') {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Mcp-Session-Id': 'one' });
        response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const more = (): void => {
        if (!response.destroyed) response.write(event(n++), () => setImmediate(more));
      };
      more();
    });
  });
  const tap = await tapped(`${origin}/mcp`);
  const headers = { 'Mcp-Session-Id': 'one', Authorization: 'Bearer secret-token-1234' };
  const post = (id: number): Promise<string> =>
    fetch(tap.url, {
      method: 'POST',
      headers: id === 1 ? {} : headers,
      body: `{"jsonrpc":"2.0","id":${id},"method":"${id === 1 ? 'initialize' : 'ping'}"}`,
    }).then((each) => each.text());
  await post(1);
  const stream = await fetch(tap.url, { headers: { ...headers, Accept: 'text/event-stream' } });
  let got = '';
  const reading = (async (): Promise<void> => {
    const text = new TextDecoder();
    for await (const piece of stream.body ?? []) got += text.decode(piece as Uint8Array, { stream: true });
  })().catch(() => undefined);
  for (let id = 2; got.length < 14 * 1024 * 1024; id++) {
    const before = got.length;
    await post(id);
    await eventually(() => got.length > before);
  }
  tap.child.kill('SIGKILL');
  await Promise.all([tap.ended, reading]);
  await next(tap.home);
  const recorded = recordingUnder(tap.home);
  const numbers = recorded.events.flatMap((each) =>
    each.k === 'message' && each.dir === 's2c'
      ? [/"n":(\d+)/.exec(Buffer.from(bytesOf(each)).toString('latin1', 0, 80))?.[1]].filter((at) => at !== undefined)
      : [],
  );
  expect(numbers.length).toBeGreaterThanOrEqual(got.split('\n\n').length - 1);
  expect(numbers).toEqual(numbers.map((_, at) => String(at)));
  expect(recorded.footer?.reason).toBe('tap-killed');
  expect(JSON.stringify(recorded.events)).not.toContain('secret-token');
  const http = recorded.events.filter((each) => each.k === 'http');
  const phases = new Map<string, number>();
  for (const { x, phase } of http) phases.set(`${x} ${phase}`, (phases.get(`${x} ${phase}`) ?? 0) + 1);
  expect([...phases.values()].every((count) => count === 1)).toBe(true);
});

test('at a good end nothing of it is left', async () => {
  const hosted = host(['cat']);
  hosted.child.stdin.end('{}\n');
  await hosted.ended;
  expect(readdirSync(join(hosted.home, 'recordings', '.taps'))).toEqual([]);
});
