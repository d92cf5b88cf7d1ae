/** The published servers of tests/servers start offline and answer as the table in servers.mjs says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answerTo, INITIALIZE, modern, modernMeta, post, StdioPeer } from '../fixtures/sdk/raw.ts';
import { ensureServersInstalled } from '../servers/install.mjs';
import { SERVERS, type ServerName } from '../servers/servers.mjs';
import { startPublished, type PublishedHttp } from '../servers/start.ts';

const folder = mkdtempSync(join(tmpdir(), 'lifeline-servers-'));
const running: PublishedHttp[] = [];
beforeAll(() => {
  expect(ensureServersInstalled()).toBeUndefined();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stdio(name: ServerName): StdioPeer {
  const { command, args, env } = SERVERS[name].stdio(folder);
  return new StdioPeer(command, args, env);
}
async function http(name: ServerName): Promise<string> {
  const server = await startPublished(name, folder);
  running.push(server);
  return server.url;
}

const OLD = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const old = { result: { protocolVersion: '2025-11-25' } };
const unknown = { error: { code: -32601 } };

describe('over stdio', () => {
  test.each([
    ['filesystem', unknown, old],
    ['memory', unknown, old],
    ['playwright', unknown, old],
    ['basic-react', unknown, old],
    ['chart', unknown, old],
    ['perplexity', unknown, old],
    ['firecrawl', unknown, old],
    ['1password', { result: { supportedVersions: ['2026-07-28'] } }, old],
    ['context7', { result: { supportedVersions: ['2026-07-28'] } }, old],
    [
      'kubernetes',
      { result: { supportedVersions: ['2026-07-28', ...OLD] } },
      { error: { code: 0, message: 'duplicate "initialize" received' } },
    ],
  ] as const)('%s answers a probe, and an initialize after it', async (name, discovered, initialized) => {
    const peer = stdio(name);
    expect(await peer.ask(1, 'server/discover', modernMeta())).toMatchObject(discovered);
    expect(await peer.ask(2, 'initialize', INITIALIZE)).toMatchObject(initialized);
    expect(await peer.end()).toBe(0);
  });

  test('kubernetes ends when a line is no JSON', async () => {
    const peer = stdio('kubernetes');
    expect(await peer.ask(1, 'initialize', INITIALIZE)).toMatchObject(old);
    expect(await peer.dieOf('{bad')).toBe(1);
  });

  test('basic-react answers with a line of more than 400 kB', async () => {
    const peer = stdio('basic-react');
    await peer.ask(1, 'initialize', INITIALIZE);
    const read = await peer.ask(2, 'resources/read', { uri: 'ui://get-time/mcp-app.html' });
    expect(JSON.stringify(read).length).toBeGreaterThan(400_000);
    expect(await peer.end()).toBe(0);
  });
});

describe('over HTTP', () => {
  test.each([
    ['context7', 200, { result: { supportedVersions: ['2026-07-28'] } }, false],
    ['kubernetes', 200, { result: { supportedVersions: OLD } }, true],
    ['playwright', 400, { error: { code: -32000, message: 'Bad Request: Server not initialized' } }, true],
    ['basic-react', 400, { error: { code: -32000 } }, false],
    ['perplexity', 400, { error: { code: -32000 } }, false],
    ['firecrawl', 400, { error: { code: -32000 } }, false],
  ] as const)('%s answers a probe with %i, and an initialize', async (name, status, discovered, hasSession) => {
    const url = await http(name);
    const probe = await modern(url, { id: 1, method: 'server/discover' });
    expect(probe.status).toBe(status);
    // The v1 SDK answers an HTTP error without the id of the request.
    expect(await probe.inbox.next((message) => message.method === undefined)).toMatchObject(discovered);
    const opened = await post(url, { jsonrpc: '2.0', id: 2, method: 'initialize', params: INITIALIZE });
    expect(await opened.inbox.next(answerTo(2))).toMatchObject(old);
    expect(opened.headers.has('mcp-session-id')).toBe(hasSession);
  });

  test('kubernetes refuses anything modern but a discover', async () => {
    const listed = await modern(await http('kubernetes'), { id: 1, method: 'tools/list' });
    expect(listed.status).toBe(400);
    expect(await listed.inbox.next(answerTo(1))).toMatchObject({ error: { code: -32022, data: { supported: OLD } } });
  });

  test('playwright accepts the host localhost only', async () => {
    const url = await http('playwright');
    const other = await post(url.replace('localhost', '127.0.0.1'), {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: INITIALIZE,
    });
    expect(other.status).toBe(403);
  });
});
