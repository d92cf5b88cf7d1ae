/** `mcp-lifeline tap --listen`: clients and servers over HTTP behave as without it, and each session is recorded. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { HeldRecording as Recorded } from '#shared/recording';
import { makeAuthority } from '../fixtures/certificates.ts';
import {
  freePort,
  startSdkHttpSse,
  startSdkV1,
  startSdkV2,
  startTlsFront,
  type RunningServer,
} from '../fixtures/start.ts';
import { run } from '../relay/support/program.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { only, serving, tapped } from './support/http-tap.ts';

const started = async (server: Promise<RunningServer>): Promise<RunningServer> => {
  const running = await server;
  onTestFinished(() => running.close());
  return running;
};

const CLIENT = { name: 'host', version: '1' };
const ANY = z.looseObject({});
type Ask = (method: string, params?: Record<string, unknown>) => Promise<unknown>;
interface Connected {
  readonly ask: Ask;
  readonly close: () => Promise<void>;
}

const v1 =
  (make: (url: URL) => HttpV1 | SSEClientTransport) =>
  async (url: string): Promise<Connected> => {
    const client = new ClientV1(CLIENT);
    const transport = make(new URL(url));
    await client.connect(transport);
    const close = async (): Promise<void> => {
      if (transport instanceof HttpV1) await transport.terminateSession();
      await client.close();
    };
    return { ask: (method, params) => client.request({ method, ...(params ? { params } : {}) }, ANY), close };
  };

const v2 =
  (mode: 'legacy' | { readonly pin: '2026-07-28' }) =>
  async (url: string): Promise<Connected> => {
    const client = new ClientV2(CLIENT, { versionNegotiation: { mode } });
    await client.connect(new HttpV2(new URL(url)));
    return {
      ask: (method, params) => client.request({ method, ...(params ? { params } : {}) }, ANY),
      close: () => client.close(),
    };
  };

interface Logged {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

test.each([
  ['v1 over Streamable HTTP', () => startSdkV1(), v1((url) => new HttpV1(url)), 'host-ended'],
  ['v1 over HTTP+SSE', () => startSdkHttpSse(), v1((url) => new SSEClientTransport(url)), 'host-ended'],
  ['v2 with the handshake', () => startSdkV2('legacy'), v2('legacy'), 'closed'],
  ['v2 without it', () => startSdkV2('modern'), v2({ pin: '2026-07-28' }), 'closed'],
] as const)('%s: what both sides get is as without the tap', async (_name, start, open, reason) => {
  const go = async (
    through: boolean,
  ): Promise<{ got: unknown; log: string[]; resumed: number; recorded: readonly Recorded[] }> => {
    const server = await started(start());
    const tap = through ? await tapped(server.url) : undefined;
    const { ask, close } = await open(tap?.url ?? server.url);
    const got: unknown[] = [await ask('tools/list')];
    for (const name of ['echo', 'content', 'progress', 'not-there']) {
      const params = { name, arguments: name === 'echo' ? { text: 'é\u2028😀' } : {} };
      got.push(await ask('tools/call', params).catch((error: unknown) => String(error)));
    }
    await close();
    const log = (await (await fetch(new URL('/_log', server.url))).json()) as Logged[];
    // Ids and ports are another's each time; the order of a GET beside a POST is nobody's.
    const plain = log.map(({ method, url, headers, body }) =>
      JSON.stringify({ method, url, headers, body })
        .replaceAll(String(server.port), 'PORT')
        .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID'),
    );
    // A client asks for a stream that has ended again, a second later, where it is not closed by then.
    const asked = plain.filter((each) => !each.includes('"last-event-id"'));
    const recorded = (await tap?.recorded()) ?? [];
    return { got, log: asked.sort(), resumed: plain.length - asked.length, recorded };
  };
  const [through, bare] = await Promise.all([go(true), go(false)]);
  expect({ got: through.got, log: through.log }).toEqual({ got: bare.got, log: bare.log });
  const { header, events, footer } = only(through.recorded);
  expect(header).toMatchObject({ route: 'tap', host: expect.stringMatching(/^(?:host|node)$/) as string });
  expect(footer?.reason).toBe(reason);
  const posts = events.filter((each) => each.k === 'message' && each.dir === 'c2s').length;
  expect(posts).toBe(bare.log.filter((each) => each.startsWith('{"method":"POST"')).length);
  const exchanges = bare.log.length + through.resumed;
  expect(events.filter((each) => each.k === 'http' && each.phase === 'request')).toHaveLength(exchanges);
  expect(events.filter((each) => each.k === 'http' && each.phase === 'end')).toHaveLength(exchanges);
});

/** What a client gets, raw. */
async function fetched(
  url: string,
  { method = 'POST', body = '', headers = [] }: { method?: string; body?: string; headers?: string[] } = {},
): Promise<{ head: string[]; status: number; message: string; body: Buffer; trailers: string[] }> {
  const host = ['Host', new URL(url).host];
  const length = body === '' ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  const request = httpRequest(url, { method, headers: [...host, ...headers, ...length] });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return {
    head: response.rawHeaders,
    status: response.statusCode ?? 0,
    message: response.statusMessage ?? '',
    body: Buffer.concat(pieces),
    trailers: response.rawTrailers,
  };
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}';

