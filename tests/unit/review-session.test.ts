/** What the fold makes of values that no peer should send, of streams that end, and of much that is open at once. */
import { describe, expect, test } from 'vitest';
import { exampleValue, headerParams, mirroredHeaders } from '#shared/mcp';
import type { EventBody } from '#shared/recording';
import { copyState, MOST_TASKS, SessionFold, SessionLog } from '#shared/session';
import { toEvents } from './arbitraries.ts';
import { c2s, handshake, notification, OPEN, request, result, s2c } from './script.ts';

/** A value that `String` cannot make a text of, as any JSON text can hold one. */
const NO_TEXT = { toString: 1, valueOf: 1 };

function folded(bodies: readonly EventBody[]): SessionLog {
  const log = new SessionLog();
  for (const event of toEvents(bodies)) log.append(event);
  return log;
}

const post = (x: string, message: object, session?: string): EventBody[] => [
  {
    k: 'http',
    x,
    phase: 'request',
    method: 'POST',
    url: 'http://server/mcp',
    headers: session === undefined ? [] : [['Mcp-Session-Id', session]],
  },
  c2s(message, { x }),
];
const get = (x: string, headers: readonly (readonly [string, string])[] = []): EventBody => ({
  k: 'http',
  x,
  phase: 'request',
  method: 'GET',
  url: 'http://server/mcp',
  headers,
});
const head = (x: string, status: number, headers: readonly (readonly [string, string])[] = []): EventBody => ({
  k: 'http',
  x,
  phase: 'response',
  status,
  headers,
});
const STREAM = [['Content-Type', 'text/event-stream']] as const;
const end = (x: string, by: 'server' | 'client' | 'network' = 'server'): EventBody => ({
  k: 'http',
  x,
  phase: 'end',
  by,
});
const endpoint = (x: string, data: unknown): EventBody => ({
  k: 'sse',
  x,
  text: 'event: endpoint\n',
  event: 'endpoint',
  data: data as string,
});

describe('values that cannot be made a text', () => {
  test('as the id of a cancelled request', () => {
    const log = folded([...OPEN, s2c(notification('notifications/cancelled', { requestId: NO_TEXT }))]);
    expect(log.length).toBe(3);
  });

  test('as the name of a mirrored header', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': NO_TEXT } } };
    expect(headerParams(schema).faults).toEqual([{ code: 'not-a-string', at: '/properties/a', value: 'object' }]);
  });

  test('as the address of HTTP+SSE in a file that somebody wrote', () => {
    const log = folded([
      ...OPEN,
      get('x1'),
      { ...s2c('{}'), x: 'x1', sse: { event: 'endpoint', data: NO_TEXT } } as unknown as EventBody,
    ]);
    expect(log.state.endpoint).toBeUndefined();
  });
});

test('schemas that refer to each other without end give a value that has one', () => {
  const names = [...'abcdefgh'];
  const schema = {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
  };
  const value = exampleValue(schema);
  expect(Object.keys(value as object)).toEqual(names);
  expect(JSON.stringify(value).length).toBeLessThan(200_000);
});

test('a version that no header can carry is encoded', () => {
  const message = { method: 'ping', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': 'a\nb' } } };
  expect(mirroredHeaders(message, '2026-07-28', [])[0]).toEqual(['MCP-Protocol-Version', '=?base64?YQpi?=']);
});

describe('HTTP+SSE', () => {
  const opened = [...OPEN, get('x1'), head('x1', 200, STREAM), endpoint('x1', '/messages')];

  test('the end of its stream ends what waits for an answer on it', () => {
    const log = folded([...opened, ...post('x2', request(1, 'ping')), head('x2', 202), end('x2'), end('x1')]);
    expect(log.operations[0]?.outcome).toBe('no-answer');
    expect(log.state.endpoint).toBeUndefined();
    expect(log.state.pending.size).toBe(0);
    expect(log.state.dropped.size).toBe(0);
  });

  test('a message that did not arrive is not answered on the stream', () => {
    const log = folded([...opened, ...post('x2', request(1, 'ping')), end('x2', 'network')]);
    expect(log.operations[0]?.outcome).toBe('no-answer');
  });

  test('only the stream that was opened for it says where to post', () => {
    const log = folded([...handshake(), get('x1'), head('x1', 200, STREAM), endpoint('x1', '/elsewhere')]);
    expect(log.state.endpoint).toBeUndefined();
    expect(folded(opened).state.endpoint).toEqual({ url: 'http://server/messages', x: 'x1' });
  });
});

describe('a session that is over', () => {
  const welcome = (id: number): object =>
    result(id, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} });
  const initialize = (id: number): object => request(id, 'initialize', { protocolVersion: '2025-11-25' });
  const begun = (x: string, id: number, session: string): EventBody[] => [
    ...post(x, initialize(id)),
    head(x, 200, [['Mcp-Session-Id', session]]),
    s2c(welcome(id), { x }),
    end(x),
  ];
  const LOST: EventBody = { k: 'connection', event: 'restarted', reason: 'session-lost' };

  test('leaves no stream to be gone on with', () => {
    const before = [...OPEN, ...begun('x1', 1, 'one'), get('x2', [['Mcp-Session-Id', 'one']]), head('x2', 200, STREAM)];
    expect(folded([...before, end('x2')]).state.dropped.size).toBe(1);
    expect(folded([...before, LOST, ...begun('x3', 2, 'two'), end('x2')]).state.dropped.size).toBe(0);
  });

  test('does not give its id to the one that is', () => {
    const log = folded([
      ...OPEN,
      ...begun('x1', 1, 'one'),
      ...post('x2', request(2, 'ping'), 'one'),
      LOST,
      ...begun('x3', 3, 'two'),
      head('x2', 200, [['Mcp-Session-Id', 'one']]),
    ]);
    expect(log.state.httpSession).toBe('two');
  });
});

