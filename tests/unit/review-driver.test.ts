/** What the driver must not do: go on for ever, act on what is over, or break on what a server may write. */
import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_POLICY, SessionHost, type Policy } from '#shared/driver';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { c2s, failure, handshake, notification, request, result, s2c } from './script.ts';
import { toEvents } from './arbitraries.ts';
import { eventually, host, Scripted } from './scripted-host.ts';

type Script = ReturnType<typeof host>;
const NEVER: Policy['timeouts'] = { idleMs: 0, totalMs: 0, progressExtends: true };
const NO_TEXT = { toString: 1, valueOf: 1 };
const STREAM = [['Content-Type', 'text/event-stream']] as const;

const methods = ({ transport }: Script): unknown[] =>
  transport.sent.map((each) => (typeof each === 'string' ? each : (each as { method?: unknown }).method));
const head = (x: string, status: number, headers: readonly (readonly [string, string])[] = []): EventBody => ({
  k: 'http',
  x,
  phase: 'response',
  status,
  headers,
});
const end = (x: string): EventBody => ({ k: 'http', x, phase: 'end', by: 'server' });
const feed = ({ transport }: Script, ...bodies: readonly EventBody[]): void =>
  bodies.forEach((body) => transport.emit([body]));
const welcome = (id: number, capabilities: object = {}): object =>
  result(id, { protocolVersion: '2025-11-25', capabilities, serverInfo: {} });

/** A session of the handshake era over stdio; the next id is 2, or 3 when it reads its tools. */
function legacy(policy: Partial<Policy> = {}, capabilities: object = {}): Script {
  const script = host({ timeouts: NEVER, ...policy });
  script.receive(welcome(1, capabilities));
  return script;
}

/** A session that is over HTTP+SSE: its stream is x3. */
function overSse(policy: Partial<Policy> = {}): Script {
  const script = host({ revision: 'auto', timeouts: NEVER, ...policy }, undefined, true);
  feed(script, head('x1', 405), end('x1'), head('x2', 405), end('x2'), head('x3', 200, STREAM));
  return script;
}
const endpoint = (data: string): EventBody => ({
  k: 'sse',
  x: 'x3',
  text: 'event: endpoint\n',
  event: 'endpoint',
  data,
});

describe('a list', () => {
  const page = (id: number): object => result(id, { tools: [], nextCursor: 'next' });

  test.each([
    ['refused', (script: Script) => script.receive(failure(3))],
    ['taken back', (script: Script) => script.session.cancel(2, 'no')],
  ])('whose next page is %s is not asked for again', (_how, over) => {
    const script = legacy({}, { tools: {} });
    script.receive(page(2));
    expect(script.transport.sent.at(-1)).toMatchObject({ id: 3, params: { cursor: 'next' } });
    over(script);
    expect(methods(script).filter((method) => method === 'tools/list')).toHaveLength(2);
  });

  test('that changed and then is refused is not asked for again', () => {
    const script = legacy({}, { tools: {} });
    script.receive(notification('notifications/tools/list_changed'));
    script.receive(failure(2));
    expect(methods(script).filter((method) => method === 'tools/list')).toHaveLength(1);
  });

  test('is not asked for again while the session ends', async () => {
    const script = legacy({}, { tools: {} });
    script.receive(page(2));
    await script.session.close('user');
    expect(methods(script).filter((method) => method === 'tools/list')).toHaveLength(2);
  });
});

