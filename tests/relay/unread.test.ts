/** Servers that do not read: what waits is said, memory stays within a bound, and what was never read is said at the end. */
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { MAX_UNTAKEN_COUNT } from '#shared/transport';
import { StdioTransport, type StdioOptions } from '../../relay/stdio/index.ts';
import { BY_HAND, eventually, HANDSHAKE, Page, script } from './support/page.ts';
import { addressOf, run } from './support/program.ts';
import { server, temporaryFolder, testRelay } from './support/relay.ts';
import { bodyOf, serve } from './support/serve.ts';
import { fold } from '../system/support/session.ts';

const TIMES = { stdin: 50, term: 10_000, quiet: 1000, unread: 50 };
const MEGABYTE = 'x'.repeat(1_000_000);

/** A transport of its own, whose client answers each request at once as the driver does. */
function connect(
  args: readonly string[],
  options: StdioOptions = {},
): { seen: EventBody[]; transport: StdioTransport } {
  const seen: EventBody[] = [];
  const [command = '', ...rest] = args;
  const transport = new StdioTransport(
    { transport: 'stdio', command, args: rest, env: {} },
    (bodies) => {
      seen.push(...bodies);
      for (const body of bodies)
        if (body.k === 'message' && body.dir === 's2c' && body.raw?.includes('"ping"') === true)
          transport.send('{"jsonrpc":"2.0","id":0,"result":{}}', { by: 'auto' });
    },
    { times: TIMES, ...options },
  );
  transport.open();
  onTestFinished(() => transport.close({ reason: 'test' }));
  return { seen, transport };
}

const deaf = (count = 0, sign?: string): string[] => [
  process.execPath,
  server('deaf'),
  String(count),
  ...(sign === undefined ? [] : [sign]),
];

/** The last half megabyte of a file that grows. */
function lastOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(500_000);
    const from = Math.max(0, fstatSync(file).size - bytes.length);
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, from));
  } finally {
    closeSync(file);
  }
}

const has = (seen: readonly EventBody[], event: string): boolean =>
  seen.some((body) => (body.k === 'process' || body.k === 'connection') && body.event === event);

const received = (seen: readonly EventBody[]): number =>
  seen.filter((body) => body.k === 'message' && body.dir === 's2c').length;

describe('what the server does not read', () => {
  test('is said to wait, until it was read', async () => {
    const relay = await testRelay({ stdioTimes: TIMES });
    const page = await Page.connect(relay);
    const sign = join(relay.folder, 'read-now');
    const id = await page.open(script('deaf', ['0', sign]), BY_HAND);
    await page.event(id, (event) => event.k === 'message');
    page.send({ type: 'send', session: id, text: MEGABYTE });
    const waits = await page.event(id, (event) => event.k === 'process' && event.event === 'stdin-wait');
    expect(waits).toMatchObject({ bytes: 1_000_001 });
    // The message keeps its place: before what is said of it.
    expect(page.of(id)[waits.s - 1]).toMatchObject({ k: 'message', dir: 'c2s' });
    expect(fold(page.of(id)).state.process.unread).toBe(1_000_001);
    writeFileSync(sign, '');
    await page.event(id, (event) => event.k === 'process' && event.event === 'stdin-drain');
    expect(fold(page.of(id)).state.process).not.toHaveProperty('unread');
  });

  test('and never will be is counted at the end', async () => {
    const { seen, transport } = connect(deaf());
    await eventually(() => received(seen) > 0);
    transport.send(MEGABYTE, { by: 'user' });
    await transport.close({ reason: 'test' });
    const errors = seen.filter((body) => body.k === 'process' && body.event === 'stdin-error');
    expect(errors).toMatchObject([{ bytes: 1_000_001 }]);
    transport.send('after the end', { by: 'user' });
  });

  test('is bounded: what is sent beyond is a problem that keeps the text', async () => {
    const { seen, transport } = connect(deaf(), { bounds: { heavy: 1e9, full: 1e6 } });
    await eventually(() => received(seen) > 0);
    for (const text of [MEGABYTE, 'one too many', 'and another']) transport.send(text, { by: 'user' });
    expect(seen.slice(-3)).toMatchObject([
      { k: 'message', raw: MEGABYTE },
      { k: 'connection', event: 'problem', reason: 'stdin-full', detail: 'one too many' },
      { k: 'connection', event: 'problem', reason: 'stdin-full', detail: 'and another' },
    ]);
  });
});

