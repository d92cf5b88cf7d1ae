/** Redirects through the relay: each hop is recorded, and nothing that is meant for one server reaches another. */
import { once } from 'node:events';
import { createServer as createSocketServer } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_POLICY } from '#shared/driver';
import type { Network } from '#shared/authorization';
import { modelAsker } from '#shared/model';
import type { HttpBody, WireEvent } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import type { Fetch } from '#shared/transport';
import { relayFetch, relayFetchBy } from '../../relay/http/index.ts';
import { BY_HAND, eventually, Page } from './support/page.ts';
import { testRelay } from './support/relay.ts';
import { bodyOf, serve } from './support/serve.ts';

const http = (url: string, headers: readonly (readonly [string, string])[] = []): ConnectSpec => ({
  transport: 'streamable-http',
  url,
  headers,
});

interface Seen {
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server that accepts everything, and what it saw. */
async function accepting(): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const url = await serve(async (request, response) => {
    seen.push({ method: request.method, headers: request.headers, body: await bodyOf(request) });
    response.writeHead(202).end();
  });
  return { url, seen };
}

const redirecting = (status: number, target: string): Promise<string> =>
  serve((request, response) => {
    request.resume();
    response.writeHead(status, { Location: target }).end();
  });

const SECRETS = [
  ['Authorization', 'Bearer x'],
  ['X-API-Key', 'k'],
  ['Cookie', 'c=1'],
] as const;

const steps = (events: readonly WireEvent[]): HttpBody[] =>
  events.filter((event): event is HttpBody & WireEvent => event.k === 'http');
const isEnd = (event: WireEvent): boolean => event.k === 'http' && event.phase === 'end';
const isProblem = (event: WireEvent): boolean => event.k === 'connection' && event.event === 'problem';

/** Send one message by hand and wait for the end of its exchange. */
async function exchange(
  url: string,
  details: { readonly headers: readonly (readonly [string, string])[]; readonly method?: string },
): Promise<readonly WireEvent[]> {
  const page = await Page.connect(await testRelay());
  const id = await page.open(http(url, SECRETS), BY_HAND);
  page.send({ type: 'send', session: id, text: '{"secret":1}', http: details });
  await page.event(id, isEnd);
  return page.of(id);
}

