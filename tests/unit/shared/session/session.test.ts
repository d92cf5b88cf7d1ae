import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { SESSION, type SessionLog } from '#shared/session';
import { c2s, failure, handshake, logOf, notification, OPEN, request, result, s2c } from '../../script.ts';

/** Operations in one line each: what it was, how it ended, its events. */
const operations = (log: SessionLog): unknown[] =>
  log.operations.map(({ dir, method, kind, outcome, events }) => [dir, method ?? kind, outcome ?? 'open', events]);
const faults = (log: SessionLog): unknown[] => log.faulty.map((s) => [s, log.notes.get(s)?.faults]);
const after = (...bodies: readonly EventBody[]): SessionLog => logOf(...handshake(), ...bodies);

describe('a session', () => {
  test('passes through its phases', () => {
    const log = after(
      c2s(request(2, 'tools/list')),
      s2c(result(2, { tools: [{ name: 'echo' }] })),
      c2s(request(3, 'tools/call', { name: 'echo' })),
      s2c(result(3, { content: [] })),
      { k: 'connection', event: 'closing', reason: 'user' },
      { k: 'process', event: 'exit', code: 0 },
      { k: 'connection', event: 'closed', reason: 'user' },
    );
    expect(log.state.phases.all).toEqual([
      { phase: 'connection', s: 0, t: 0 },
      { phase: 'initialization', s: 2, t: 20 },
      { phase: 'discovery', s: 5, t: 40 },
      { phase: 'operation', s: 7, t: 60 },
      { phase: 'shutdown', s: 9, t: 90 },
    ]);
    expect(log.state).toMatchObject({
      connection: 'closed',
      closedBy: 'user',
      offered: '2025-11-25',
      revision: '2025-11-25',
      initialized: true,
      client: { info: { name: 'client', version: '1' }, capabilities: { roots: {} } },
      server: { info: { name: 'server', version: '2' }, capabilities: { tools: {} }, instructions: 'Hi' },
      process: { exit: { code: 0, signal: null } },
      nextId: 4,
      operations: 3,
    });
    expect(log.state.lists.tools).toMatchObject({ items: { all: [{ name: 'echo' }] }, pages: 1, complete: true, s: 6 });
    expect(log.state.pending.size).toBe(0);
    expect(operations(log)).toEqual([
      ['c2s', 'initialize', 'result', [2, 3]],
      ['c2s', 'tools/list', 'result', [5, 6]],
      ['c2s', 'tools/call', 'result', [7, 8]],
    ]);
    expect(faults(log)).toEqual([]);
  });

  test('without anything to list goes on to operation at once', () => {
    expect(logOf(...handshake('2025-11-25', {})).state.phase).toBe('operation');
  });

  test('shows what was known at any moment', () => {
    const log = after();
    expect(log.asOf(SESSION, 2)).toMatchObject({ offered: '2025-11-25', phase: 'initialization', initialized: false });
    expect(log.asOf(SESSION, 2).revision).toBeUndefined();
    expect(log.asOf(SESSION, 3).revision).toBe('2025-11-25');
    expect([...log.asOf(SESSION, 2).pending.keys()]).toEqual(['c2s:n:1']);
    expect(log.asOf(SESSION, -1).phases.all).toEqual([]);
  });

  test('that failed to connect keeps the reason', () => {
    const { state } = logOf(
      { k: 'connection', event: 'opening' },
      { k: 'connection', event: 'problem', reason: 'spawn-failed', detail: 'ENOENT' },
      { k: 'connection', event: 'closed', reason: 'spawn-failed' },
    );
    expect(state).toMatchObject({
      connection: 'closed',
      closedBy: 'spawn-failed',
      problem: { s: 1, reason: 'spawn-failed', detail: 'ENOENT' },
    });
  });

  test('that goes on with another host is open again', () => {
    const { state } = after({ k: 'connection', event: 'resumed', reason: 'reload' });
    expect(state).toMatchObject({ connection: 'open', initialized: true });
  });

  test('ends whatever still waits when it closes', () => {
    const log = after(c2s(request(2, 'tools/call')), c2s('{"broken"'), { k: 'connection', event: 'closed' });
    expect(operations(log).slice(1)).toEqual([
      ['c2s', 'tools/call', 'ended', [5, 7]],
      ['c2s', 'malformed', 'silence', [6, 7]],
    ]);
  });
});

