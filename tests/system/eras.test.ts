/** Which era a server speaks is found out, shown with its reason, and spoken: official SDKs over every transport and route. */
import { expect, describe, test } from 'vitest';
import { startSdkHttpSse, startSdkV1, startSdkV2 } from '../fixtures/start.ts';
import { eventually } from '../relay/support/page.ts';
import type { Hosted } from './support/direct.ts';
import { AUTO, call, discovered, openHttp, openProcess, textOf, V1, V2, verdicts } from './support/routes.ts';

const ROUTES = ['stdio', 'relay', 'direct'] as const;
type Route = (typeof ROUTES)[number];

const openV2 = async (route: Route, mode: 'modern' | 'dual' | 'legacy', policy = AUTO): Promise<Hosted> =>
  route === 'stdio' ? openProcess(...V2(mode), policy) : openHttp(route, await startSdkV2(mode), policy);
const openV1 = async (route: Route, policy = AUTO): Promise<Hosted> =>
  route === 'stdio' ? openProcess(...V1, policy) : openHttp(route, await startSdkV1(), policy);

async function expectEcho(session: Hosted): Promise<void> {
  const echo = await call(session, 'tools/call', { name: 'echo', arguments: { text: 'hé' } });
  expect(echo.outcome).toBe('result');
  expect(textOf(session, echo)).toContain('hé');
}

describe.each(ROUTES)('%s', (route) => {
  test.each(['modern', 'dual'] as const)('the v2 SDK, %s: the per-request era', async (mode) => {
    const session = await openV2(route, mode);
    await discovered(session);
    expect(verdicts(session)).toEqual(['discovered 2026-07-28']);
    const { state } = session.log;
    expect(state).toMatchObject({ revision: '2026-07-28', initialized: true, era: { era: 'per-request' } });
    expect(state.lists.tools).toMatchObject({ pages: 2, complete: true });
    expect(state.operations).toBeGreaterThan(4);
    await expectEcho(session);
    expect([...session.log.events].some((event) => event.k === 'message' && event.raw?.includes('"initialize"'))).toBe(
      false,
    );
    await session.end();
  });

  test('the v2 SDK, dual, when the person chose a revision with a handshake', async () => {
    const session = await openV2(route, 'dual', { ...AUTO, revision: '2025-11-25' });
    await discovered(session);
    expect(verdicts(session)).toEqual([]);
    expect(session.log.state).toMatchObject({ revision: '2025-11-25', initialized: true });
    await expectEcho(session);
  });

  test('the v2 SDK, legacy: the probe is refused and the handshake follows', async () => {
    const session = await openV2(route, 'legacy');
    await discovered(session);
    expect(verdicts(session)).toHaveLength(1);
    expect(verdicts(session)[0]).toMatch(/ 2025-11-25$/);
    expect(session.log.state).toMatchObject({ revision: '2025-11-25', era: { era: 'handshake' }, initialized: true });
    await expectEcho(session);
    await session.end();
  });

  test('the v2 SDK, legacy, when the person chose 2026-07-28: said, not guessed', async () => {
    const session = await openV2(route, 'legacy', { ...AUTO, revision: '2026-07-28' });
    await eventually(() => session.log.state.connection === 'closed');
    expect(session.log.state.problem?.reason).toBe('discover-refused');
  });

  test('a revision that nobody knows is tried once more with one that the server names', async () => {
    const session = await openV2(route, 'modern', { ...AUTO, revision: '2099-01-01' });
    await discovered(session);
    expect(session.log.state.revision).toBe('2026-07-28');
    const probes = session.log.operations.filter(({ method }) => method === 'server/discover');
    expect(probes.map(({ outcome }) => outcome)).toEqual(['error', 'result']);
    await expectEcho(session);
  });

  test('the v1 SDK: the handshake', async () => {
    const session = await openV1(route);
    await discovered(session);
    expect(verdicts(session)).toHaveLength(1);
    expect(session.log.state).toMatchObject({ revision: '2025-11-25', era: { era: 'handshake' }, initialized: true });
    await expectEcho(session);
    await session.end();
  });

  test('two rounds of input, each answered by policy', async () => {
    const session = await openV2(route, 'modern', { ...AUTO, elicitation: { mode: 'defaults' } });
    await discovered(session);
    const before = session.log.operations.length;
    const order = await call(session, 'tools/call', { name: 'order', arguments: { item: 'tea' } });
    expect(textOf(session, order)).toContain('ordered: small tea');
    // One operation, three requests, each with an id of its own.
    expect(session.log.operations.length).toBe(before + 1);
    const ids = order.events.flatMap((s) => {
      const decoded = session.log.decoded(s);
      return decoded?.kind === 'request' ? [decoded.id] : [];
    });
    expect(new Set(ids).size).toBe(3);
    const again = await call(session, 'tools/call', { name: 'only-state', arguments: {} });
    expect(textOf(session, again)).toContain('tried again');
  });

  test('input that only a person can give waits', async () => {
    const session = await openV2(route, 'modern');
    await discovered(session);
    void call(session, 'tools/call', { name: 'consent', arguments: {} }).catch(() => undefined);
    await eventually(() => session.log.state.awaited.size === 1);
    const [awaited] = [...session.log.state.awaited.values()];
    expect(Object.values(awaited?.requests ?? {})[0]).toMatchObject({
      method: 'elicitation/create',
      params: { mode: 'url' },
    });
    await session.end();
    expect(session.log.operations.at(-1)).toMatchObject({ outcome: 'ended' });
  });

  test('a subscription brings the change of a list, which is read again', async () => {
    const session = await openV2(route, 'modern');
    await discovered(session);
    await eventually(() => [...session.log.state.subscriptions.values()].some(({ agreed }) => agreed !== undefined));
    const before = session.log.state.lists.tools.items.length;
    await call(session, 'tools/call', { name: 'change-lists', arguments: {} });
    await eventually(() => session.log.state.lists.tools.items.length !== before);
    expect(session.log.state.lists.tools.before).toHaveLength(before);
  });

  test('a call that never ends is cancelled in the way of its transport', async () => {
    const session = await openV2(route, 'modern');
    await discovered(session);
    void call(session, 'tools/call', { name: 'never', arguments: {} }).catch(() => undefined);
    const pending = await eventually(() =>
      [...session.log.state.pending.values()].find(({ method }) => method === 'tools/call'),
    );
    session.cancel(pending.op);
    await eventually(() => session.log.operations.get(pending.op)?.outcome === 'cancelled');
    const told = [...session.log.events].some(
      (event) => event.k === 'message' && event.raw?.includes('notifications/cancelled'),
    );
    expect(told).toBe(route === 'stdio');
  });
});