describe('what a server may write', () => {
  test('as the code of an error', () => {
    const script = host({ revision: 'auto' });
    script.receive({ jsonrpc: '2.0', id: 1, error: { code: NO_TEXT, message: '' } });
    expect(methods(script)).toEqual(['server/discover', 'initialize']);
  });

  test('as the versions it speaks', () => {
    const script = host({ revision: 'auto' });
    script.receive({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32022, message: '', data: { supported: [NO_TEXT, '3'] } },
    });
    expect(script.session.log.state.problem).toMatchObject({ reason: 'unsupported-revision', detail: '3' });
  });

  test('as the message of a form', () => {
    const given = [{ message: 'x', answer: '{"action":"decline"}' }];
    const script = legacy({ elicitation: { mode: 'defaults', given } });
    const [answer] = script.receive(request('a', 'elicitation/create', { message: NO_TEXT }));
    expect(answer).toMatchObject({ id: 'a', result: { action: 'accept' } });
  });

  test('as a default nested deeper than can be written', () => {
    const script = legacy({ elicitation: { mode: 'defaults' } });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const params = `{"message":"m","requestedSchema":{"default":${deep}}}`;
    const sent = script.receive(`{"jsonrpc":"2.0","id":"a","method":"elicitation/create","params":${params}}`);
    expect(sent).toEqual([]);
    expect(script.session.log.state.pending.has('s2c:s:a')).toBe(true);
  });

  test('as the key of what it asks for', () => {
    const script = host({ revision: '2026-07-28', timeouts: NEVER });
    script.receive(result(1, { supportedVersions: ['2026-07-28'], capabilities: {}, resultType: 'complete' }));
    script.session.send(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
    );
    script.receive(
      '{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"__proto__":{"method":"roots/list"}}}}',
    );
    expect(script.transport.texts.at(-1)).toContain('"inputResponses":{"__proto__":{"roots":[]}}');
  });
});

describe('HTTP+SSE', () => {
  test('ends with its stream, and nothing is sent any more', async () => {
    const script = overSse();
    feed(script, endpoint('/messages'), head('x4', 202), end('x4'), s2c(welcome(3), { x: 'x3' }));
    feed(script, head('x5', 202), end('x5'));
    script.session.send(JSON.stringify(request(9, 'ping')));
    const before = script.transport.sent.length;
    feed(script, head('x6', 202), end('x6'), end('x3'));
    await eventually(() => expect(script.session.log.state.connection).toBe('closed'));
    expect(script.session.log.state).toMatchObject({ problem: { reason: 'stream-ended' }, closedBy: 'stream-ended' });
    expect(script.session.log.operations.at(-1)?.outcome).toBe('no-answer');
    expect(script.transport.sent).toHaveLength(before);
  });

  test('cannot be gone on with by another host', () => {
    const script = overSse();
    feed(script, endpoint('/messages'), head('x4', 202), end('x4'), s2c(welcome(3), { x: 'x3' }));
    const { transport, session } = resumed(script.session.log);
    expect(transport.sent).toEqual([]);
    expect(session.log.state.problem?.reason).toBe('stream-ended');
  });

  test('with an address at another origin is refused, and says so', () => {
    const script = overSse();
    feed(script, endpoint('http://elsewhere/messages'));
    expect(script.session.log.state.problem).toMatchObject({
      reason: 'endpoint-refused',
      detail: 'http://elsewhere/messages',
    });
    expect(script.session.log.state.connection).toBe('closed');
  });

  test('whose address does not come is waited for no longer than the policy says', async () => {
    const script = overSse({ probeMs: 5 });
    await eventually(() => expect(script.session.log.state.problem?.reason).toBe('initialize-refused'));
  });

  test('is not what a stream opened by hand was for', () => {
    const script = host({ handshake: false }, undefined, true);
    script.session.listen();
    feed(script, head('x1', 405), end('x1'));
    expect(script.session.log.state).toMatchObject({ connection: 'open' });
    const early = host({ revision: 'auto' }, undefined, true);
    early.session.listen();
    feed(early, head('x2', 405), end('x2'));
    expect(early.session.log.state).toMatchObject({ connection: 'open' });
  });
});

