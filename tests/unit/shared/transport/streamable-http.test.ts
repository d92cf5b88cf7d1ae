import { afterEach, describe, expect, test } from 'vitest';
import type { EventBody, HeaderPairs, MessageBody } from '#shared/recording';
import { StreamableHttp, usualText, type Fetch } from '#shared/transport';
import {
  freePort,
  startHttpMisbehave,
  startHttpService,
  startHttpSse,
  type RunningServer,
} from '../../../fixtures/start.ts';
import { notification, request, result } from '../../script.ts';
import { Reports } from '../../wait.ts';

const servers: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Of<K extends EventBody['k']> = Extract<EventBody, { k: K }>;
const only = <K extends EventBody['k']>(all: readonly EventBody[], k: K): Of<K>[] =>
  all.filter((body): body is Of<K> => body.k === k);

/** A transport to `url` and everything it reports. */
function connect(url: string, headers: HeaderPairs = []) {
  const reports = new Reports<EventBody>();
  const transport = new StreamableHttp({ url, headers, fetch: fetch as unknown as Fetch }, (bodies) =>
    reports.add(bodies),
  );
  const http = (x: string, phase: string) =>
    only(reports.all, 'http').find((each) => each.x === x && each.phase === phase);
  const ended = (x: string): Promise<void> => reports.until(() => http(x, 'end') !== undefined);
  const send = (message: object | string, extra: HeaderPairs = []): void =>
    transport.send(typeof message === 'string' ? message : JSON.stringify(message), { by: 'user', headers: extra });
  const received = (): MessageBody[] => only(reports.all, 'message').filter(({ dir }) => dir === 's2c');
  transport.open();
  return { transport, reports, http, ended, send, received };
}

async function misbehaving(mode: string) {
  const server = await startHttpMisbehave(mode);
  servers.push(server);
  const link = connect(server.url);
  link.send(request(1, 'initialize', { protocolVersion: '2025-11-25' }));
  await link.ended('x1');
  return link;
}

const initialize = request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} });

async function session(start: () => Promise<RunningServer>) {
  const server = await start();
  servers.push(server);
  const link = connect(server.url);
  link.send(initialize);
  await link.ended('x1');
  const id = link.http('x1', 'response')?.headers?.find(([name]) => name === 'mcp-session-id')?.[1] ?? '';
  return { ...link, server, headers: [['Mcp-Session-Id', id]] as const };
}

describe('a service that answers with JSON', () => {
  test('carries a session from initialize to DELETE', async () => {
    const { transport, reports, http, ended, send, received, headers, server } = await session(startHttpService);
    send(notification('notifications/initialized'), headers);
    await ended('x2');
    send(request(2, 'tools/call', { name: 'echo', arguments: { text: 'hé' } }), headers);
    await ended('x3');
    await transport.close({ reason: 'user', deleteHeaders: headers });

    expect(headers[0][1]).toMatch(/^[0-9a-f-]{36}$/);
    expect(['x1', 'x2', 'x3', 'x4'].map((x) => http(x, 'response')?.status)).toEqual([200, 202, 200, 204]);
    expect(http('x4', 'request')).toMatchObject({ method: 'DELETE', url: server.url });
    expect(received().map(({ raw, x }) => [JSON.parse(raw ?? '') as unknown, x])).toEqual([
      [expect.objectContaining({ id: 1 }), 'x1'],
      [result(2, { content: [{ type: 'text', text: 'hé' }] }), 'x3'],
    ]);
    expect(only(reports.all, 'connection').map(({ event }) => event)).toEqual(['opening', 'open', 'closing', 'closed']);
    expect(reports.all.at(-1)).toEqual({ k: 'connection', event: 'closed', reason: 'user' });
  });

  test('is reported step by step, the request with its body first', async () => {
    const { reports } = await session(startHttpService);
    const steps = reports.all.slice(2).map((body) => (body.k === 'http' ? body.phase : body.k));
    expect(steps).toEqual(['request', 'message', 'response', 'message', 'end']);
    expect(only(reports.all, 'message')[0]).toEqual({
      k: 'message',
      dir: 'c2s',
      raw: JSON.stringify(initialize),
      by: 'user',
      x: 'x1',
    });
  });

  test('says 401 without the key, 400 without the session, 404 for a wrong one', async () => {
    const { ended, send, http, server } = await session(startHttpService);
    const stranger = connect(`http://127.0.0.1:${String(server.port)}/mcp`);
    stranger.send(initialize);
    await stranger.ended('x1');
    expect(stranger.http('x1', 'response')?.status).toBe(401);
    send(request(2, 'ping'));
    await ended('x2');
    send(request(2, 'ping'), [['Mcp-Session-Id', 'nobody']]);
    await ended('x3');
    expect([http('x2', 'response')?.status, http('x3', 'response')?.status]).toEqual([400, 404]);
  });

  test('sends exactly the text that was given, and answers it', async () => {
    const { send, ended, http, reports, headers } = await session(startHttpService);
    const text = '\n {"jsonrpc":"2.0", "id":1.0,,}\t';
    send(text, headers);
    await ended('x2');
    expect(only(reports.all, 'message').filter(({ dir }) => dir === 'c2s')[1]?.raw).toBe(text);
    expect(http('x2', 'response')?.status).toBe(400);
  });

  test('refuses a GET stream with 405', async () => {
    const { transport, ended, http, headers } = await session(startHttpService);
    transport.listen(headers);
    await ended('x2');
    expect(http('x2', 'response')?.status).toBe(405);
    expect(http('x2', 'end')).toMatchObject({ by: 'server' });
  });

  test('headers that the person set replace the program’s', async () => {
    const server = await startHttpService();
    servers.push(server);
    const { send, ended, http } = connect(server.url, [
      ['accept', 'application/json'],
      ['X-Mine', '1'],
    ]);
    send(initialize, [['X-More', '2']]);
    await ended('x1');
    expect(http('x1', 'request')?.headers).toEqual([
      ['Content-Type', 'application/json'],
      ['X-More', '2'],
      ['accept', 'application/json'],
      ['X-Mine', '1'],
    ]);
  });
});