test.each(['', 'method:nothing'])(
  'heads, trailers, compressed bodies, redirects and errors are as the server sent them; secrets are not recorded; armed: “%s”',
  async (when) => {
    const seen: string[][] = [];
    const origin = await serving((request, response) => {
      seen.push([request.url ?? '', ...request.rawHeaders]);
      request.resume();
      response.sendDate = false;
      if (request.url === '/gzip') {
        const packed = gzipSync(PONG);
        const head = [
          'content-TYPE',
          'application/json',
          'Content-Encoding',
          'gzip',
          'Content-Length',
          `${packed.length}`,
        ];
        return void response.writeHead(200, 'Quite Fine', [...head, 'X-a', '1', 'x-A', '2']).end(packed);
      }
      if (request.url === '/moved') return void response.writeHead(307, { Location: '/gzip' }).end();
      if (request.url === '/lost') return void response.writeHead(404, { 'Content-Length': 2 }).end('no');
      response.writeHead(200, [
        'Content-Type',
        'application/json',
        'Trailer',
        'X-End',
        'Set-Cookie',
        'sid=secret-cookie',
      ]);
      response.write(PONG.slice(0, 5));
      response.addTrailers([['X-End', 'over']]);
      response.end(PONG.slice(5));
    });
    const rules = join(temporaryFolder(), 'rules.json');
    writeFileSync(rules, JSON.stringify({ rules: [{ name: 'a', when, act: { do: 'drop' } }] }));
    const tap = await tapped(`${origin}/mcp?key=1`, ...(when === '' ? [] : ['--rules', rules]));
    const { origin: own } = new URL(tap.url);
    const headers = ['X-One', 'a', 'x-one', 'b', 'AUTHORIZATION', 'Bearer secret-token', 'Cookie', 'sid=secret-cookie'];
    for (const path of ['/gzip', '/moved', '/mcp?key=1', '/lost']) {
      const options = { body: PING, headers: [...headers, 'Content-Type', 'application/json'] };
      expect(await fetched(own + path, options)).toEqual(await fetched(origin + path, options));
      const [through, bare] = seen.splice(0);
      expect(through).toEqual(bare);
    }
    await fetched(`${own}/`, { method: 'DELETE', headers: ['Mcp-Session-Id', 'other'] });
    expect(seen.map(([path]) => path)).toEqual(['/mcp?key=1']);
    const recorded = await tap.recorded();
    const all = JSON.stringify(recorded);
    expect(all).not.toMatch(/secret-token|secret-cookie/);
    expect(all).toContain('Bearer ‹access_token:1›');
    expect(recorded.map(({ events }) => events.filter((each) => each.k === 'message').length).sort()).toEqual([1, 6]);
  },
);

test('a stream passes piece by piece, and either side’s end is the other’s', async () => {
  let ended = 0;
  let next = (): void => undefined;
  const origin = await serving((request, response) => {
    request.resume();
    response.on('close', () => ended++);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    const pieces = [': ping\n\n', 'id: 1\nda', `ta: ${PONG}\n\n`];
    next = () => {
      const piece = pieces.shift();
      if (piece === undefined) response.destroy();
      else response.write(piece);
    };
  });
  const tap = await tapped(`${origin}/mcp`);
  const open = async (): Promise<{
    readonly text: () => string;
    readonly close: () => void;
    readonly over: () => boolean;
  }> => {
    const request = httpRequest(tap.url, { method: 'GET', headers: { Accept: 'text/event-stream' } });
    request.on('error', () => undefined);
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    let over = false;
    response.on('data', (piece: Buffer) => (text += piece.toString()));
    response.on('error', () => (over = true));
    return { text: () => text, close: () => request.destroy(), over: () => over };
  };
  const first = await open();
  for (const so of [': ping\n\n', ': ping\n\nid: 1\nda', `: ping\n\nid: 1\ndata: ${PONG}\n\n`]) {
    next();
    await expect.poll(first.text).toBe(so);
  }
  next();
  await expect.poll(first.over).toBe(true);
  const second = await open();
  second.close();
  await expect.poll(() => ended).toBe(2);
  const { events } = only(await tap.recorded());
  expect(events.filter(({ k }) => k !== 'connection')).toMatchObject([
    { k: 'http', phase: 'request', method: 'GET' },
    { k: 'http', phase: 'response', status: 200 },
    { k: 'sse', text: ': ping\n' },
    { k: 'message', dir: 's2c', raw: PONG, sse: { id: '1' } },
    { k: 'http', phase: 'end', by: 'network' },
    { k: 'http', phase: 'request' },
    { k: 'http', phase: 'response' },
    { k: 'http', phase: 'end', by: 'client' },
  ]);
});

