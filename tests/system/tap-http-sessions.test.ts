/** Over HTTP a tap tells sessions apart as clients name them: what a client does wrong with its id is judged, and nothing else of it. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished, test, expect } from 'vitest';
import { apart } from '#shared/findings';
import { parsedObject } from '#shared/jsonrpc';
import { meta, request } from '../../shared/findings/examples/messages.ts';
import { findingsIn } from '../unit/shared/findings/run.ts';
import { serving, tapped, type Tap } from './support/http-tap.ts';

const VERSION = { 'mcp-protocol-version': '2025-11-25' };
const hello = request(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'c', version: '1' },
});
const list = (id: number): object => request(id, 'tools/list');

/** A server that gives sessions, and knows none: `lax` answers whatever comes, `strict` as it should, `stateless` gives no id. */
async function started(kind: 'lax' | 'strict' | 'stateless'): Promise<Tap> {
  const ids = new Set<string>();
  const origin = await serving((asked, response) => {
    void text(asked).then((body) => {
      const { id, method } = parsedObject(body) ?? {};
      const given = String(asked.headers['mcp-session-id']);
      const isKnown = ids.has(given);
      if (asked.method === 'DELETE') ids.delete(given);
      if (method === 'initialize' && kind !== 'stateless') {
        const session = randomUUID();
        ids.add(session);
        response.setHeader('mcp-session-id', session);
      } else if (kind === 'strict' && !isKnown)
        return response.writeHead(asked.headers['mcp-session-id'] === undefined ? 400 : 404).end();
      if (id === undefined) return response.writeHead(asked.method === 'DELETE' ? 204 : 202).end();
      const result =
        method === 'initialize'
          ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
          : { tools: [] };
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  return tapped(`${origin}/mcp`);
}

/** A client with one connection. */
class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  session: string | undefined;

  constructor({ url }: Tap) {
    this.#url = url;
    onTestFinished(() => this.#agent.destroy());
  }

  /** Gives the status. */
  async send(body: object | 'DELETE', session = this.session, more: Readonly<Record<string, string>> = VERSION) {
    const headers = {
      ...{ accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...more },
      ...(session ? { 'mcp-session-id': session } : {}),
    };
    const method = body === 'DELETE' ? body : 'POST';
    const asking = httpRequest(this.#url, { agent: this.#agent, method, headers });
    asking.end(body === 'DELETE' ? undefined : JSON.stringify(body));
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    await text(response);
    const given = response.headers['mcp-session-id'];
    if (typeof given === 'string') this.session = given;
    return response.statusCode;
  }

  /** A handshake. */
  async begin(): Promise<this> {
    await this.send(hello, '', {});
    await this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return this;
  }
}

/** By recording, in their order: its exchanges, and what is told of sessions and of the handshake that follows from nothing else. */
async function told(tap: Tap): Promise<readonly (readonly [exchanges: string, ...found: string[]])[]> {
  const recorded = await tap.recorded();
  const all = recorded.map(({ events }) => {
    const exchanges = events.flatMap((event) => (event.k === 'http' && event.phase === 'request' ? [event.x] : []));
    const found = apart(findingsIn(events)).own.filter(({ rule }) => /session|^init-/.test(rule));
    const places = found.map(({ rule, side, at }) => {
      const event = events[at];
      return `${side} ${rule} ${event && 'x' in event ? event.x : 'end'}`;
    });
    return [exchanges.join(' '), ...places] as const;
  });
  return all.sort(([a], [b]) => a.localeCompare(b));
}

test('a request without the id is of the session of its connection', async () => {
  const lax = await started('lax');
  const client = await new Client(lax).begin();
  await client.send(list(2), '');
  await client.send('DELETE');
  expect(await told(lax)).toEqual([['x1 x2 x3 x4', 'client http-session-header-missing x3']]);

  // Of another connection it may be of anybody, so that nothing is told; and a new session is one.
  const strict = await started('strict');
  const other = await new Client(strict).begin();
  expect(await new Client(strict).send(list(2), '')).toBe(400);
  await other.send(hello, '', {});
  await other.send('DELETE');
  expect(await told(strict)).toEqual([['x1 x2', 'client http-session-delete end'], ['x3'], ['x4 x5']]);
});

test('of two sessions of one connection it is the latest; those with an id are told apart by it', async () => {
  const tap = await started('lax');
  const gateway = await new Client(tap).begin();
  const first = gateway.session;
  await gateway.begin();
  await gateway.send(list(2), first);
  await gateway.send(list(2), '');
  await gateway.send(list(3));
  await gateway.send('DELETE', first);
  await gateway.send('DELETE');
  expect(await told(tap)).toEqual([['x1 x2 x5 x8'], ['x3 x4 x6 x7 x9', 'client http-session-header-missing x6']]);
});

test('an id that nobody gave here is no beginning: nothing is told of it', async () => {
  const tap = await started('lax');
  const client = await new Client(tap).begin();
  await client.send(list(2), randomUUID());
  await client.send('DELETE');
  expect(await told(tap)).toEqual([['x1 x2 x4'], ['x3']]);
});

test('what comes with the id of a session that was deleted is of that session; what begins anew is not', async () => {
  const lax = await started('lax');
  const client = await new Client(lax).begin();
  await client.send('DELETE');
  await client.send(list(2));
  expect(await told(lax)).toEqual([['x1 x2 x3 x4', 'server http-session-ended-404 x4']]);

  const strict = await started('strict');
  const good = await new Client(strict).begin();
  const before = good.session;
  await good.send('DELETE');
  expect(await good.send(list(2))).toBe(404);
  await good.send(hello, before, {});
  await good.send('DELETE');
  const recorded = await strict.recorded();
  expect(recorded.map(({ footer }) => footer?.reason)).toEqual(['host-ended', 'host-ended']);
  expect(await told(strict)).toEqual([['x1 x2 x3 x4'], ['x5 x6']]);
});

test('after a session was deleted, a request without an id and without initialize comes too early', async () => {
  const tap = await started('lax');
  const client = await new Client(tap).begin();
  await client.send('DELETE');
  await client.send(list(2), '');
  expect(await told(tap)).toEqual([['x1 x2 x3'], ['x4', 'client init-first x4']]);
});

test('a server without sessions gives no id; those of two clients at once stay apart', async () => {
  const tap = await started('stateless');
  const client = await new Client(tap).begin();
  await client.send(list(2));
  expect(await told(tap)).toEqual([['x1 x2 x3']]);

  const both = await started('strict');
  const [one, two] = await Promise.all([new Client(both).begin(), new Client(both).begin()]);
  await Promise.all([one.send(list(2)), two.send(list(2))]);
  await Promise.all([one.send('DELETE'), two.send('DELETE')]);
  const all = await told(both);
  expect(all.map(([exchanges, ...found]) => [exchanges.split(' ').length, ...found])).toEqual([[4], [4]]);
});

test('2026-07-28 has no sessions: its requests are of no session of their connection, with an id or without', async () => {
  const tap = await started('lax');
  const client = await new Client(tap).begin();
  const modern = { 'mcp-protocol-version': '2026-07-28' };
  for (const session of ['', 'abc', ''])
    await client.send(request(2, 'tools/list', { _meta: meta() }), session, modern);
  await client.send('DELETE');
  expect(await told(tap)).toEqual([['x1 x2 x6'], ['x3 x4 x5', 'client http-session-modern x4']]);
});
