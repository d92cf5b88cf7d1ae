/** A recorder that ends or hangs while the tap runs: another one goes on, nothing is missing, and the traffic does not notice. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually, Page } from '../relay/support/page.ts';
import { programFile, run } from '../relay/support/program.ts';
import { temporaryFolder, testRelay } from '../relay/support/relay.ts';
import { call, post, serving } from './support/http-tap.ts';
import { host, passed, recordingUnder, sha256 } from './support/tapped.ts';

const DIES = 'throw new Error("no luck")';
const HANGS = 'for (;;);';

/** Have this happen in threads of the program `ms` after they are started: in the first one, or in each. */
function inThreads(happens: string, ms: number, which: 'first' | 'each' = 'first'): string[] {
  const folder = temporaryFolder();
  const file = join(folder, 'in-threads.cjs');
  const once =
    which === 'first'
      ? `require('fs').writeFileSync(${JSON.stringify(join(folder, 'done'))}, '', { flag: 'wx' });`
      : '';
  writeFileSync(
    file,
    `if (!require('worker_threads').isMainThread) setTimeout(() => { try { ${once} } catch { return; } ${happens} }, ${ms});`,
  );
  return ['env', `NODE_OPTIONS=--require ${file}`];
}

/** Says so many mebibytes once it is told something, what is on standard error among it, and ends when it is told. */
const flood = (mebibytes: number): string[] => [
  process.execPath,
  '-e',
  `let n = 0;
  const more = () => {
    let lines = '';
    for (const end = n + 300; n < end; n++) lines += JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { n, é: 'é'.repeat(n % 90) } }) + '\\n';
    if (n % 3000 === 0) process.stderr.write('at ' + n + '\\n');
    process.stdout.write(lines, () => (n < ${mebibytes} * 6600 ? setImmediate(more) : undefined));
  };
  process.stdin.once('data', more);`,
];

const spools = (home: string): string[] =>
  readdirSync(join(home, 'recordings', '.taps')).filter((name) => !name.endsWith('.sock'));

/** Everything that its host has is in the recording, in order and once. */
function isWhole(home: string, out: Buffer): void {
  const recorded = recordingUnder(home);
  expect(recorded.events.filter(({ k }) => k === 'gap')).toEqual([]);
  expect(recorded.events.map(({ s }) => s)).toEqual(recorded.events.map((_, at) => at));
  expect(sha256([passed(recorded, 's2c')])).toBe(sha256([out]));
  expect(passed(recorded, 'c2s').toString()).toBe('{"go":1}\n{"go":2}\n');
  expect(recorded.footer).toMatchObject({ events: recorded.events.length, reason: 'host-ended' });
  expect(spools(home)).toEqual([]);
}

/** Flood, and have it all; then `before` the end. */
async function flooded(
  mebibytes: number,
  hook: readonly string[],
  before: (home: string, said: () => string) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ home: string; out: Buffer; said: string[] }> {
  const hosted = host(flood(mebibytes), { before: hook });
  let err = '';
  hosted.child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  hosted.child.stdin.write('{"go":1}\n');
  let last = 0;
  await eventually(() => {
    const { length } = hosted.out();
    const isStill = length > mebibytes * 1024 * 1024 * 0.8 && length === last;
    last = length;
    return isStill;
  });
  await before(hosted.home, () => err);
  hosted.child.stdin.end('{"go":2}\n');
  const { code, err: all } = await hosted.ended;
  expect(code).toBe(0);
  const said = all.split('\n').filter((line) => line.startsWith('mcp-lifeline tap: '));
  return { home: hosted.home, out: hosted.out(), said };
}

const REPLACED = 'mcp-lifeline tap: What writes the recording ended early (no luck), and was started again.';

test.each([0, 30, 150, 400])(
  'it ends %i ms after its start, in a flood or just after: another one goes on',
  async (ms) => {
    const { home, out, said } = await flooded(12, inThreads(DIES, ms), (_, all) =>
      // On a fast machine the flood is over by then.
      eventually(() => all().includes(REPLACED)),
    );
    expect(said[0]).toBe(REPLACED);
    isWhole(home, out);
  },
);

test('it ends while nothing passes: what passes later is recorded', async () => {
  const hosted = host(['cat'], { before: inThreads(DIES, 300) });
  hosted.child.stdin.write('{"go":1}\n');
  await eventually(() => hosted.child.stderr.readableLength >= 0 && hosted.out().length > 0);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  hosted.child.stdin.end('{"go":2}\n');
  expect((await hosted.ended).err).toBe(`${REPLACED}\n`);
  isWhole(hosted.home, hosted.out());
});

