/** Compressed bodies in the recording of a tap over HTTP: what can't be decompressed, or is too much, costs nothing else. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { constants, brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { bytesOf, readRecorded, type WireEvent } from '#shared/recording';
import { relayFetch } from '../../relay/http/index.ts';
import { TappedExchanges } from '../../relay/tap/http/tapped-exchanges.ts';
import { newSeen } from '../../relay/tap/stdio/copy.ts';
import { temporaryFolder } from './support/relay.ts';

const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}';
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const MIB = 1024 * 1024;
const BOMB = brotliCompressSync(Buffer.alloc(300 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

interface Packed {
  readonly bytes: Buffer;
  readonly coding: string;
  readonly type?: string;
  readonly path?: string;
  readonly by?: 'server' | 'network';
}

/** What is recorded when responses with these bodies pass side by side. */
async function recorded(...bodies: readonly Packed[]): Promise<readonly WireEvent[]> {
  const out = temporaryFolder();
  const seen = newSeen();
  const start = {
    seen,
    before: 0,
    began: 0n,
    startedAt: new Date().toISOString(),
    to: 'http://127.0.0.1:1/mcp',
    out,
    spool: join(out, '.taps', 'x'),
  };
  const exchanges = new TappedExchanges(start, () => 0);
  for (const [at, { coding, type = 'application/json', path = '/mcp' }] of bodies.entries()) {
    const x = at + 1;
    const form = [['Content-Type', 'application/x-www-form-urlencoded'] as const];
    const asked = path === '/mcp' ? [] : form;
    const url = `http://127.0.0.1:1${path}`;
    const request = { is: 'request', x, method: 'POST', url, headers: asked, via: {}, client: 1 } as const;
    exchanges.take({ is: 'happened', t: 0, body: request });
    const sent = path === '/mcp' ? PING : 'grant_type=refresh_token&x=y';
    exchanges.take({ is: 'bytes', t: 0, from: { x, dir: 'c2s' }, bytes: Buffer.from(sent) });
    exchanges.take({ is: 'happened', t: 0, body: { is: 'sent', x } });
    const headers = [['Content-Type', type] as const, ['Content-Encoding', coding] as const];
    exchanges.take({ is: 'happened', t: 0, body: { is: 'response', x, status: 200, headers } });
  }
  for (const [at, { bytes }] of bodies.entries())
    exchanges.take({ is: 'bytes', t: 0, from: { x: at + 1, dir: 's2c' }, bytes });
  for (const [at, { by = 'server' }] of bodies.entries())
    exchanges.take({ is: 'happened', t: 0, body: { is: 'end', x: at + 1, by } });
  await exchanges.end();
  return readdirSync(out).flatMap((name) => readRecorded(readFileSync(join(out, name), 'utf8')).recorded?.events ?? []);
}

/** What was told of the responses, without their heads. */
const told = (events: readonly WireEvent[]): readonly WireEvent[] =>
  events.filter(
    (event) =>
      (event.k === 'message' && event.dir === 's2c') ||
      event.k === 'gap' ||
      (event.k === 'body' && event.dir === 's2c') ||
      (event.k === 'http' && event.phase === 'end'),
  );

test('what is too much once it is decompressed is kept as it came, with a gap that says so, and the exchange ends', async () => {
  const before = process.memoryUsage().rss;
  const events = told(await recorded(...Array.from({ length: 8 }, () => ({ bytes: BOMB, coding: 'br' }))));
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * MIB);
  const why = 'could not be decompressed: longer than 64 MiB once decompressed';
  expect(events.filter((event) => event.k === 'gap').map((event) => event.why)).toEqual(Array(8).fill(why));
  const kept = events.flatMap((event) => (event.k === 'body' ? [bytesOf(event)] : []));
  expect(kept.map((bytes) => BOMB.equals(bytes))).toEqual(Array(8).fill(true));
  const ends = events.filter((event) => event.k === 'http');
  expect(ends).toHaveLength(8);
  for (const end of ends) expect(end).toMatchObject({ by: 'server', error: why });
});

test('a stream of events that goes on without end is told as far as memory is meant for it, and ends', async () => {
  const text = Buffer.alloc(200 * MIB, `: ${'x'.repeat(MIB - 4)}\n\n`);
  const events = told(await recorded({ bytes: gzipSync(text), coding: 'gzip', type: 'text/event-stream' }));
  expect(events.slice(-2)).toMatchObject([
    { k: 'gap', why: 'could not be decompressed: longer than 64 MiB once decompressed' },
    { k: 'http', phase: 'end', by: 'server' },
  ]);
});

test.each([
  ['bytes that are no gzip', Buffer.from('not gzip, and not UTF-8 \xff', 'latin1'), 'incorrect header check'],
  ['gzip that was cut', gzipSync(PONG).subarray(0, 12), 'unexpected end of file'],
])('%s: kept as they came, with why they could not be decompressed', async (_name, bytes, why) => {
  const said = `could not be decompressed: ${why}`;
  const events = told(await recorded({ bytes, coding: 'gzip' }));
  expect(events.slice(-3)).toMatchObject([
    { k: 'body', x: 'x1' },
    { k: 'gap', why: said },
    { k: 'http', phase: 'end', by: 'server', error: said },
  ]);
  const body = events.at(-3);
  expect(body?.k === 'body' && Buffer.from(bytesOf(body))).toEqual(bytes);
});

test('of what may hold a secret nothing is kept that can’t be read', async () => {
  const events = told(await recorded({ bytes: Buffer.from('no gzip'), coding: 'gzip', path: '/token' }));
  expect(events.map(({ k }) => k)).toEqual(['gap', 'http']);
});

test('what is whole is told as it is, also beside what is not', async () => {
  const whole = { bytes: gzipSync(PONG), coding: 'gzip' };
  const events = told(await recorded(whole, { bytes: BOMB, coding: 'br' }, whole));
  expect(events.flatMap((event) => (event.k === 'message' ? [event.raw] : []))).toEqual([PONG, PONG]);
});

test('a session of the relay reads a body no further than memory is meant for it', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'br' }).end(BOMB);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { signal } = new AbortController();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { body } = await relayFetch(url, { method: 'GET', headers: [], signal, personal: [] });
  const reader = body?.getReader();
  let length = 0;
  const all = async (): Promise<void> => {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
      length += read.value?.length ?? 0;
  };
  await expect(all()).rejects.toThrow('longer than 64 MiB once decompressed');
  expect(length).toBeLessThan(70 * MIB);
});
