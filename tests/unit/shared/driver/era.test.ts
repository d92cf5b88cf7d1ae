/** How the driver finds the era of a server out, from answers of every kind, and what it does when it is mistaken. */
import { describe, expect, test } from 'vitest';
import type { Policy } from '#shared/driver';
import { META } from '#shared/mcp';
import type { EventBody } from '#shared/recording';
import { failure, request, result, s2c } from '../../script.ts';
import { eventually, feed, host, methods, type Script, type Scripted } from '../../scripted-host.ts';
import { end, head } from '../../http-events.ts';

const AUTO: Partial<Policy> = { revision: 'auto' };
const DISCOVERED = {
  supportedVersions: ['2026-07-28', '2025-11-25'],
  capabilities: { tools: {} },
  resultType: 'complete',
};

/** The verdicts so far, each its reason and revision. */
const verdicts = ({ session }: Script): string[] =>
  [...session.log.events].flatMap((event) =>
    event.k === 'connection' && event.event === 'era' ? [`${event.reason} ${event.detail}`] : [],
  );
const params = (sent: unknown): { readonly [name: string]: unknown } =>
  (sent as { readonly params: { readonly [name: string]: unknown } }).params;

/** The server's answer to exchange `x`: a status, a body, the end. */
const answer = (x: string, status: number, body?: object | string): EventBody[] => [
  head(x, status, [['Content-Type', 'application/json']]),
  ...(body === undefined ? [] : [s2c(body, { x })]),
  end(x),
];
const http = (policy: Partial<Policy> = AUTO): Script => host(policy, undefined, true);
describe('the first server/discover', () => {
  test('says who asks, in which revision, with which capabilities', () => {
    const script = host(AUTO);
    expect(methods(script)).toEqual(['server/discover']);
    expect(params(script.transport.sent[0])['_meta']).toMatchObject({
      [META.protocolVersion]: '2026-07-28',
      [META.clientInfo]: { name: 'lifeline', version: '0' },
      [META.clientCapabilities]: { roots: {}, sampling: {}, elicitation: {} },
    });
  });

  test('answered by a discover result: the per-request era, and the lists are read in it', () => {
    const script = host(AUTO);
    script.receive(result(1, DISCOVERED));
    expect(verdicts(script)).toEqual(['discovered 2026-07-28']);
    expect(methods(script)).toEqual(['server/discover', 'tools/list']);
    expect(params(script.transport.sent[1])['_meta']).toMatchObject({ [META.protocolVersion]: '2026-07-28' });
    expect(script.session.log.state).toMatchObject({ revision: '2026-07-28', initialized: true, phase: 'discovery' });
    script.receive(result(2, { tools: [], resultType: 'complete' }));
    expect(script.session.log.state.phase).toBe('operation');
  });

  test.each([
    ['an empty object', result(1, {}), 'not-a-discover-result'],
    ['versions that are no list', result(1, { supportedVersions: '2026-07-28' }), 'not-a-discover-result'],
    ['Method not found', failure(1, -32601), 'error--32601'],
    ['Invalid params', failure(1, -32602), 'error--32602'],
    ['an error of its own', failure(1, -32000, 'Server not initialized'), 'error--32000'],
    ['a draft of the version error', failure(1, -32004), 'error--32004'],
  ])('answered by %s: the handshake', (_what, message, reason) => {
    const script = host(AUTO);
    script.receive(message);
    expect(verdicts(script)).toEqual([`${reason} 2025-11-25`]);
    expect(methods(script)).toEqual(['server/discover', 'initialize']);
    expect(params(script.transport.sent[1])).toMatchObject({ protocolVersion: '2025-11-25' });
    expect(params(script.transport.sent[1])).not.toHaveProperty('_meta');
  });

  test('answered by older versions alone: the handshake, with the latest of them', () => {
    const script = host(AUTO);
    script.receive(result(1, { ...DISCOVERED, supportedVersions: ['2024-11-05', '2025-06-18'] }));
    expect(verdicts(script)).toEqual(['discovered-handshake-only 2025-06-18']);
    expect(params(script.transport.sent[1])['protocolVersion']).toBe('2025-06-18');
  });

  test('answered by versions that nobody speaks: the end, and the versions are named', () => {
    const script = host(AUTO);
    script.receive(result(1, { ...DISCOVERED, supportedVersions: ['2031-01-01'] }));
    expect(script.session.log.state.problem).toMatchObject({ reason: 'unsupported-revision', detail: '2031-01-01' });
    expect(script.session.log.state.connection).toBe('closed');
  });

  test('answered by a version error that names only handshake revisions', () => {
    const script = host(AUTO);
    const data = { supported: ['2025-11-25', '2025-03-26'], requested: '2026-07-28' };
    script.receive({ jsonrpc: '2.0', id: 1, error: { code: -32022, message: 'no', data } });
    expect(verdicts(script)).toEqual(['version-error 2025-11-25']);
  });

  test.each([-32020, -32021])('answered by %i: the per-request era all the same', (code) => {
    const script = host(AUTO);
    script.receive(failure(1, code));
    expect(verdicts(script)).toEqual([`error-${code} 2026-07-28`]);
    expect(methods(script)).toEqual(['server/discover']);
  });

  test('not answered: the handshake, and a late answer corrects the verdict', async () => {
    const script = host({ ...AUTO, probeMs: 5 });
    await eventually(() => expect(verdicts(script)).toEqual(['silence 2025-11-25']));
    expect(methods(script)).toEqual(['server/discover', 'initialize']);
    script.receive(result(1, DISCOVERED));
    expect(methods(script)).toEqual(['server/discover', 'initialize']);
    // The refusal of the handshake that the server gives next is no reason to leave.
    script.receive(failure(2, -32601));
    expect(verdicts(script)).toEqual(['silence 2025-11-25', 'discovered 2026-07-28']);
    expect(script.session.log.state).toMatchObject({ connection: 'open', revision: '2026-07-28', initialized: true });
  });

  test('not answered, and late by a server of both eras: the handshake that was asked for, and no request of the other era', async () => {
    const script = host({ ...AUTO, probeMs: 5 });
    await eventually(() => expect(methods(script)).toContain('initialize'));
    script.receive(result(1, DISCOVERED));
    script.receive(
      result(2, {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      }),
    );
    expect(verdicts(script)).toEqual(['silence 2025-11-25']);
    expect(script.session.log.state).toMatchObject({ revision: '2025-11-25', initialized: true });
    expect(methods(script)).toEqual(['server/discover', 'initialize', 'notifications/initialized', 'tools/list']);
  });

  test('of a revision that was named is waited for as any request is', async () => {
    const script = host({ revision: '2026-07-28', probeMs: 5 });
    const auto = host({ ...AUTO, probeMs: 10 });
    await eventually(() => expect(verdicts(auto)).toEqual(['silence 2025-11-25']));
    expect(script.session.log.state.connection).toBe('open');
    script.receive(result(1, DISCOVERED));
    expect(verdicts(script)).toEqual(['chosen 2026-07-28']);
  });

  test('not answered, and then answered by a handshake: the late answer changes nothing', async () => {
    const script = host({ ...AUTO, probeMs: 5 });
    await eventually(() => expect(methods(script)).toContain('initialize'));
    script.receive(
      result(2, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } }),
    );
    script.receive(failure(1, -32601));
    expect(verdicts(script)).toEqual(['silence 2025-11-25']);
    expect(script.session.log.state).toMatchObject({ revision: '2025-11-25', initialized: true });
  });

  test('ends the process: it is started again and the handshake made', () => {
    const script = host(AUTO);
    expect(script.transport.restartOnExit()).toBe(true);
    script.transport.emit([
      { k: 'process', event: 'exit', code: 1 },
      { k: 'process', event: 'spawn', pid: 2 },
      { k: 'connection', event: 'restarted', reason: 'server-exited' },
    ]);
    expect(verdicts(script)).toEqual(['exited 2025-11-25']);
    expect(methods(script)).toEqual(['server/discover', 'initialize']);
    expect(script.transport.restartOnExit()).toBe(false);
  });
});