describe('a redirect to another origin', () => {
  test.each([307, 308, 302])(
    'gets no message after %i; the answer is the redirect, and a problem names its target',
    async (status) => {
      const target = await accepting();
      const url = await redirecting(status, `${target.url}/there`);
      const page = await Page.connect(await testRelay());
      const id = await page.open(http(url, SECRETS), BY_HAND);
      page.send({ type: 'send', session: id, text: '{"secret":1}' });
      const problem = await page.event(id, isProblem);
      expect(problem).toMatchObject({ reason: 'redirected-elsewhere', detail: `${target.url}/there` });
      expect(steps(page.of(id)).map(({ phase, status }) => [phase, status])).toEqual([
        ['request', undefined],
        ['response', status],
        ['end', undefined],
      ]);
      expect(target.seen).toEqual([]);
    },
  );

  test('ends a session that has not begun, for that reason', async () => {
    const target = await accepting();
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(await redirecting(307, target.url), SECRETS), DEFAULT_POLICY);
    await page.closed(id);
    expect(page.of(id).at(-1)).toMatchObject({ event: 'closed', reason: 'redirected-elsewhere' });
    expect(target.seen).toEqual([]);
  });

  test('is followed by a GET without anything a person gave or the session has, and says what stayed behind', async () => {
    const target = await accepting();
    const url = await redirecting(302, `${target.url}/there`);
    const own = [
      ['Accept', 'text/event-stream'],
      ['Mcp-Session-Id', 's'],
      ['MCP-Protocol-Version', '2025-11-25'],
      ['X-Mine', 'm'],
    ] as const;
    const events = await exchange(url, { method: 'GET', headers: own });
    const [, hop, response] = steps(events);
    expect(hop).toMatchObject({
      phase: 'redirect',
      status: 302,
      url: `${target.url}/there`,
      headers: expect.arrayContaining([['Location', `${target.url}/there`]]),
      without: expect.arrayContaining(['Authorization', 'X-API-Key', 'Cookie', 'Mcp-Session-Id', 'X-Mine']),
    });
    expect(response).toMatchObject({ phase: 'response', status: 202 });
    expect(target.seen).toHaveLength(1);
    const names = Object.keys(target.seen[0]?.headers ?? {});
    for (const name of ['authorization', 'x-api-key', 'cookie', 'mcp-session-id', 'x-mine'])
      expect(names).not.toContain(name);
  });

  test('leads to no address of this computer when the server is elsewhere, by no name either, and with no password', async () => {
    const target = await accepting();
    const port = new URL(target.url).port;
    const get = (location: string, where: Network): ReturnType<Fetch> =>
      redirecting(307, location).then((url) =>
        relayFetchBy({
          placeOf: () => where,
          resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
        })(url, { method: 'GET', headers: [], signal: AbortSignal.timeout(30_000) }),
      );
    for (const where of ['public', 'private'] as const) {
      for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', 'localhost'])
        expect(await get(`http://${host}:${port}/`, where)).toMatchObject({
          status: 307,
          problem: { reason: 'redirected-elsewhere' },
        });
      await expect(get(`http://rebound.example:${port}/`, where)).rejects.toThrow('is in this computer');
    }
    const { host } = new URL(target.url);
    expect(await get(`http://admin:admin@${host}/`, 'loopback')).toMatchObject({
      problem: { reason: 'redirected-elsewhere' },
    });
    expect(target.seen).toEqual([]);
    expect(await get(target.url, 'loopback')).toMatchObject({ status: 202 });
  });

  test('does not give the key of a model endpoint away, nor what it is asked', async () => {
    const target = await accepting();
    const url = await redirecting(307, `${target.url}/v1/chat/completions`);
    const asked = modelAsker(relayFetch)({ url, model: 'm', apiKey: 'key' }, { messages: [] });
    await expect(asked).rejects.toThrow(`redirects to ${target.url}/v1/chat/completions`);
    expect(target.seen).toEqual([]);
  });

  test('asks for no authorization with what the other server demands', async () => {
    const target = await serve((_request, response) => void response.writeHead(401).end());
    const url = await redirecting(307, target);
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(url), BY_HAND);
    page.send({ type: 'send', session: id, text: '{}', http: { method: 'GET', headers: [] } });
    await page.event(id, isEnd);
    page.send({ type: 'close', session: id });
    await page.closed(id);
    expect(page.of(id)).toContainEqual(expect.objectContaining({ phase: 'response', status: 401 }));
    expect(page.of(id).filter((event) => event.k === 'connection' && event.event === 'authorization')).toEqual([]);
  });
});

describe('a redirect at the same origin', () => {
  test('is followed with the message and all headers, and is recorded before the response', async () => {
    const seen: (Seen & { readonly url: string | undefined })[] = [];
    const url = await serve(async (request, response) => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body: await bodyOf(request) });
      if (request.url === '/there/') response.writeHead(202).end();
      else response.writeHead(307, { Location: '/there/', 'Set-Cookie': 'a=1' }).end();
    });
    const events = await exchange(`${url}/there`, { headers: [] });
    expect(seen[1]).toMatchObject({
      url: '/there/',
      body: '{"secret":1}',
      headers: { 'x-api-key': 'k', cookie: 'c=1' },
    });
    expect(steps(events).map(({ phase }) => phase)).toEqual(['request', 'redirect', 'response', 'end']);
    const [, hop] = steps(events);
    expect(hop).toMatchObject({
      status: 307,
      url: `${url}/there/`,
      headers: expect.arrayContaining([['Set-Cookie', 'a=1']]),
    });
    expect(hop).not.toHaveProperty('without');
  });

  test('gives headers that name the address a chance to name the next one', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      request.resume();
      seen.push(request.headers['dpop']);
      if (request.url === '/there') response.writeHead(202).end();
      else response.writeHead(307, { Location: '/there' }).end();
    });
    await relayFetch(url, {
      method: 'POST',
      headers: [['DPoP', 'for the first']],
      personal: ['DPoP'],
      signal: new AbortController().signal,
      readdress: (to) => Promise.resolve([['DPoP', `for ${to}`]]),
    });
    expect(seen).toEqual(['for the first', `for ${url}/there`]);
  });

  test('is followed twenty times, and then no more', async () => {
    const url = await redirecting(308, '/');
    const events = await exchange(url, { headers: [] });
    expect(steps(events).filter(({ phase }) => phase === 'redirect')).toHaveLength(20);
    expect(events.find(isProblem)).toMatchObject({ reason: 'redirected-too-often' });
  });

  test('with a body that never ends costs no more than its beginning', async () => {
    let broken = false;
    const url = await serve((request, response) => {
      if (request.url === '/there') return void response.writeHead(202).end();
      response.writeHead(302, { Location: '/there' });
      response.on('close', () => (broken = true));
      const more = (): void => {
        while (!broken && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    });
    await exchange(url, { method: 'GET', headers: [] });
    await eventually(() => broken);
  });
});