describe.each(['relay', 'direct'] as const)('HTTP, %s', (route) => {
  test('HTTP+SSE is found when POST is refused', async () => {
    const session = await openHttp(route, await startSdkHttpSse());
    await discovered(session);
    expect(verdicts(session).at(-1)).toMatch(/^http-sse /);
    expect(session.log.state.endpoint?.url).toMatch(/\/messages\?sessionId=/);
    await expectEcho(session);
    const asked = await call(session, 'tools/call', { name: 'roots', arguments: {} });
    expect(asked.outcome).toBe('result');
    await session.end();
  });

  test('the headers repeat what the body says', async () => {
    const session = await openHttp(route, await startSdkV2('modern'));
    await discovered(session);
    const region = await call(session, 'tools/call', { name: 'region', arguments: { region: 'Zürich' } });
    expect(region.outcome).toBe('result');
    const sent = [...session.log.events].findLast((event) => event.k === 'http' && event.phase === 'request');
    const headers = sent?.k === 'http' ? Object.fromEntries(sent.headers ?? []) : {};
    expect(headers).toMatchObject({
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'region',
    });
    expect(Object.entries(headers).find(([name]) => name.startsWith('Mcp-Param-'))?.[1]).toBe(
      '=?base64?WsO8cmljaA==?=',
    );
  });

  test('a stream that drops is gone on with, after the time the server asked for', async () => {
    const session = await openHttp(route, await startSdkV1('--retry', '300'));
    await discovered(session);
    const drop = await call(session, 'tools/call', { name: 'drop', arguments: { late: true } });
    expect(drop.outcome).toBe('result');
    const events = [...session.log.events];
    const resumed = events.find(
      (event) => event.k === 'http' && event.headers?.some(([name]) => name === 'Last-Event-ID'),
    );
    expect(resumed).toBeDefined();
    // Of the stream that was dropped: others may end in between.
    const asked = events.find(
      (event) => event.k === 'message' && event.dir === 'c2s' && /"name":"drop"/.test(event.raw ?? ''),
    );
    const x = asked?.k === 'message' ? asked.x : undefined;
    expect(x).toBeDefined();
    const ended = events.findLast(
      (event) => event.k === 'http' && event.phase === 'end' && event.x === x && event.s < (resumed?.s ?? 0),
    );
    expect(ended).toBeDefined();
    expect((resumed?.t ?? 0) - (ended?.t ?? 0)).toBeGreaterThanOrEqual(299_000);
  });

  test('a forgotten session is begun again', async () => {
    const server = await startSdkV1();
    const session = await openHttp(route, server);
    await discovered(session);
    const first = session.log.state.httpSession;
    await fetch(new URL('/_forget', server.url), { method: 'POST' });
    const lost = await call(session, 'tools/call', { name: 'echo', arguments: { text: 'lost' } });
    expect(['error', 'no-answer']).toContain(lost.outcome);
    await eventually(
      () =>
        session.log.state.httpSession !== undefined &&
        session.log.state.httpSession !== first &&
        session.log.state.initialized,
    );
    await discovered(session);
    await expectEcho(session);
    expect(
      [...session.log.events].filter((event) => event.k === 'connection' && event.event === 'restarted'),
    ).toHaveLength(1);
  });
});