/** Another host over the same log, which has gone on with it. */
function resumed(log: SessionLog, policy: Partial<Policy> = {}) {
  const opened: Scripted[] = [];
  const session = new SessionHost({
    openTransport: (emit) => {
      const transport = new Scripted(emit);
      opened.push(transport);
      return transport;
    },
    policy: { ...DEFAULT_POLICY, revision: 'auto', listen: false, timeouts: NEVER, ...policy },
    client: { name: 'lifeline', version: '0' },
    log,
    now: () => 0,
    record: () => {},
  });
  const [transport] = opened;
  if (!transport) throw new Error('the host opened no transport');
  transport.exchanges = 100;
  session.resume('page-reloaded');
  return { session, transport };
}

describe('another host', () => {
  test('makes the handshake again that was cut off', () => {
    const script = host({ revision: 'auto' }, undefined, true);
    feed(script, head('x1', 400), end('x1'));
    expect(methods(script)).toEqual(['server/discover', 'initialize']);
    const { transport, session } = resumed(script.session.log);
    expect(transport.sent).toMatchObject([{ method: 'initialize', params: { protocolVersion: '2025-11-25' } }]);
    expect(session.log.state.connection).toBe('open');
    expect(session.log.state.problem).toBeUndefined();
  });

  test('asks once for a list that was cut off', () => {
    const log = new SessionLog();
    const bodies: EventBody[] = [
      ...handshake(),
      c2s(request(2, 'tools/list'), { by: 'auto' }),
      s2c(result(2, { tools: [], nextCursor: 'next' })),
      { k: 'http', x: 'x9', phase: 'request', method: 'POST', url: 'http://server/mcp', headers: [] },
      c2s(request(3, 'tools/list', { cursor: 'next' }), { by: 'auto', x: 'x9' }),
    ];
    for (const event of toEvents(bodies)) log.append(event);
    expect(resumed(log).transport.sent).toMatchObject([{ id: 4, method: 'tools/list' }]);
  });

  test('goes on looking at tasks', async () => {
    const script = legacy({ followTasks: false });
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', task: {} })));
    script.receive(result(2, { task: { taskId: 't1', status: 'working', pollInterval: 1 } }));
    const { transport } = resumed(script.session.log);
    await eventually(() => expect(transport.sent).toMatchObject([{ method: 'tasks/get' }]));
  });
});

describe('waiting', () => {
  const created = { taskId: 't1', status: 'working', pollInterval: 40 };

  test('for one task is one timer, however often the server tells of it', () => {
    vi.useFakeTimers();
    try {
      const script = legacy();
      script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', task: {} })));
      script.receive(result(2, { task: created }));
      for (let times = 0; times < 5; times++) {
        vi.advanceTimersByTime(5);
        script.receive(notification('notifications/tasks/status', created));
      }
      expect(vi.getTimerCount()).toBe(1);
      const asked = (): unknown[] => methods(script).filter((method) => method === 'tasks/get');
      vi.advanceTimersByTime(39);
      expect(asked()).toHaveLength(0);
      vi.advanceTimersByTime(1);
      expect(asked()).toHaveLength(1);
      script.receive(result(3, created));
      vi.advanceTimersByTime(39);
      expect(asked()).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(asked()).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('for longer than a timer can is not over at once', async () => {
    const script = legacy({ timeouts: { idleMs: 1e12, totalMs: 1e13, progressExtends: true } });
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', task: {} })));
    script.receive(result(2, { task: { ...created, pollInterval: 1e12 } }));
    script.session.send(JSON.stringify(request(3, 'ping')), 'user', { limits: { idleMs: 5 } });
    script.session.send(JSON.stringify(request(4, 'ping')));
    await eventually(() => expect(script.session.log.operations.at(-2)?.outcome).toBe('timeout'));
    expect(script.session.log.operations.at(-1)?.outcome).toBeUndefined();
    expect(methods(script)).not.toContain('tasks/get');
    await script.session.close('user');
  });

  test('for a stream is over when nobody waits for its answer any more', async () => {
    const script = host({ timeouts: NEVER }, undefined, true);
    feed(script, head('x1', 200), s2c(welcome(1), { x: 'x1' }), end('x1'), head('x2', 202), end('x2'));
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't' })));
    feed(script, head('x3', 200, STREAM), { k: 'sse', x: 'x3', text: '', id: 'e1', retry: 5 }, end('x3'));
    expect(script.session.log.state.dropped.size).toBe(1);
    script.session.cancel(1, 'no');
    const limits = { idleMs: 60 };
    script.session.send(JSON.stringify(request(3, 'ping')), 'user', { limits });
    await eventually(() => expect(script.session.log.operations.at(-1)?.outcome).toBe('timeout'));
    expect(methods(script)).not.toContain('listen');
  });
});