describe('HTTP+SSE behind a redirect', () => {
  /** Open a session to a server that refuses POST and sends GET on to `target`. */
  async function open(target: string): Promise<{ readonly page: Page; readonly id: string }> {
    const url = await serve((request, response) => {
      request.resume();
      if (request.method === 'POST') response.writeHead(405).end();
      else response.writeHead(307, { Location: target }).end();
    });
    const page = await Page.connect(await testRelay());
    const policy = { ...DEFAULT_POLICY, revision: '2024-11-05' };
    return { page, id: await page.open(http(`${url}/mcp`, SECRETS), policy) };
  }

  test('at another origin: its endpoint is refused, and nothing is posted there', async () => {
    const seen: string[] = [];
    const target = await serve((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
    });
    const { page, id } = await open(`${target}/sse`);
    await page.closed(id);
    expect(page.of(id).at(-1)).toMatchObject({ reason: 'endpoint-refused' });
    expect(seen).toEqual(['GET /sse']);
  });

  test('at its own origin: the endpoint is found from where the redirect led', async () => {
    const posted: string[] = [];
    const url = await serve((request, response) => {
      request.resume();
      if (request.method === 'POST') {
        posted.push(request.url ?? '');
        return void response.writeHead(request.url === '/mcp' ? 405 : 202).end();
      }
      if (request.url === '/mcp') return void response.writeHead(307, { Location: '/deep/sse' }).end();
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('event: endpoint\ndata: messages\n\n');
    });
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(`${url}/mcp`), { ...DEFAULT_POLICY, revision: '2024-11-05' });
    await eventually(() => posted.includes('/deep/messages'));
    page.send({ type: 'close', session: id });
    await page.closed(id);
  });
});

describe('a connection that the server closed while it was idle', () => {
  /**
   * A server that answers the first request on each connection and breaks the connection when another one arrives on it, `after`
   * what it writes; gives its address and the requests that came.
   */
  async function breaking(after = ''): Promise<{ readonly url: string; readonly requests: string[] }> {
    const requests: string[] = [];
    const server = createSocketServer((socket) => {
      let before = 0;
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        requests.push(data.toString().split('\r\n')[0] ?? '');
        if (before++ === 0) socket.write('HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n');
        else if (after === '') socket.destroy();
        else socket.write(after, () => socket.destroy());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, requests };
  }

  /** Send messages, one after the other, until `enough`. */
  async function sendUntil(
    url: string,
    enough: (events: readonly WireEvent[]) => boolean,
  ): Promise<readonly WireEvent[]> {
    const page = await Page.connect(await testRelay());
    const id = await page.open(http(url), BY_HAND);
    for (let n = 1; !enough(page.of(id)); n++) {
      page.send({ type: 'send', session: id, text: String(n) });
      await eventually(() => page.of(id).filter(isEnd).length === n);
    }
    return page.of(id);
  }

  test('is replaced by a fresh one, once and visibly', async () => {
    const { url, requests } = await breaking();
    const retried = (events: readonly WireEvent[]): HttpBody[] =>
      steps(events).filter(({ phase }) => phase === 'retry');
    // Unless a problem shows that it is not.
    const events = await sendUntil(url, (all) => retried(all).length === 3 || all.some(isProblem));
    expect(events.filter(isProblem)).toEqual([]);
    for (const { error } of retried(events)) expect(error).toMatch(/ECONNRESET|EPIPE/);
    const answered = steps(events).filter(({ phase, status }) => phase === 'response' && status === 202);
    expect(answered).toHaveLength(events.filter(isEnd).length);
    expect(requests).toHaveLength(answered.length + 3);
  });

  test('is not, when a part of the answer had come', async () => {
    const { url } = await breaking('HTTP/1.1 2');
    const events = await sendUntil(url, (all) => all.some(isProblem));
    expect(steps(events).some(({ phase }) => phase === 'retry')).toBe(false);
    expect(events.find(isProblem)).toMatchObject({
      reason: 'http-unreachable',
      detail: expect.stringContaining('ECONNRESET'),
    });
  });
});