test('a server that is down is one plain sentence; a recording that can’t be written stops nothing', async () => {
  const port = await freePort();
  const tap = await tapped(`http://127.0.0.1:${port}/mcp`);
  const down = await fetched(tap.url, { body: PING });
  expect([down.status, down.body.toString()]).toEqual([
    502,
    `mcp-lifeline tap: http://127.0.0.1:${port} can’t be reached: connect ECONNREFUSED 127.0.0.1:${port}\n`,
  ]);
  const { events } = only(await tap.recorded());
  expect(events).toContainEqual(expect.objectContaining({ k: 'connection', reason: 'http-unreachable' }));

  const origin = await serving((request, response) => void request.pipe(response));
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const blind = await tapped(`${origin}/mcp`, '--out', join(file, 'x', 'y.mcprec'));
  expect((await fetched(blind.url, { body: PING })).body.toString()).toBe(PING);
});

test('TLS to a server with an authority of its own, and a port that is taken', async () => {
  const origin = await serving((request, response) => void request.pipe(response));
  const authority = makeAuthority('Corp');
  const { port } = await started(startTlsFront(Number(new URL(origin).port), authority.issue(['127.0.0.1'])));
  const ca = join(temporaryFolder(), 'ca.pem');
  writeFileSync(ca, authority.cert);
  const out = join(temporaryFolder(), 'mine.mcprec');
  const tap = await tapped(`https://127.0.0.1:${port}/mcp`, '--ca', ca, '--out', out, '--name', 'mine');
  expect((await fetched(tap.url, { body: PING })).body.toString()).toBe(PING);
  const taken = run(['tap', '--listen', new URL(tap.url).port, '--to', origin], temporaryFolder());
  expect(await taken.ended).toBe(3);
  expect(taken.output()).toBe(`Port ${new URL(tap.url).port} is taken.\n`);
  const client = connect(Number(new URL(tap.url).port), '::1');
  await once(client, 'connect');
  client.destroy();
  // As npx passes it on, to which the terminal sent it, too.
  for (let n = 0; n < 2; n++) tap.child.kill('SIGINT');
  expect(await tap.ended).toBe(130);
  expect(readFileSync(out, 'utf8')).toContain('"title":"mine"');
  expect(readFileSync(out, 'utf8')).toMatch(/"footer":true.*\n$/);
});

test('a Host that is not loopback with the tap’s port is refused in words, and recorded; --allow-host names others', async () => {
  const asked: string[] = [];
  const origin = await serving((request, response) => {
    asked.push(request.headers.host ?? '');
    request.pipe(response);
  });
  const tap = await tapped(`${origin}/mcp`, '--allow-host', 'Docker.internal', '--allow-host', 'lan:81');
  const { port } = new URL(tap.url);
  const status = async (host: string): Promise<number> => {
    const request = httpRequest(tap.url, { method: 'POST', headers: { Host: host }, agent: false });
    request.end(PING);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const piece of response) text += String(piece);
    if (response.statusCode === 403) expect(text).toContain('mcp-lifeline tap: the Host header is');
    return response.statusCode ?? 0;
  };
  const passing = [
    `127.0.0.1:${port}`,
    `LOCALHOST:${port}`,
    `[::1]:${port}`,
    'docker.internal:9',
    'docker.internal',
    'lan:81',
  ];
  for (const host of passing) expect([host, await status(host)]).toEqual([host, 200]);
  const upstream = new URL(origin).host;
  expect(asked.splice(0)).toEqual(passing.map(() => upstream));
  const refused = [
    `evil.example:${port}`,
    'localhost',
    'lan',
    'lan:82',
    `localhost.evil.example:${port}`,
    upstream,
    `a@localhost:${port}`,
  ];
  for (const host of refused) expect([host, await status(host)]).toEqual([host, 403]);
  expect(asked).toEqual([]);
  const events = (await tap.recorded()).flatMap((each) => each.events);
  const problems = events.filter((event) => event.k === 'connection' && event.reason === 'tap-refused');
  expect(problems.map((event) => event.k === 'connection' && /“(.*?)”/.exec(event.detail ?? '')?.[1])).toEqual(refused);
});