describe('operations', () => {
  test('that overlap have columns of their own, which are used again', () => {
    const log = after(
      c2s(request(2, 'tools/call')),
      c2s(request(3, 'tools/call')),
      s2c(result(2)),
      c2s(request(4, 'tools/call')),
      s2c(request(1, 'ping')),
    );
    expect(log.operations.map(({ dir, slot }) => [dir, slot])).toEqual([
      ['c2s', 0],
      ['c2s', 0],
      ['c2s', 1],
      ['c2s', 0],
      ['s2c', 0],
    ]);
  });

  test('of the server belong to the client’s only one that is open', () => {
    const call = c2s(request(2, 'tools/call'));
    const ask = s2c(request(1, 'sampling/createMessage'));
    expect(after(call, ask).operations.get(2)?.parent).toBe(1);
    expect(after(call, c2s(request(3, 'ping')), ask).operations.get(3)).not.toHaveProperty('parent');
    expect(after(ask).operations.get(1)).not.toHaveProperty('parent');
  });
});

describe('answers', () => {
  test('meet their requests in any order and both ways', () => {
    const log = after(
      c2s(request(2, 'tools/call')),
      c2s(request('2', 'ping')),
      s2c(request(2, 'roots/list')),
      s2c(result('2')),
      c2s(result(2, { roots: [] })),
      s2c(failure(2)),
    );
    expect(operations(log).slice(1)).toEqual([
      ['c2s', 'tools/call', 'error', [5, 10]],
      ['c2s', 'ping', 'result', [6, 8]],
      ['s2c', 'roots/list', 'result', [7, 9]],
    ]);
    expect(faults(log)).toEqual([]);
  });

  test('a tool that says isError has failed', () => {
    const log = after(c2s(request(2, 'tools/call')), s2c(result(2, { isError: true, content: [] })));
    expect(operations(log)[1]).toEqual(['c2s', 'tools/call', 'tool-error', [5, 6]]);
  });

  test('of nobody’s question are faults', () => {
    expect(faults(after(s2c(result(9))))).toEqual([[5, ['unknown-id']]]);
    expect(faults(after(s2c(failure(undefined))))).toEqual([[5, ['no-id']]]);
  });

  test('that come twice belong to the operation and are faults', () => {
    const log = after(c2s(request(2, 'ping')), s2c(result(2)), s2c(result(2)));
    expect(operations(log)[1]).toEqual(['c2s', 'ping', 'result', [5, 6, 7]]);
    expect(faults(log)).toEqual([[7, ['duplicate-response']]]);
  });

  test('are not mistaken for the other side’s', () => {
    // The server was answered on its own request 7; an answer 7 from the server answers nothing.
    const log = after(s2c(request(7, 'ping')), c2s(result(7)), s2c(result(7)));
    expect(faults(log)).toEqual([[7, ['unknown-id']]]);
    expect(operations(log)[1]).toEqual(['s2c', 'ping', 'result', [5, 6]]);
  });

  test('with ids beyond 2^53 meet the right one', () => {
    const log = after(
      c2s('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}'),
      c2s('{"jsonrpc":"2.0","id":9007199254740992,"method":"ping"}'),
      s2c('{"jsonrpc":"2.0","id":9007199254740993,"result":{}}'),
    );
    expect(operations(log).slice(1)).toEqual([
      ['c2s', 'ping', 'result', [5, 7]],
      ['c2s', 'ping', 'open', [6]],
    ]);
  });

  test('a reused id opens a second operation; the answer is the second’s', () => {
    const log = after(c2s(request(2, 'tools/call')), c2s(request(2, 'ping')), s2c(result(2)));
    expect(faults(log)).toEqual([[6, ['reused-id']]]);
    expect(operations(log).slice(1)).toEqual([
      ['c2s', 'tools/call', 'open', [5]],
      ['c2s', 'ping', 'result', [6, 7]],
    ]);
  });

  test('result together with error counts as error', () => {
    const log = after(c2s(request(2, 'ping')), s2c({ ...result(2), ...failure(2) }));
    expect(operations(log)[1]).toEqual(['c2s', 'ping', 'error', [5, 6]]);
    expect(faults(log)).toEqual([[6, ['result-and-error']]]);
  });
});