test('a session id that comes with the answer to server/discover is none of the session', () => {
  const log = folded([
    ...OPEN,
    ...post('x1', request(1, 'server/discover')),
    head('x1', 200, [['Mcp-Session-Id', 'one']]),
    { k: 'connection', event: 'era', reason: 'discovered', detail: '2026-07-28' },
  ]);
  expect(log.state.httpSession).toBeUndefined();
});

test('turns and steps of a later version of the format change nothing', () => {
  const open = [...OPEN, ...post('x1', request(1, 'ping'))];
  const later = [
    { k: 'connection', event: 'paused' },
    { k: 'http', x: 'x1', phase: 'trailers' },
  ] as unknown as EventBody[];
  const { state } = folded([...open, ...later]);
  expect(state).toMatchObject({ connection: 'open' });
  expect(state.pending.size).toBe(1);
  expect(state.exchanges.size).toBe(1);
});

test('an empty event id takes the last one back', () => {
  const bodies = [...handshake(), get('x1'), head('x1', 200, STREAM)];
  const id = (text: string): EventBody => ({ k: 'sse', x: 'x1', text: `id: ${text}\n`, id: text });
  expect(folded([...bodies, id('7')]).state.exchanges.get('x1')?.lastEventId).toBe('7');
  expect(folded([...bodies, id('7'), id('')]).state.exchanges.get('x1')).not.toHaveProperty('lastEventId');
});

describe('much that is open at once', () => {
  const MANY = 10_000;

  test('over HTTP costs no more with each answer', () => {
    const ids = Array.from({ length: MANY }, (_, index) => index + 1);
    const opening = ids.flatMap((id) => post(`x${id}`, request(id, 'ping')));
    // In the order that is worst for whoever looks through them.
    const answers = ids.toReversed().flatMap((id) => [head(`x${id}`, 500), end(`x${id}`)]);
    const fold = new SessionFold();
    const events = toEvents([...OPEN, ...opening, ...answers]);
    const cost = (from: number, to: number): number => {
      // Of the processor, which other tests use too.
      const began = process.cpuUsage();
      for (const event of events.slice(from, to)) fold.append(event);
      return process.cpuUsage(began).user / 1000;
    };
    const open = cost(0, 2 + opening.length);
    expect(fold.state.pending.size).toBe(MANY);
    const answered = cost(2 + opening.length, events.length);
    expect(fold.state.pending.size).toBe(0);
    expect(fold.state.carried.size).toBe(0);
    // Looking through all of them at each step is hundreds of times as much.
    expect(answered).toBeLessThan(20 * open + 100);
  });

  test('is found by its progress token, the latest where two have one', () => {
    const asks = (id: number, token: string): EventBody =>
      c2s(request(id, 'tools/call', { name: 't', _meta: { progressToken: token } }));
    const progress = s2c(notification('notifications/progress', { progressToken: 'b', progress: 1 }));
    const log = folded([...OPEN, asks(1, 'a'), asks(2, 'b'), asks(3, 'b'), progress, s2c(result(3)), progress]);
    expect(log.operations.map(({ events }) => events)).toEqual([[2], [3], [4, 5, 6]]);
  });

  test('tasks are forgotten beyond a bound, the oldest first', () => {
    const fold = new SessionFold();
    const told = Array.from({ length: MOST_TASKS + 1 }, (_, index) =>
      s2c(notification('notifications/tasks/status', { taskId: `t${index}`, status: 'working' })),
    );
    for (const event of toEvents([...OPEN, ...told])) fold.append(event);
    expect(fold.state.tasks.size).toBe(MOST_TASKS);
    expect(fold.state.tasks.has('t0')).toBe(false);
    expect(fold.state.tasks.has(`t${MOST_TASKS}`)).toBe(true);
  });
});

test('a copy of the state keeps what waits in an exchange when the original goes on', () => {
  const fold = new SessionFold();
  const events = toEvents([
    ...OPEN,
    ...post('x1', request(1, 'ping')),
    head('x1', 200, STREAM),
    s2c(result(1), { x: 'x1' }),
  ]);
  for (const event of events.slice(0, -1)) fold.append(event);
  const copy = copyState(fold.state);
  const [last] = events.slice(-1);
  if (last) fold.append(last);
  expect(fold.state.carried.size).toBe(0);
  expect([...(copy.carried.get('x1') ?? [])]).toEqual(['c2s:n:1']);
});