test('a subscription that is refused is not asked for again', async () => {
  const script = host({ revision: '2026-07-28', listen: true, timeouts: NEVER }, undefined, true);
  const capabilities = { tools: { listChanged: true } };
  feed(
    script,
    head('x1', 200),
    s2c(result(1, { supportedVersions: ['2026-07-28'], capabilities, resultType: 'complete' }), { x: 'x1' }),
    end('x1'),
  );
  expect(methods(script)[1]).toBe('subscriptions/listen');
  feed(script, head('x2', 404), end('x2'));
  script.session.send(JSON.stringify(request(9, 'ping')), 'user', { limits: { idleMs: 1500 } });
  await eventually(() => expect(script.session.log.operations.at(-1)?.outcome).toBe('timeout'));
  expect(methods(script).filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
});

test('what is listed waits for the authorization of notifications/initialized', () => {
  const script = host({ timeouts: NEVER }, undefined, true);
  feed(script, head('x1', 200), s2c(welcome(1, { tools: {} }), { x: 'x1' }), end('x1'), head('x2', 401), end('x2'));
  expect(methods(script)).toEqual(['initialize', 'notifications/initialized']);
});

test('a message too long to be decoded whole has its headers all the same', () => {
  const script = host({ revision: '2026-07-28', timeouts: NEVER }, undefined, true);
  const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}';
  const long = 'x'.repeat(5 * 1024 * 1024);
  script.session.send(
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","arguments":{"a":"${long}"},${meta}}}`,
  );
  expect(script.transport.headers.at(-1)).toEqual([
    ['MCP-Protocol-Version', '2026-07-28'],
    ['Mcp-Method', 'tools/call'],
    ['Mcp-Name', 't'],
  ]);
});

test('a session begun anew leaves the streams of the one before, and two refusals at once begin one', () => {
  const script = host({ listen: true, timeouts: NEVER }, undefined, true);
  feed(script, head('x1', 200, [['Mcp-Session-Id', 'one']]), s2c(welcome(1), { x: 'x1' }), end('x1'));
  feed(script, head('x2', 202), end('x2'), head('x3', 200, STREAM));
  script.session.send(JSON.stringify(request(2, 'ping')));
  script.session.send(JSON.stringify(request(3, 'ping')));
  feed(script, head('x4', 404), head('x5', 404), end('x5'), end('x4'));
  expect(script.transport.aborted).toEqual(['x3']);
  expect(methods(script).filter((method) => method === 'initialize')).toHaveLength(2);
  expect(script.session.log.state.dropped.size).toBe(0);
});

