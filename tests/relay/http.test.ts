import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ConnectSpec } from '#shared/relay-protocol';
import { BY_HAND, eventually, Page } from './support/page.ts';
import { testRelay } from './support/relay.ts';
import { bodyOf, serve } from './support/serve.ts';

const http = (url: string, headers: readonly (readonly [string, string])[] = []): ConnectSpec => ({
  transport: 'streamable-http',
  url,
  headers,
});

describe('HTTP through the relay', () => {
  test('sends exactly the text and headers given, and shows every header that comes back', async () => {
    const seen: { url: string | undefined; headers: readonly string[]; body: string }[] = [];
    const url = await serve(async (request, response) => {
      seen.push({ url: request.url, headers: request.rawHeaders, body: await bodyOf(request) });
      response.writeHead(200, [
        ['X-Mixed-Case', 'kept'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['Content-Type', 'application/json'],
      ]);
      response.end('{"jsonrpc":"2.0","id":1,"result":{} }');
    });
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(`${url}/mcp?api_key=a%20b`, [['X-Key', 'secret']]), BY_HAND);
    page.send({ type: 'send', session: id, text: '{"id": 1,}', http: { headers: [['Mcp-Session-Id', 'mine']] } });
    const answer = await page.event(id, (event) => event.k === 'message' && event.dir === 's2c');
    expect(answer).toMatchObject({ raw: '{"jsonrpc":"2.0","id":1,"result":{} }' });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ url: '/mcp?api_key=a%20b', body: '{"id": 1,}' });
    const sent = seen[0]?.headers ?? [];
    for (const [name, value] of [
      ['Content-Type', 'application/json'],
      ['X-Key', 'secret'],
      ['Mcp-Session-Id', 'mine'],
    ])
      expect(sent[sent.indexOf(name ?? '') + 1]).toBe(value);
    const response = await page.event(id, (event) => event.k === 'http' && event.phase === 'response');
    expect(response).toMatchObject({
      status: 200,
      headers: expect.arrayContaining([
        ['X-Mixed-Case', 'kept'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ]),
    });
  });

  test('outlives a redirect whose body is broken', async () => {
    const url = await serve((request, response) => {
      request.resume();
      if (request.url === '/there') return void response.writeHead(202).end();
      response.writeHead(307, { Location: '/there', 'Content-Encoding': 'gzip' }).end('this is no gzip');
    });
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(url), BY_HAND);
    const broke: unknown[] = [];
    const note = (error: unknown): void => void broke.push(error);
    process.on('uncaughtExceptionMonitor', note);
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', note));
    for (const text of ['1', '2', '3']) page.send({ type: 'send', session: id, text });
    await eventually(() => page.of(id).filter((event) => event.k === 'http' && event.status === 202).length === 3);
    expect(broke).toEqual([]);
  });

  test('leaves no connection behind when a header can’t be sent', async () => {
    let connections = 0;
    const server = createServer((_request, response) => void response.writeHead(202).end());
    server.on('connection', (socket) => {
      connections++;
      socket.once('close', () => connections--);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(url), BY_HAND);
    page.send({ type: 'send', session: id, text: '1', http: { headers: [['X-Bad', 'two\r\nlines']] } });
    const problem = await page.event(id, (event) => event.k === 'connection' && event.event === 'problem');
    expect(problem).toMatchObject({ reason: 'http-unreachable', detail: expect.stringContaining('X-Bad') });
    page.send({ type: 'send', session: id, text: '2', http: { headers: [['Connection', 'close']] } });
    await page.event(id, (event) => event.k === 'http' && event.status === 202);
    await eventually(() => connections === 0);
  });

  test('sends a large event of a stream once, not again as the exact text around it', async () => {
    const data = 'y'.repeat(5 * 1024 * 1024);
    const url = await serve((request, response) => {
      request.resume();
      // Line ends that the usual text does not have: the whole block is recorded beside the payload.
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(`id: 7\r\ndata: "${data}"\r\n\r\n`);
    });
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(url), BY_HAND);
    page.send({ type: 'send', session: id, text: '1' });
    const event = await page.event(id, (each) => each.k === 'message' && each.dir === 's2c');
    expect(event).toMatchObject({ sse: { id: '7' }, large: { bytes: data.length + 2 } });
    expect(Math.max(...page.frameLengths)).toBeLessThan(1024 * 1024);
  });

  test('reads a compressed answer', async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      response.end(gzipSync('{"id":1}'));
    });
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(url), BY_HAND);
    page.send({ type: 'send', session: id, text: '{}' });
    await page.event(id, (event) => event.k === 'message' && event.dir === 's2c' && event.raw === '{"id":1}');
  });

  test('keeps what came before a connection broke, and says how it broke', async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"half":', () => response.socket?.destroy());
    });
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(url), BY_HAND);
    page.send({ type: 'send', session: id, text: '{}' });
    await page.event(id, (event) => event.k === 'message' && event.dir === 's2c' && event.raw === '{"half":');
    const end = await page.event(id, (event) => event.k === 'http' && event.phase === 'end');
    expect(end).toMatchObject({ by: 'network', error: expect.stringMatching(/ECONNRESET|aborted/) });
  });

  test('names the reason when nobody listens', async () => {
    const page = await Page.connect(await testRelay());
    const id = await page.open(http('http://127.0.0.1:1/mcp'));
    const problem = await page.event(id, (event) => event.k === 'connection' && event.event === 'problem');
    expect(problem).toMatchObject({ reason: 'http-unreachable', detail: expect.stringContaining('ECONNREFUSED') });
    const wrong = await page.open(http('file:///etc/passwd'));
    const refused = await page.event(wrong, (event) => event.k === 'connection' && event.event === 'problem');
    expect(refused).toMatchObject({ reason: 'http-unreachable' });
    expect(page.of(wrong).some((event) => event.k === 'message' && event.dir === 's2c')).toBe(false);
  });

  test('ends the requests that still wait when the session is closed', async () => {
    let aborted = false;
    const url = await serve((request, response) => {
      request.resume();
      response.on('close', () => (aborted = !response.writableFinished));
    });
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(url), BY_HAND);
    page.send({ type: 'send', session: id, text: '{}' });
    await page.event(id, (event) => event.k === 'message');
    page.send({ type: 'close', session: id });
    await page.closed(id);
    expect(page.of(id)).toContainEqual(expect.objectContaining({ k: 'http', phase: 'end', by: 'client' }));
    await eventually(() => aborted);
  });
});