describe('over HTTP', () => {
  test.each([
    [400, 'Bad Request: Server not initialized', 'http-400'],
    [404, '<html>Not here</html>', 'http-404'],
    [405, undefined, 'http-405'],
    [500, 'oops', 'http-500'],
    [200, undefined, 'empty-answer'],
  ])('%i with a foreign body: the handshake', (status, body, reason) => {
    const script = http();
    feed(script, ...answer('x1', status, body));
    expect(verdicts(script)).toEqual([`${reason} 2025-11-25`]);
    expect(methods(script).at(-1)).toBe('initialize');
  });

  test('400 with a JSON-RPC error without an id', () => {
    const script = http();
    feed(script, ...answer('x1', 400, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'no session' } }));
    expect(verdicts(script)).toEqual(['error--32000 2025-11-25']);
  });

  test.each([401, 403])('%i says nothing about the era', (status) => {
    const script = http();
    feed(script, ...answer('x1', status, 'go away'));
    expect(verdicts(script)).toEqual([]);
    expect(script.session.log.state.problem?.reason).toBe(status === 401 ? 'http-unauthorized' : 'http-forbidden');
  });

  test('handshake refused too: a GET asks for the address of HTTP+SSE, and the handshake goes there', () => {
    const script = http({ ...AUTO, listen: true });
    feed(script, ...answer('x1', 405), ...answer('x2', 405));
    expect(methods(script)).toEqual(['server/discover', 'initialize', 'listen']);
    openEndpoint(script.transport, 'x3', '/messages?sessionId=1');
    expect(verdicts(script).at(-1)).toBe('http-sse 2025-11-25');
    expect(methods(script).at(-1)).toBe('initialize');
    const sent = [...script.session.log.events].findLast((event) => event.k === 'http' && event.phase === 'request');
    expect(sent).toMatchObject({ url: 'http://server/messages?sessionId=1' });
    feed(script, ...answer('x4', 202));
    script.transport.emit([
      s2c(result(3, { protocolVersion: '2024-11-05', capabilities: {}, serverInfo: {} }), { x: 'x3' }),
    ]);
    expect(script.session.log.state).toMatchObject({ revision: '2024-11-05', initialized: true });
  });

  test('an address at another origin is not believed', () => {
    const script = http();
    feed(script, ...answer('x1', 405), ...answer('x2', 405));
    openEndpoint(script.transport, 'x3', 'http://elsewhere/messages');
    expect(script.session.log.state.endpoint).toBeUndefined();
    expect(methods(script)).toEqual(['server/discover', 'initialize', 'listen']);
  });

  test('no address either: the end', () => {
    const script = http();
    feed(script, ...answer('x1', 404), ...answer('x2', 404), ...answer('x3', 405));
    expect(script.session.log.state).toMatchObject({ connection: 'closed', problem: { reason: 'initialize-refused' } });
  });
});