test('what was refused together is sent again together, each as it was sent', async () => {
  let granted = (): void => {};
  const grant = new Promise<boolean>((resolve) => (granted = () => resolve(true)));
  const transports: Scripted[] = [];
  const session = new SessionHost({
    openTransport: (emit) => {
      const transport = new Scripted(emit);
      transports.push(transport);
      return transport;
    },
    policy: { ...DEFAULT_POLICY, handshake: false, timeouts: NEVER },
    client: { name: 'lifeline', version: '0' },
    log: new SessionLog(),
    now: () => 0,
    record: () => {},
    authorizer: { credentials: () => [], authorize: () => grant },
  });
  const [transport] = transports;
  if (!transport) throw new Error('the host opened no transport');
  transport.exchanges = 0;
  session.open();
  session.send(JSON.stringify(request(1, 'ping')), 'user', { http: { headers: [['X-Own', '1']] } });
  session.send(JSON.stringify(request(2, 'ping')));
  transport.emit([head('x1', 401)]);
  transport.emit([head('x2', 401)]);
  granted();
  await grant;
  // Both wait for their exchange to be over, and neither takes the other's place.
  await Promise.resolve();
  transport.emit([end('x1')]);
  transport.emit([end('x2')]);
  await eventually(() => expect(transport.sent).toMatchObject([{ id: 1 }, { id: 2 }, { id: 1 }, { id: 2 }]));
  expect(transport.headers[2]).toEqual([['X-Own', '1']]);
  await session.close('user');
}, 4000);

test('input that a task asks for at every look is asked for once', async () => {
  const script = host({ revision: '2026-07-28', timeouts: NEVER });
  script.receive(result(1, { supportedVersions: ['2026-07-28'], capabilities: {}, resultType: 'complete' }));
  script.session.send(
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
  );
  const task = { resultType: 'task', taskId: 't1', status: 'working', pollIntervalMs: 1 };
  const asking = {
    ...task,
    resultType: 'complete',
    status: 'input_required',
    inputRequests: { k: { method: 'elicitation/create' } },
  };
  script.receive(result(2, task));
  for (const id of [3, 4, 5]) {
    await eventually(() => expect(script.transport.sent.at(-1)).toMatchObject({ id, method: 'tasks/get' }));
    script.receive(result(id, asking));
  }
  // The operation of the first look, so that what a person began to write stays.
  expect([...script.session.log.state.awaited.keys()]).toEqual([2]);
  await script.session.close('user');
});

test('an answer of a model to what was asked before is not one to what is asked now', async () => {
  const asked: ((json: string) => void)[] = [];
  const transports: Scripted[] = [];
  const endpointOf = { url: 'http://model', model: 'm' };
  const log = new SessionLog();
  const session = new SessionHost({
    openTransport: (emit) => {
      const transport = new Scripted(emit);
      transports.push(transport);
      return transport;
    },
    policy: {
      ...DEFAULT_POLICY,
      revision: '2026-07-28',
      listen: false,
      timeouts: NEVER,
      sampling: { mode: 'model', endpoint: endpointOf },
    },
    client: { name: 'lifeline', version: '0' },
    log,
    now: () => 0,
    record: () => {},
    askModel: () => new Promise((resolve) => asked.push(resolve)),
  });
  session.open();
  const [transport] = transports;
  const receive = (message: object): void => transport?.emit([s2c(message)]);
  const asks = (id: number, ...keys: string[]): object =>
    result(id, {
      resultType: 'input_required',
      inputRequests: Object.fromEntries(keys.map((key) => [key, { method: 'sampling/createMessage' }])),
      requestState: `s${id}`,
    });
  receive(result(1, { supportedVersions: ['2026-07-28'], capabilities: {}, resultType: 'complete' }));
  session.send(
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
  );
  receive(asks(2, 'a', 'b'));
  asked[0]?.('{"round":1}');
  // The person answers instead; then the server asks for the same again.
  session.send(
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"t","inputResponses":{"a":{},"b":{}},"requestState":"s2","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
  );
  receive(asks(3, 'a', 'b'));
  asked[1]?.('{"round":1}');
  asked[3]?.('{"round":2}');
  asked[2]?.('{"round":2}');
  await eventually(() => expect(transport?.sent).toHaveLength(4));
  expect(transport?.sent.at(-1)).toMatchObject({
    params: { inputResponses: { a: { round: 2 }, b: { round: 2 } }, requestState: 's3' },
  });
  await session.close('user');
});