describe('a preflight', () => {
  test('asks as a browser does and gives status and headers, also of a refusal', async () => {
    const asked = new Map<string | undefined, IncomingMessage>();
    const url = await serve((request, response) => {
      asked.set(request.method, request);
      const status = request.method === 'OPTIONS' ? 204 : 401;
      // A body without end is not waited for.
      response.writeHead(status, { 'Access-Control-Allow-Origin': '*' });
      if (status === 204) response.end();
      else response.write(': ');
    });
    const page = await Page.connect(await testRelay());
    const headers = ['Mcp-Session-Id', 'Content-Type'];
    page.send({ type: 'preflight', request: 4, url, origin: 'http://localhost:6280', headers });
    expect(await page.message('preflight')).toMatchObject({
      request: 4,
      status: 204,
      headers: expect.arrayContaining([['Access-Control-Allow-Origin', '*']]),
      actual: { status: 401, headers: expect.arrayContaining([['Access-Control-Allow-Origin', '*']]) },
    });
    expect(asked.get('GET')?.headers).toMatchObject({ origin: 'http://localhost:6280' });
    expect(asked.get('OPTIONS')?.headers).toMatchObject({
      origin: 'http://localhost:6280',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,mcp-session-id',
    });
  });

  test('of a server that is not there is refused', async () => {
    const page = await Page.connect(await testRelay());
    page.send({ type: 'preflight', request: 1, url: 'http://127.0.0.1:1/', origin: 'http://localhost', headers: [] });
    expect(await page.message('refused')).toMatchObject({ request: 1, code: 'unreachable' });
  });
});