describe('a service that answers with SSE', () => {
  test('gives each event with its id, and blocks without a message', async () => {
    const { send, ended, reports, headers } = await session(startHttpSse);
    send(request(2, 'tools/call', { name: 'echo', arguments: { text: 'a' }, _meta: { progressToken: 9 } }), headers);
    await ended('x2');
    const blocks = reports.all.filter((body) => 'x' in body && body.x === 'x2' && body.k !== 'http').slice(1);
    expect(blocks).toMatchObject([
      { k: 'sse', text: ': stream s2\n' },
      { k: 'sse', text: 'id: s2-0\nretry: 1500\ndata:\n', id: 's2-0', retry: 1500 },
      { k: 'message', dir: 's2c', sse: { event: 'message', id: 's2-1' } },
      { k: 'message', dir: 's2c', sse: { event: 'message', id: 's2-2' } },
    ]);
    const [progress, answer] = only(blocks, 'message');
    expect(JSON.parse(progress?.raw ?? '')).toMatchObject({ method: 'notifications/progress' });
    expect(JSON.parse(answer?.raw ?? '')).toEqual(result(2, { content: [{ type: 'text', text: 'a' }] }));
    expect(usualText(answer?.raw ?? '', answer?.sse ?? {})).toBe(
      `event: message\nid: s2-2\ndata: ${answer?.raw ?? ''}\n`,
    );
  });

  test('asks on the stream of a call and takes the answer by POST', async () => {
    const { send, ended, reports, received, headers } = await session(startHttpSse);
    send(request(2, 'tools/call', { name: 'ask', arguments: { method: 'sampling/createMessage' } }), headers);
    const asked = (): MessageBody | undefined => received().find(({ raw }) => raw?.includes('sampling/createMessage'));
    await reports.until(() => asked() !== undefined);
    const answer = JSON.stringify(result('ask-1', { role: 'assistant' }));
    send(answer, headers);
    await ended('x2');
    await ended('x3');
    expect(asked()?.x).toBe('x2');
    expect(JSON.parse(received().at(-1)?.raw ?? '')).toEqual(result(2, { content: [{ type: 'text', text: answer }] }));
  });

  test('delivers notifications on the GET stream until the session is closed', async () => {
    const { transport, send, reports, http, received, headers } = await session(startHttpSse);
    transport.listen(headers);
    await reports.until((all) => all.some((body) => body.k === 'sse' && body.x === 'x2' && body.id !== undefined));
    send(request(2, 'tools/call', { name: 'notify', arguments: { text: 'news' } }), headers);
    await reports.until(() => received().some(({ x }) => x === 'x2'));
    expect(received().find(({ x }) => x === 'x2')?.raw).toContain('"data":"news"');
    expect(http('x2', 'end')).toBeUndefined();
    await transport.close({ reason: 'user' });
    expect(http('x2', 'end')).toEqual({ k: 'http', x: 'x2', phase: 'end', by: 'client' });
    expect(reports.all.at(-1)).toEqual({ k: 'connection', event: 'closed', reason: 'user' });
  });
});