test('a page that follows the recording goes on with it', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'recordings');
  mkdirSync(folder);
  const page = await Page.connect(await testRelay({ folder }));
  page.send({ type: 'recordings', request: 1 });
  const hosted = host(['cat'], { home, before: inThreads(DIES, 4000) });
  let err = '';
  hosted.child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  hosted.child.stdin.write('{"go":1}\n');
  const id = await eventually(
    () =>
      page.messages
        .flatMap((each) => (each.type === 'recordings-changed' || each.type === 'recordings' ? each.recordings : []))
        .find(({ live }) => live)?.id,
  );
  page.watch(id);
  const echoed = (text: string): Promise<unknown> =>
    page.event(id, (each) => each.k === 'message' && each.dir === 's2c' && each.raw === text);
  await echoed('{"go":1}');
  await eventually(() => err === `${REPLACED}\n`);
  hosted.child.stdin.write('{"go":2}\n');
  await echoed('{"go":2}');
  hosted.child.stdin.end('');
  await page.closed(id);
  expect(page.of(id).map(({ s }) => s)).toEqual(page.of(id).map((_, at) => at));
  isWhole(home, hosted.out());
});

test('each of them ends: there are not many, and the next start makes the recording', async () => {
  const { home, out, said } = await flooded(1, inThreads(DIES, 0, 'each'));
  expect(said[0]).toBe(REPLACED);
  expect(said[1]).toMatch(/^mcp-lifeline tap: The recording is incomplete: .*The next start of mcp-lifeline records/);
  expect(spools(home)).toHaveLength(1);
  await run(['explain', 'rpc-version-field'], home).ended;
  isWhole(home, out);
});

test('over HTTP, too: sessions and what is hidden go on', async () => {
  const origin = await serving((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Mcp-Session-Id': 'one' });
      response.end(`{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(100_000)}"}`);
    });
  });
  const home = temporaryFolder();
  const tap = [process.execPath, programFile(), 'tap', '--listen', '0', '--to', `${origin}/mcp`];
  const before = ['env', `LIFELINE_HOME=${home}`, ...inThreads(DIES, 1000).slice(1)];
  const { child, ended, out } = host(tap, { tap: false, before });
  const [url = ''] = await eventually(() => /^http:\S+$/m.exec(out().toString()));
  let err = '';
  child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  const headers = { 'mcp-session-id': 'one', authorization: 'Bearer secret-token-1234' };
  let posts = 0;
  const more = async (count: number): Promise<void> => {
    for (const end = posts + count; posts < end; posts++) await post(url, call('x'), headers);
  };
  await more(50);
  await eventually(() => err.includes('was started again'));
  await more(50);
  child.kill('SIGTERM');
  expect((await ended).err).toContain('What writes the recording ended early (no luck), and was started again.');
  const { events, footer } = recordingUnder(home);
  expect(events.filter(({ k }) => k === 'gap')).toEqual([]);
  const messages = events.filter((each) => each.k === 'message' && each.dir === 's2c');
  expect(messages).toHaveLength(posts);
  expect(JSON.stringify(events)).not.toContain('secret-token');
  expect(footer).toMatchObject({ events: events.length });
  expect(spools(home)).toEqual([]);
});

test('it hangs: it is ended, and another one goes on', async () => {
  const { home, out, said } = await flooded(6, inThreads(HANGS, 200), (at) =>
    eventually(
      () =>
        spools(at).length === 1 &&
        readdirSync(join(at, 'recordings', '.taps', spools(at)[0] ?? '')).filter((name) => /^\d+$/.test(name))
          .length === 1,
    ),
  );
  expect(said[0]).toBe('mcp-lifeline tap: What writes the recording ended early (it hung), and was started again.');
  isWhole(home, out);
});

test('it hangs when the tap ends: the tap ends in time and says so, and the next start makes the recording', async () => {
  let status = '';
  const { home, out, said } = await flooded(12, inThreads(HANGS, 100, 'each'), async (at) => {
    const asked = run(['tap', 'status'], at);
    await asked.ended;
    status = asked.output();
  });
  expect(said.at(-1)).toMatch(
    /^mcp-lifeline tap: The recording is incomplete: after 1\.\d s at the end it was \d+\.\d MiB behind, without progress\. The next start/,
  );
  // What `tap status` says of it while it runs.
  expect(status).toMatch(/The recording of the tap with process ID \d+ is up to \d+\.\d MiB behind what has passed\./);
  await run(['explain', 'rpc-version-field'], home).ended;
  isWhole(home, out);
});