describe('cancellation', () => {
  test('ends the operation of the side that cancels', () => {
    const log = after(
      c2s(request(2, 'tools/call')),
      s2c(request(2, 'sampling/createMessage')),
      s2c(notification('notifications/cancelled', { requestId: 2 })),
      c2s(notification('notifications/cancelled', { requestId: 2, reason: 'enough' })),
    );
    expect(operations(log).slice(1)).toEqual([
      ['c2s', 'tools/call', 'cancelled', [5, 8]],
      ['s2c', 'sampling/createMessage', 'cancelled', [6, 7]],
    ]);
  });

  test('and progress name requests by the digits of ids beyond 2^53', () => {
    const call = (id: string): string =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"a","_meta":{"progressToken":${id}}}}`;
    const notice = (method: string, params: string): string =>
      `{"jsonrpc":"2.0","method":"notifications/${method}","params":${params}}`;
    const log = after(
      c2s(call('9007199254740992')),
      c2s(call('9007199254740993')),
      s2c(notice('progress', '{"progressToken":9007199254740992,"progress":1}')),
      c2s(notice('cancelled', '{"requestId":9007199254740993}')),
    );
    expect(operations(log).slice(1)).toEqual([
      ['c2s', 'tools/call', 'open', [5, 7]],
      ['c2s', 'tools/call', 'cancelled', [6, 8]],
    ]);
  });

  test('may cross the answer: late, but no fault', () => {
    const log = after(
      c2s(request(2, 'tools/call')),
      c2s(notification('notifications/cancelled', { requestId: 2 })),
      s2c(result(2)),
    );
    expect(operations(log)[1]).toEqual(['c2s', 'tools/call', 'cancelled', [5, 6, 7]]);
    expect(faults(log)).toEqual([]);
  });
});

describe('progress', () => {
  test('belongs to the request that gave the token', () => {
    const log = after(
      c2s(request(2, 'tools/call', { name: 'a', _meta: { progressToken: 'p' } })),
      c2s(request(3, 'tools/call', { name: 'b', _meta: { progressToken: 2 } })),
      s2c(notification('notifications/progress', { progressToken: 'p', progress: 1 })),
      s2c(notification('notifications/progress', { progressToken: 2, progress: 1 })),
      s2c(notification('notifications/progress', { progressToken: '2', progress: 1 })),
    );
    expect(operations(log).slice(1)).toEqual([
      ['c2s', 'tools/call', 'open', [5, 7]],
      ['c2s', 'tools/call', 'open', [6, 8]],
    ]);
  });
});

describe('text that is no message', () => {
  test('from the client waits; an error without id answers the latest', () => {
    const log = after(c2s('{"id":2,}', { by: 'user' }), s2c(failure(undefined, -32700, 'Parse error')));
    expect(operations(log)[1]).toEqual(['c2s', 'malformed', 'error', [5, 6]]);
    expect(faults(log)).toEqual([[5, ['trailing-comma']]]);
    expect(log.operationOf(6)?.by).toBe('user');
  });

  test('from the server opens nothing', () => {
    const log = after(
      s2c('Listening…'),
      s2c('{"jsonrpc":"2.0","id":1,"res', { unterminated: true }),
      { k: 'message', dir: 's2c', b64: '/w==' },
      s2c('{"jsonrpc":"2.0","method":"a"}\r'),
    );
    expect(log.operations).toHaveLength(1);
    expect(faults(log)).toEqual([
      [5, ['not-json']],
      [6, ['incomplete-json', 'unterminated']],
      [7, ['not-json', 'invalid-utf8']],
      [8, ['carriage-return']],
    ]);
  });
});

describe('batches', () => {
  const both = JSON.stringify([request(2, 'ping'), request(3, 'ping')]);
  const answers = JSON.stringify([result(3), result(2), notification('notifications/message', {})]);

  test('open and close several operations at once', () => {
    const log = logOf(...handshake('2025-03-26'), c2s(both), s2c(answers));
    expect(operations(log).slice(1)).toEqual([
      ['c2s', 'ping', 'result', [5, 6]],
      ['c2s', 'ping', 'result', [5, 6]],
    ]);
    expect(faults(log)).toEqual([]);
  });

  test('wait item by item, but for items that are no messages', () => {
    const log = logOf(...handshake('2025-03-26'), c2s([{}, 7, request(2, 'ping')]), c2s(request(2, 'ping')));
    expect(new Set([...log.state.pending.values()].map(({ op }) => op))).toEqual(new Set([3, 4]));
    expect(new Set([...log.state.unreadable.values()].map(({ op }) => op))).toEqual(new Set([1, 2]));
  });

  test('and requests are a fault before the handshake, but for ping and requests that name their version', () => {
    const offer = request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} });
    const agree = result(1, { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: {} });
    const early = (...bodies: readonly EventBody[]): unknown[] =>
      faults(logOf(...OPEN, ...bodies)).map((each) => (each as [number, unknown])[1]);
    const tooEarly = [['before-handshake']];
    expect(early(c2s(request(5, 'tools/list'), { by: 'user' }))).toEqual(tooEarly);
    // Of a log that begins later nothing is known.
    expect(early(c2s(request(5, 'tools/list'), { by: 'host' }))).toEqual([]);
    expect(early(c2s(offer), c2s(request(5, 'tools/list'), { by: 'host' }))).toEqual(tooEarly);
    expect(early(c2s(offer), c2s(request(5, 'ping')), s2c(request(1, 'ping')))).toEqual([]);
    expect(early(c2s(offer), s2c(agree), s2c(request(1, 'roots/list')))).toEqual(tooEarly);
    expect(
      early(c2s(offer), s2c(agree), c2s(notification('notifications/initialized')), s2c(request(1, 'roots/list'))),
    ).toEqual([]);
    expect(early(c2s(JSON.stringify([offer, request(2, 'ping')]), { by: 'user' }))).toEqual(tooEarly);
    const named = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    expect(early(c2s(request(5, 'tools/list', named), { by: 'user' }))).toEqual([]);
  });

  test('are a fault where the revision has none', () => {
    expect(faults(after(s2c(answers)))[0]).toEqual([5, ['batch-not-in-revision', 'unknown-id']]);
  });
});

describe('lists', () => {
  const page = (id: number, names: readonly string[], nextCursor?: string): EventBody =>
    s2c(result(id, { tools: names.map((name) => ({ name })), ...(nextCursor === undefined ? {} : { nextCursor }) }));
  const ask = (id: number, cursor?: string): EventBody =>
    c2s(request(id, 'tools/list', cursor === undefined ? undefined : { cursor }));

  test('grow page by page and start anew with a first page', () => {
    const bodies = [ask(2), page(2, ['a'], 'p2'), ask(3, 'p2'), page(3, ['b'])];
    const { tools } = after(...bodies).state.lists;
    expect(tools).toMatchObject({ items: { all: [{ name: 'a' }, { name: 'b' }] }, pages: 2, complete: true });
    expect(tools).not.toHaveProperty('cursor');
    expect(after(...bodies.slice(0, 2)).state.lists.tools).toMatchObject({ complete: false, cursor: 'p2' });
    const again = after(...bodies, ask(4), page(4, ['c']));
    expect(again.state.lists.tools).toMatchObject({ items: { all: [{ name: 'c' }] }, pages: 1, complete: true });
  });

  test('whose cursor comes back are over', () => {
    const log = after(ask(2), page(2, ['a'], 'p'), ask(3, 'p'), page(3, ['b'], 'p'));
    expect(log.state.lists.tools).toMatchObject({ complete: true, repeats: true, pages: 2 });
    expect(log.state.lists.tools).not.toHaveProperty('cursor');
    expect(log.state.phase).toBe('operation');
  });

  test('that are refused are complete, with the reason', () => {
    const log = after(ask(2), s2c(failure(2, -32601, 'Method not found')));
    expect(log.state.lists.tools).toMatchObject({ items: { all: [] }, complete: true, error: 'Method not found' });
    expect(log.state.phase).toBe('operation');
  });

  test('are stale from an announcement until they are read again', () => {
    const change = s2c(notification('notifications/tools/list_changed'));
    const bodies = [ask(2), page(2, ['a']), change];
    expect(after(...bodies).state.lists.tools).toMatchObject({
      stale: expect.any(Number),
      items: { all: [{ name: 'a' }] },
    });
    expect(after(...bodies, ask(3), page(3, ['b'])).state.lists.tools).not.toHaveProperty('stale');
  });

  test('stay stale when the change came while their pages were read', () => {
    const change = s2c(notification('notifications/tools/list_changed'));
    expect(after(ask(2), change, page(2, ['a'])).state.lists.tools).toHaveProperty('stale');
    expect(after(ask(2), page(2, ['a'], 'p'), ask(3, 'p'), change, page(3, ['b'])).state.lists.tools).toHaveProperty(
      'stale',
    );
  });
});

describe('HTTP', () => {
  const http = (x: string, phase: 'request' | 'response' | 'end', more: object = {}): EventBody => ({
    k: 'http',
    x,
    phase,
    ...more,
  });
  const post = (x: string, message: object | string): readonly EventBody[] => [
    http(x, 'request', { method: 'POST', url: 'http://s/mcp' }),
    c2s(message, { x }),
  ];
  const last = (log: SessionLog): unknown => operations(log).at(-1);

  test('an exchange that ends without an answer ends its request', () => {
    const log = after(...post('x1', request(2, 'ping')), http('x1', 'response', { status: 500 }), http('x1', 'end'));
    expect(last(log)).toEqual(['c2s', 'ping', 'no-answer', [6, 8]]);
    expect(log.state.exchanges.size).toBe(0);
  });

  describe('202 to a request', () => {
    const accepted = [...post('x1', request(2, 'ping')), http('x1', 'response', { status: 202 }), http('x1', 'end')];
    const stream = http('x2', 'request', { method: 'GET', url: 'http://s/mcp' });

    test('leaves it waiting for an answer on the stream of the session', () => {
      expect(last(after(stream, ...accepted))).toEqual(['c2s', 'ping', 'open', [7]]);
      expect(last(after(stream, ...accepted, s2c(result(2), { x: 'x2' })))).toEqual(['c2s', 'ping', 'result', [7, 10]]);
    });

    test('is no answer where there is no such stream, or as soon as it is refused', () => {
      expect(last(after(...accepted))).toEqual(['c2s', 'ping', 'no-answer', [6, 8]]);
      const refused = [http('x2', 'response', { status: 405 }), http('x2', 'end', { by: 'server' })];
      expect(last(after(stream, ...refused, ...accepted))).toEqual(['c2s', 'ping', 'no-answer', [9, 11]]);
      expect(last(after(stream, ...accepted, ...refused))).toEqual(['c2s', 'ping', 'no-answer', [7, 11]]);
    });

    test('leaves one that is in an exchange of its own alone', () => {
      const other = [...post('x3', request(3, 'ping'))];
      expect(operations(after(...other, ...accepted)).at(-2)).toEqual(['c2s', 'ping', 'open', [6]]);
    });
  });

  test('an answer that comes on another stream after all is late, not a duplicate', () => {
    const log = after(
      ...post('x1', request(2, 'ping')),
      http('x1', 'response', { status: 200 }),
      http('x1', 'end', { by: 'network' }),
      s2c(result(2), { x: 'x2' }),
    );
    expect(last(log)).toEqual(['c2s', 'ping', 'no-answer', [6, 8, 9]]);
    expect(faults(log)).toEqual([]);
  });

  test('an error without id answers the request of its exchange', () => {
    const log = after(
      ...post('x1', request(2, 'tools/call')),
      ...post('x2', request(3, 'ping')),
      http('x1', 'response', { status: 400 }),
      s2c(failure(null), { x: 'x1' }),
      http('x1', 'end'),
    );
    expect(operations(log).slice(1)).toEqual([
      ['c2s', 'tools/call', 'error', [6, 10]],
      ['c2s', 'ping', 'open', [8]],
    ]);
  });

  test('malformed text that is accepted meets silence, refused text an error', () => {
    const accepted = after(...post('x1', '{'), http('x1', 'response', { status: 200 }), http('x1', 'end'));
    expect(last(accepted)).toEqual(['c2s', 'malformed', 'silence', [6, 8]]);
    const refused = after(...post('x1', '{'), http('x1', 'response', { status: 400 }), http('x1', 'end'));
    expect(last(refused)).toEqual(['c2s', 'malformed', 'no-answer', [6, 8]]);
  });

  test('the session id is remembered, lost with a 404, and found again with the next', () => {
    const given = (id: string): object => ({ status: 200, headers: [['mcp-session-id', id]] });
    const bodies = [
      ...OPEN,
      ...post('x1', request(1, 'initialize')),
      http('x1', 'response', given('s1')),
      http('x1', 'end'),
    ];
    expect(logOf(...bodies).state.httpSession).toBe('s1');
    // Only the answer to `initialize` gives one.
    const later = [...bodies, ...post('x8', request(8, 'ping')), http('x8', 'response', given('s3'))];
    expect(logOf(...later).state.httpSession).toBe('s1');
    // A 404 to GET only says that there is no such stream.
    const get = [...bodies, http('x9', 'request'), http('x9', 'response', { status: 404 }), http('x9', 'end')];
    expect(logOf(...get).state).not.toHaveProperty('httpSessionLost');
    const ping = c2s(request(9, 'ping'), { x: 'x2' });
    const own = http('x2', 'request', { method: 'POST', url: 'http://s/mcp', headers: [['Mcp-Session-Id', 's1']] });
    const lost = [...bodies, own, ping, http('x2', 'response', { status: 404 }), http('x2', 'end')];
    expect(logOf(...lost).state).toMatchObject({ httpSession: 's1', httpSessionLost: true });
    const { state } = logOf(...lost, ...post('x3', request(3, 'initialize')), http('x3', 'response', given('s2')));
    expect(state.httpSession).toBe('s2');
    expect(state).not.toHaveProperty('httpSessionLost');
  });
});
