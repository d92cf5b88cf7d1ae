/** The fixture servers do what their names say; what the program makes of it is tested elsewhere. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { decodeText } from '#shared/jsonrpc';
import { STDIO_MISBEHAVE, startEverythingHttp, startHttpService, startHttpSse } from '../fixtures/start.ts';
import { notification, request } from './script.ts';

const HANDSHAKE = [
  request(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }),
  notification('notifications/initialized'),
  request(2, 'tools/list'),
];
const call = (id: unknown, name: string, args: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args });

/** What a fixture writes and how it ends when these messages are all it gets. */
async function run(mode: string, messages: readonly object[]) {
  const child = spawn(process.execPath, [STDIO_MISBEHAVE, mode], { stdio: ['pipe', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  let err = '';
  child.stdout.on('data', (piece: Buffer) => out.push(piece));
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
  // A server that crashes does not read what is written to it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const [code] = (await once(child, 'close')) as [number | null];
  const bytes = Buffer.concat(out);
  return { code, err, bytes, lines: bytes.toString().split('\n') };
}

const faultsOf = (line: string): readonly string[] => decodeText(line).faults;

describe('the stdio fixture', () => {
  test('without a mode behaves', async () => {
    const { code, lines } = await run('', [...HANDSHAKE, call(3, 'echo', { text: 'a' }), call(4, 'count')]);
    expect(code).toBe(0);
    expect(lines.map((line) => decodeText(line).kind)).toEqual([...Array(4).fill('response'), 'malformed']);
    expect(lines[3]).toContain('"text":"1"');
  });

  test.each([
    ['garbage', 'not-json'],
    ['two-in-one', 'two-messages'],
    ['result-and-error', 'result-and-error'],
    ['deep', 'deep-nesting'],
    ['bom', 'byte-order-mark'],
    ['half-line', 'incomplete-json'],
    ['big-numbers', 'unsafe-number'],
    ['pretty', 'incomplete-json'],
  ])('%s brings %s', async (mode, fault) => {
    const { lines } = await run(mode, [...HANDSHAKE, call(3, 'echo', { text: 'a' })]);
    expect(lines.flatMap(faultsOf)).toContain(fault);
    expect(lines.some((line) => line.includes('"protocolVersion"'))).toBe(true);
  });

  test.each([
    ['crash-before', 3],
    ['crash-during', 4],
    ['crash-after', 7],
  ])('%s exits with %i and says why', async (mode, expected) => {
    const { code, err } = await run(mode, HANDSHAKE);
    expect(code).toBe(expected);
    expect(err).toMatch(/^fixture: /);
  });

  test('pages are three, a repeated cursor stays the same', async () => {
    const list = (id: number, cursor: string): object => request(id, 'tools/list', { cursor });
    const { lines } = await run('pages', [...HANDSHAKE, list(3, '3'), list(4, '6')]);
    expect(lines.slice(1, 4).map((line) => /"nextCursor":"(\d)"/.exec(line)?.[1])).toEqual(['3', '6', undefined]);
    const again = await run('repeat-cursor', [...HANDSHAKE, list(3, 'again')]);
    expect(again.lines.slice(1, 3).every((line) => line.includes('"nextCursor":"again"'))).toBe(true);
  });

  test('flood and result-size give as many as asked', async () => {
    const { lines, bytes } = await run('', [call(1, 'flood', { count: 1234 }), call(2, 'result-size', { bytes: 1e6 })]);
    expect(lines.filter((line) => line.includes('notifications/message'))).toHaveLength(1234);
    expect(/"text":"([0-9a-f]{20,})"/.exec(bytes.toString())?.[1]).toHaveLength(1e6);
  });

  test('broken-utf8 writes bytes that are not UTF-8, crlf ends lines with a return', async () => {
    const broken = await run('broken-utf8', [call(1, 'echo')]);
    expect(broken.bytes.includes(Buffer.from([0xe9, 0xff]))).toBe(true);
    expect((await run('crlf', HANDSHAKE)).lines.slice(0, 2).every((line) => line.endsWith('\r'))).toBe(true);
  });

  test('asks the client and gives back what it got; logs the bytes it read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lifeline-'));
    try {
      const log = join(folder, 'stdin');
      const answer = '{"jsonrpc":"2.0", "id":"ask-1","result":{"roots":[]}}';
      const question = JSON.stringify(call(1, 'ask', { method: 'roots/list' }));
      const child = spawn(process.execPath, [STDIO_MISBEHAVE, 'asks'], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, LOG: log },
      });
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      child.stdin.write(`${question}\n`);
      expect((await lines.next()).value).toBe('{"jsonrpc":"2.0","id":"ask-1","method":"roots/list"}');
      child.stdin.end(`${answer}\r\n`);
      expect(JSON.parse(String((await lines.next()).value))).toMatchObject({
        id: 1,
        result: { content: [{ text: `${answer}\r` }] },
      });
      await once(child, 'exit');
      expect(readFileSync(log, 'utf8')).toBe(`${question}\n${answer}\r\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('lives on without stdin and through SIGTERM when told to', async () => {
    const child = spawn(process.execPath, [STDIO_MISBEHAVE, 'ignore-sigterm'], { stdio: ['pipe', 'ignore', 'pipe'] });
    const lines = createInterface(child.stderr)[Symbol.asyncIterator]();
    child.stdin.end(`${JSON.stringify(call(1, 'echo'))}\n`);
    expect((await lines.next()).value).toBe('fixture: ready');
    child.kill('SIGTERM');
    expect((await lines.next()).value).toBe('fixture: ignoring SIGTERM');
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    expect(await gone).toEqual([null, 'SIGKILL']);
  });

  test('leaves a grandchild that holds the pipes', async () => {
    const child = spawn(process.execPath, [STDIO_MISBEHAVE, 'grandchild'], { stdio: ['pipe', 'ignore', 'pipe'] });
    const lines = createInterface(child.stderr)[Symbol.asyncIterator]();
    const pid = Number(/^grandchild (\d+)$/.exec(String((await lines.next()).value))?.[1]);
    child.stdin.end(`${JSON.stringify(call(1, 'echo'))}\n`);
    const closed = once(child, 'close');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(child.stderr.readableEnded).toBe(false);
    // It is alive until it is killed; only then do the pipes end.
    process.kill(pid, 'SIGKILL');
    await closed;
  });

  test('unknown modes are refused', async () => {
    expect((await run('no-such-mode', [])).code).toBe(2);
  });
});

test.each([
  [
    [],
    '*',
    'content-type, accept, authorization, mcp-session-id, mcp-protocol-version, last-event-id',
    'Mcp-Session-Id',
  ],
  [['--no-expose', '--allow-headers', 'content-type'], '*', 'content-type', null],
  [['--no-cors'], null, null, null],
])('the HTTP fixtures with %j allow other origins accordingly', async (args, origin, allowed, exposed) => {
  const started = await Promise.all([startHttpService({ args }), startHttpSse({ args })]);
  try {
    for (const { url } of started) {
      const preflight = await fetch(url, { method: 'OPTIONS' });
      expect(preflight.status).toBe(origin === null ? 405 : 204);
      const answer = await fetch(url, { method: 'POST', body: JSON.stringify(HANDSHAKE[0]) });
      for (const { headers } of [preflight, answer]) {
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-allow-headers')).toBe(allowed);
        expect(headers.get('access-control-expose-headers')).toBe(exposed);
      }
      expect(await answer.text()).toContain('"protocolVersion"');
    }
  } finally {
    await Promise.all(started.map((server) => server.close()));
  }
});

test('server-everything listens where it says', async () => {
  const server = await startEverythingHttp();
  try {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify(HANDSHAKE[0]),
    });
    expect(response.headers.get('mcp-session-id')).toBeTruthy();
    expect(await response.text()).toContain('"protocolVersion"');
  } finally {
    await server.close();
  }
});