function openEndpoint(transport: Scripted, x: string, data: string): void {
  const headers = [['content-type', 'text/event-stream']] as const;
  transport.emit([{ k: 'http', x, phase: 'response', status: 200, headers }]);
  transport.emit([{ k: 'sse', x, text: `event: endpoint\ndata: ${data}\n`, event: 'endpoint', data }]);
}

describe('a revision that the person chose', () => {
  test('with a handshake: no question first', () => {
    expect(methods(host({ revision: '2025-03-26' }))).toEqual(['initialize']);
  });

  test('without one: nothing is fallen back to', () => {
    const script = host({ revision: '2026-07-28' });
    script.receive(failure(1, -32601));
    expect(script.session.log.state.problem).toMatchObject({ reason: 'discover-refused', detail: 'error--32601' });
    expect(methods(script)).toEqual(['server/discover']);
  });

  test('that the server does not speak: tried once more with one that it names', () => {
    const script = host({ revision: '2099-01-01' });
    const data = { supported: ['2026-07-28'], requested: '2099-01-01' };
    script.receive({ jsonrpc: '2.0', id: 1, error: { code: -32022, message: 'no', data } });
    expect(params(script.transport.sent[1])['_meta']).toMatchObject({ [META.protocolVersion]: '2026-07-28' });
    script.receive(result(2, DISCOVERED));
    expect(verdicts(script)).toEqual(['chosen 2026-07-28']);
  });
});

test('by hand: no question, no verdict', () => {
  const script = host({ ...AUTO, handshake: false });
  script.session.send(JSON.stringify(request(1, 'server/discover')));
  script.receive(result(1, DISCOVERED));
  expect(verdicts(script)).toEqual([]);
  expect(script.transport.sent).toHaveLength(1);
});

test('a question that a browser keeps back is followed by the handshake, and only its failure ends the session', () => {
  const script = http();
  const blocked = (x: string): EventBody[] => [
    { k: 'http', x, phase: 'end', by: 'network', error: 'TypeError: Failed to fetch', opaque: true },
    { k: 'connection', event: 'problem', reason: 'http-unreachable', detail: 'TypeError: Failed to fetch' },
  ];
  script.transport.emit(blocked('x1'));
  expect(verdicts(script)).toEqual(['blocked 2025-11-25']);
  expect(methods(script)).toEqual(['server/discover', 'initialize']);
  expect(script.session.log.state.connection).toBe('open');
  script.transport.emit(blocked('x2'));
  expect(script.session.log.state).toMatchObject({ connection: 'closed', problem: { reason: 'http-unreachable' } });
});