describe('a server that misbehaves', () => {
  test.each([
    ['html', 200, /^<!doctype html>/],
    ['500', 500, /Internal error/],
    ['not-json', 200, /,\}$/],
    ['wrong-type', 200, /"protocolVersion"/],
    ['bom-json', 200, /^\uFEFF\{/],
    ['slow', 200, /^\{.*\}$/],
    ['slow-sse', 200, /^\{.*\}$/],
  ])('%s: status and body are reported as they came', async (mode, status, body) => {
    const { http, received } = await misbehaving(mode);
    expect(http('x1', 'response')?.status).toBe(status);
    expect(received()).toHaveLength(1);
    expect(received()[0]?.raw).toMatch(body);
    expect(http('x1', 'end')).toEqual({ k: 'http', x: 'x1', phase: 'end', by: 'server' });
  });

  test.each([
    ['404', 404, 'Not Found\n'],
    ['500-text', 500, 'upstream exploded\n'],
  ])('%s: the text of an error is no message', async (mode, status, raw) => {
    const { http, received, reports } = await misbehaving(mode);
    expect(http('x1', 'response')?.status).toBe(status);
    expect(received()).toEqual([]);
    expect(only(reports.all, 'body')).toMatchObject([{ x: 'x1', dir: 's2c', raw }]);
  });

  test('401: what the body says is no message, and the header that says how to sign in is there', async () => {
    const { http, received, reports } = await misbehaving('401');
    expect(received()).toEqual([]);
    expect(only(reports.all, 'body')).toMatchObject([{ x: 'x1', dir: 's2c', raw: '{"error":"invalid_token"}' }]);
    expect(http('x1', 'response')?.headers).toContainEqual(['www-authenticate', expect.stringContaining('Bearer')]);
  });

  test.each(['202-request', 'empty', 'sse-without-answer'])('%s: nothing is invented', async (mode) => {
    const { received, http } = await misbehaving(mode);
    expect(received()).toEqual([]);
    expect(http('x1', 'end')?.by).toBe('server');
  });

  test('broken-utf8: the bytes are kept', async () => {
    const { received } = await misbehaving('broken-utf8');
    const bytes = Buffer.from(received()[0]?.b64 ?? '', 'base64');
    expect([...bytes.subarray(-2)]).toEqual([0xff, 0xfe]);
  });

  test.each(['cut-json', 'cut-sse'])('%s: the half that came is kept and marked', async (mode) => {
    const { received, http, reports } = await misbehaving(mode);
    expect(received()).toHaveLength(1);
    expect(received()[0]).toMatchObject({ unterminated: true, raw: expect.stringContaining('"jsonrpc"') as string });
    expect(http('x1', 'end')).toMatchObject({ by: 'network', error: expect.any(String) as string });
    expect(reports.all.some((body) => body.k === 'connection' && body.event === 'problem')).toBe(false);
  });

  test('silent: closing ends the exchange', async () => {
    const server = await startHttpMisbehave('silent');
    servers.push(server);
    const { transport, send, http, reports } = connect(server.url);
    send(initialize);
    await transport.close({ reason: 'user' });
    expect(http('x1', 'end')).toEqual({ k: 'http', x: 'x1', phase: 'end', by: 'client' });
    expect(reports.all.at(-1)).toMatchObject({ event: 'closed' });
  });

  test('not there at all: says so', async () => {
    const { send, ended, http, reports } = connect(`http://127.0.0.1:${String(await freePort())}/mcp`);
    send(initialize);
    await ended('x1');
    await reports.until((all) => all.some((body) => body.k === 'connection' && body.event === 'problem'));
    expect(http('x1', 'response')).toBeUndefined();
    expect(http('x1', 'end')).toMatchObject({ by: 'network' });
    expect(reports.all.at(-1)).toMatchObject({ event: 'problem', reason: 'http-unreachable' });
  });
});

test('closing twice is closing once, and nothing is sent after it', async () => {
  const { transport, reports, send } = connect('http://127.0.0.1:1/mcp');
  await Promise.all([transport.close({ reason: 'a' }), transport.close({ reason: 'b' })]);
  send(initialize);
  transport.listen([]);
  expect(reports.all.slice(2)).toEqual([
    { k: 'connection', event: 'closing', reason: 'a' },
    { k: 'connection', event: 'closed', reason: 'a' },
  ]);
});