describe('a flood of requests from a server that does not read', () => {
  const COUNT = 100_000;
  const bounds = { heavy: 1_000_000, full: 1e9 };

  test('is read no further than the bound, and to its end once the server reads', async () => {
    const sign = join(temporaryFolder(), 'read-now');
    const { seen } = connect(deaf(COUNT, sign), { bounds });
    await eventually(() => has(seen, 'stdout-hold') && has(seen, 'stdin-wait'));
    expect(received(seen)).toBeLessThan(COUNT / 2);
    writeFileSync(sign, '');
    await eventually(() => received(seen) === COUNT + 1);
    await eventually(() => has(seen, 'stdout-resume') && has(seen, 'stdin-drain'));
  });

  test('does not hinder the end', async () => {
    const { seen, transport } = connect(deaf(COUNT), { bounds });
    await eventually(() => has(seen, 'stdout-hold'));
    await transport.close({ reason: 'test' });
    expect(seen.at(-1)).toMatchObject({ k: 'connection', event: 'closed', reason: 'test' });
    expect(seen).toContainEqual({ k: 'process', event: 'stdout-resume', by: 'host' });
  });

  test('leaves the memory of the relay within a bound', async () => {
    const home = temporaryFolder();
    const program = run(['--no-open', '--port', '0', '--', ...deaf(1_000_000)], home);
    await addressOf(program);
    const folder = join(home, 'recordings');
    const held = (): number | undefined => {
      const [, at] =
        /\{"s":(\d+),[^{]*"event":"stdout-hold"/.exec(lastOf(join(folder, readdirSync(folder)[0] ?? ''))) ?? [];
      return at === undefined ? undefined : Number(at);
    };
    // Tens of thousands of messages take their time on a busy machine.
    await expect.poll(held, { timeout: 100_000 }).toBeDefined();
    expect(held()).toBeLessThan(200_000);
    const status = readFileSync(`/proc/${program.child.pid}/status`, 'utf8');
    expect(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024).toBeLessThan(500);
  });
});

test('a stream of questions whose answers are not taken is not read on, and makes no connections without end', async () => {
  const COUNT = 2000;
  const kept: ServerResponse[] = [];
  let takes = false;
  const taken = new Set<unknown>();
  const url = await serve(async (request, response) => {
    const text = await bodyOf(request);
    const message = (text === '' ? {} : JSON.parse(text)) as { readonly id?: unknown; readonly method?: string };
    if (request.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (let id = 0; id < COUNT; id++) response.write(`data: {"jsonrpc":"2.0","id":${id},"method":"ping"}\n\n`);
    } else if (message.method === 'initialize') {
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
    } else if (message.method !== undefined) response.writeHead(202).end();
    else {
      taken.add(message.id);
      if (takes) response.writeHead(202).end();
      else kept.push(response);
    }
  });
  const page = await Page.connect(await testRelay());
  const id = await page.open({ transport: 'streamable-http', url, headers: [] }, HANDSHAKE);
  await page.event(id, (event) => event.k === 'connection' && event.event === 'slowed' && event.reason === 'answers');
  const sent = (): number => page.of(id).filter((event) => event.k === 'http' && event.phase === 'request').length;
  // A piece of the stream holds some hundreds of questions.
  await eventually(() => kept.length > MAX_UNTAKEN_COUNT);
  expect(sent()).toBeLessThan(MAX_UNTAKEN_COUNT + 600);
  takes = true;
  for (const response of kept) response.writeHead(202).end();
  await eventually(() => taken.size === COUNT);
});

test('what a person sends to a server that answers line by line does not stop both', async () => {
  const { seen, transport } = connect(['cat'], { bounds: { heavy: 10_000, full: 1e9 } });
  for (let at = 0; at < 20; at++) transport.send(MEGABYTE, { by: 'user' });
  await eventually(() => received(seen) === 20);
  expect(has(seen, 'stdout-hold')).toBe(false);
});

test('nothing is read while whoever takes it is behind', async () => {
  let behind: Promise<void> | undefined;
  let catchUp = (): void => {};
  const { seen } = connect(deaf(50_000), { backpressure: () => behind });
  behind = new Promise((resolve) => (catchUp = resolve));
  await eventually(() => received(seen) > 0);
  const before = received(seen);
  for (let turn = 0; turn < 1000; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(received(seen)).toBe(before);
  behind = undefined;
  catchUp();
  await eventually(() => received(seen) === 50_001);
});
