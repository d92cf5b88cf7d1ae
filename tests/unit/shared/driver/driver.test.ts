import { describe, expect, test } from 'vitest';
import { answerText, DEFAULT_POLICY, MAX_PAGE_COUNT, stepsInForce, withSteps, type Policy } from '#shared/driver';
import type { MessageBody } from '#shared/recording';
import { SESSION } from '#shared/session';
import { failure, handshake, logOf, notification, request, result, s2c } from '../../script.ts';
import { host } from '../../scripted-host.ts';

const welcome = (revision = '2025-11-25', capabilities: object = {}, id: unknown = 1): object =>
  result(id, { protocolVersion: revision, capabilities, serverInfo: { name: 's', version: '1' } });
const INITIALIZED = notification('notifications/initialized');

/** A session after its handshake, nothing listed. */
function running(policy: Partial<Policy> = {}) {
  const script = host(policy);
  script.receive(welcome());
  return script;
}

/** Message `at` of the scripted handshake. */
const handshakeMessage = (at: number): MessageBody => {
  const body = handshake()[at];
  if (body?.k !== 'message') throw new Error('no message');
  return body;
};

/** What is declared beside the roots, by revision. */
const DECLARED: { readonly [revision: string]: object } = {
  '2024-11-05': { sampling: {} },
  '2025-03-26': { sampling: {} },
  '2025-06-18': { sampling: {}, elicitation: {} },
  '2025-11-25': { sampling: { tools: {} }, elicitation: { form: {}, url: {} } },
};

describe('handshake', () => {
  test.each(Object.keys(DECLARED))('at %s', (revision) => {
    const { transport, receive, session } = host({ revision });
    expect(transport.sent).toEqual([
      request(1, 'initialize', {
        protocolVersion: revision,
        capabilities: {
          roots: { listChanged: true },
          ...DECLARED[revision],
        },
        clientInfo: { name: 'lifeline', version: '0' },
      }),
    ]);
    expect(receive(welcome(revision))).toEqual([INITIALIZED]);
    expect(session.log.state).toMatchObject({ revision, phase: 'operation', initialized: true });
  });

  test('a counter-offer that is known is accepted', () => {
    const { receive, session, transport } = host({ revision: '2025-11-25' });
    expect(receive(welcome('2024-11-05'))).toEqual([INITIALIZED]);
    expect(session.log.state.revision).toBe('2024-11-05');
    expect(transport.closed).toEqual([]);
  });

  test('a counter-offer that is unknown ends the connection and says why', () => {
    const { receive, session, transport } = host();
    expect(receive(welcome('1999-01-01'))).toEqual([]);
    expect(session.log.state.problem).toMatchObject({ reason: 'unsupported-revision', detail: '1999-01-01' });
    expect(transport.closed).toEqual([{ reason: 'unsupported-revision' }]);
    expect(session.log.state.connection).toBe('closed');
  });

  test('whatever string was offered is fine when the server agrees to it', () => {
    const { receive } = host({ revision: 'DRAFT-7' });
    expect(receive(welcome('DRAFT-7'))).toEqual([INITIALIZED]);
  });

  test('a refusal, or an answer without a revision, ends the connection', () => {
    const refused = host();
    refused.receive(failure(1, -32602, 'Unsupported protocol version'));
    expect(refused.transport.closed).toEqual([{ reason: 'initialize-refused' }]);
    const empty = host();
    empty.receive(result(1, {}));
    expect(empty.transport.closed).toEqual([{ reason: 'initialize-invalid' }]);
  });

  test('by hand: nothing is sent, ended or repaired', () => {
    const { session, transport, receive } = host({ handshake: false });
    expect(transport.sent).toEqual([]);
    session.send('{"jsonrpc":"2.0","id":50,"method":"initialize","params":{"protocolVersion":"x"}}');
    expect(receive(welcome('1999-01-01', { tools: {} }, 50))).toEqual([]);
    expect(transport.closed).toEqual([]);
    session.send(JSON.stringify(INITIALIZED));
    expect(transport.sent.slice(2)).toEqual([request(51, 'tools/list')]);
  });

  test('by hand in an automatic session: a second initialize is the person’s business', () => {
    const { session, receive, transport } = running();
    session.send(JSON.stringify(request(9, 'initialize', { protocolVersion: 'nonsense' })));
    expect(receive(welcome('other', {}, 9))).toEqual([]);
    expect(transport.closed).toEqual([]);
  });

  test('capabilities that the person chose are declared', () => {
    const { transport } = host({ capabilities: { experimental: { a: 1 } } });
    expect(transport.sent[0]).toMatchObject({ params: { capabilities: { experimental: { a: 1 } } } });
  });
});

describe('discovery', () => {
  const offers = { tools: {}, resources: {}, prompts: {} };

  test('asks for everything the server offers, with ids that follow', () => {
    const { receive } = host();
    expect(receive(welcome('2025-11-25', offers))).toEqual([
      INITIALIZED,
      request(2, 'tools/list'),
      request(3, 'resources/list'),
      request(4, 'resources/templates/list'),
      request(5, 'prompts/list'),
    ]);
  });

  test('follows every page, and stops at a cursor that comes back', () => {
    const { receive, session } = host();
    receive(welcome('2025-11-25', { tools: {} }));
    expect(receive(result(2, { tools: [], nextCursor: 'b' }))).toEqual([request(3, 'tools/list', { cursor: 'b' })]);
    expect(receive(result(3, { tools: [], nextCursor: 'c' }))).toEqual([request(4, 'tools/list', { cursor: 'c' })]);
    expect(receive(result(4, { tools: [], nextCursor: 'b' }))).toEqual([]);
    expect(session.log.state.phase).toBe('operation');
  });

  test('stops at a bound when the server gives new cursors for ever', () => {
    const { receive, session } = host();
    receive(welcome('2025-11-25', { tools: {} }));
    let id = 2;
    while (receive(result(id, { tools: [], nextCursor: `c${id}` })).length > 0) id++;
    expect(session.log.state.lists.tools).toMatchObject({ pages: MAX_PAGE_COUNT, complete: false });
  });

  test('answers that arrive together never lead to one id twice', () => {
    const first = host();
    first.receive(welcome('2025-11-25', offers));
    expect(
      first.receive(result(2, { tools: [], nextCursor: 'b' }), result(3, { resources: [], nextCursor: 'b' })),
    ).toEqual([request(6, 'tools/list', { cursor: 'b' }), request(7, 'resources/list', { cursor: 'b' })]);

    const batch = host();
    batch.receive(welcome('2025-03-26', offers));
    const pages = [result(2, { tools: [], nextCursor: 'b' }), result(3, { resources: [], nextCursor: 'b' })];
    expect(batch.receive(JSON.stringify(pages))).toEqual([
      request(6, 'tools/list', { cursor: 'b' }),
      request(7, 'resources/list', { cursor: 'b' }),
    ]);
  });

  test('can be left to the person, whose own lists are not continued', () => {
    const { receive, session } = host({ discover: false });
    expect(receive(welcome('2025-11-25', offers))).toEqual([INITIALIZED]);
    session.setPolicy({ ...session.policy, discover: true });
    session.send(JSON.stringify(request(2, 'tools/list')));
    expect(receive(result(2, { tools: [], nextCursor: 'b' }))).toEqual([]);
  });

  test('reads a list again when it changed, once at a time', () => {
    const { receive } = host();
    receive(welcome('2025-11-25', { tools: { listChanged: true } }));
    receive(result(2, { tools: [] }));
    const changed = notification('notifications/tools/list_changed');
    expect(receive(changed, changed)).toEqual([request(3, 'tools/list')]);
    expect(receive(notification('notifications/prompts/list_changed'))).toEqual([]);
  });

  test('reads nothing before notifications/initialized, whatever changes', () => {
    const { receive } = host();
    const changed = notification('notifications/tools/list_changed');
    expect(receive(changed, welcome('2025-11-25', { tools: { listChanged: true } }))).toEqual([
      INITIALIZED,
      request(2, 'tools/list'),
    ]);
  });

  test('does not read again when told not to', () => {
    const { receive } = host({ refresh: false });
    receive(welcome('2025-11-25', { tools: {} }));
    receive(result(2, { tools: [] }));
    expect(receive(notification('notifications/tools/list_changed'))).toEqual([]);
  });
});

describe('what the server asks', () => {
  test('ping is answered, with the id as it was written', () => {
    const { receive, transport } = running();
    expect(receive(request('p"1', 'ping'))).toEqual([result('p"1')]);
    receive('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}');
    expect(transport.texts.at(-1)).toBe('{"jsonrpc":"2.0","id":9007199254740993,"result":{}}');
    expect(running({ ping: false }).receive(request(1, 'ping'))).toEqual([]);
  });

  test('ping before the handshake is over is answered too', () => {
    expect(host().receive(request(1, 'ping'))).toEqual([result(1)]);
  });

  test('roots are answered', () => {
    const roots = [{ uri: 'file:///home/me', name: 'home' }];
    expect(running({ roots }).receive(request(4, 'roots/list'))).toEqual([result(4, { roots })]);
    expect(running({ answerRoots: false }).receive(request(4, 'roots/list'))).toEqual([]);
  });

  test.each(['sampling/createMessage', 'elicitation/create'] as const)(
    '%s waits for the person, or is answered',
    (method) => {
      const asked = running();
      expect(asked.receive(request(4, method))).toEqual([]);
      expect([...asked.session.log.state.pending.keys()]).toEqual(['s2c:n:4']);
      asked.session.send(answerText('n:4', 'error', '{"code":-1,"message":"no"}'));
      expect(asked.session.log.state.pending.size).toBe(0);

      const answer = '{"big":9007199254740993}';
      const automatic = { mode: 'auto', answer } as const;
      const { receive, transport } = running({ sampling: automatic, elicitation: automatic });
      receive(request(4, method));
      expect(transport.texts.at(-1)).toBe(`{"jsonrpc":"2.0","id":4,"result":${answer}}`);
    },
  );

  test('anything else is left alone', () => {
    expect(running().receive(request(4, 'made/up'), 'garbage', '[]', '{"id":null,"method":"ping"}')).toEqual([]);
  });
});

describe('the session host', () => {
  test('opens the stream after initialization when the policy says so', () => {
    const { receive } = host({ listen: true });
    expect(receive(welcome('2025-11-25', { tools: {} }))).toEqual([INITIALIZED, 'listen', request(2, 'tools/list')]);
  });

  test('sends what a person typed, to the character, and marks it', () => {
    const { session, transport } = running();
    const text = ' {"id": 1.0, "id":2}';
    session.send(text);
    expect(transport.texts.at(-1)).toBe(text);
    expect(session.log.events.at(-1)).toMatchObject({ raw: text, by: 'user' });
    expect(session.log.event(2)).toMatchObject({ by: 'auto' });
  });

  test('records every event once, in order', () => {
    const { recorded, session, receive } = running();
    receive(request(1, 'ping'), request(2, 'ping'));
    expect([...recorded].sort((a, b) => a - b)).toEqual([...session.log.events].map(({ s }) => s));
    expect(recorded).toEqual([...session.log.events].map(({ s }) => s));
  });

  test('gives HTTP its session and version headers after initialize', () => {
    const { transport, session } = host({ revision: '2025-06-18' }, undefined, true);
    transport.emit([
      { k: 'http', x: 'x1', phase: 'response', status: 200, headers: [['mcp-session-id', 'abc']] },
      s2c(welcome('2025-06-18'), { x: 'x1' }),
    ]);
    expect(transport.headers[0]).toEqual([]);
    const both = [
      ['Mcp-Session-Id', 'abc'],
      ['MCP-Protocol-Version', '2025-06-18'],
    ];
    expect(transport.headers[1]).toEqual(both);
    session.send(JSON.stringify(request(2, 'ping')), 'user', { http: { headers: [['X-Own', '1']] } });
    expect(transport.headers[2]).toEqual([['X-Own', '1']]);
    transport.emit([s2c(result(2, {}), { x: 'x3' })]);
    void session.close('user');
    void session.close('again');
    expect(transport.closed).toEqual([{ reason: 'user', deleteHeaders: both }]);
  });

  test('takes the session that came beside an error status once the result of initialize came with it', () => {
    const { transport, session } = host({ revision: '2025-06-18' }, undefined, true);
    transport.emit([{ k: 'http', x: 'x1', phase: 'response', status: 500, headers: [['mcp-session-id', 'abc']] }]);
    expect(session.log.state.httpSession).toBeUndefined();
    transport.emit([s2c(welcome('2025-06-18'), { x: 'x1' })]);
    expect(transport.headers[1]).toContainEqual(['Mcp-Session-Id', 'abc']);
  });

  test('over HTTP asks for nothing before the server has answered the notification that ends initialization', () => {
    const { transport, session } = host({ listen: true });
    transport.emit([s2c(welcome('2025-11-25', { tools: {} }))]);
    // The scripted transport reports what is sent without an exchange; this one is an HTTP session's.
    const http = host({ listen: true, handshake: false });
    http.transport.emit([
      { ...handshakeMessage(2), x: 'x1' },
      { ...handshakeMessage(3), x: 'x1' },
    ]);
    http.transport.emit([
      { k: 'http', x: 'x2', phase: 'request', method: 'POST' },
      { ...handshakeMessage(4), x: 'x2' },
    ]);
    expect(http.transport.sent).toEqual([]);
    http.transport.emit([{ k: 'http', x: 'x2', phase: 'response', status: 202 }]);
    expect(http.transport.sent).toEqual(['listen', request(2, 'tools/list')]);
    http.transport.emit([{ k: 'http', x: 'x2', phase: 'end', by: 'server' }]);
    expect(http.transport.sent).toHaveLength(2);
    expect(transport.sent.slice(1)).toEqual([INITIALIZED, 'listen', request(2, 'tools/list')]);
    expect(session.log.state.phase).toBe('discovery');
  });

  test('leaves the HTTP headers out of initialize only, wherever else the word stands', () => {
    const { session, transport } = host({}, undefined, true);
    transport.emit([
      { k: 'http', x: 'x1', phase: 'response', status: 200, headers: [['Mcp-Session-Id', 's1']] },
      s2c(welcome(), { x: 'x1' }),
    ]);
    const last = (): unknown => transport.headers.at(-1);
    session.send(JSON.stringify(request(7, 'tools/call', { name: 'rpc', arguments: { method: 'initialize' } })));
    expect(last()).toContainEqual(['Mcp-Session-Id', 's1']);
    session.send(JSON.stringify({ ...request(8, 'ping'), params: { note: '"method":"initialize"' } }));
    expect(last()).toContainEqual(['Mcp-Session-Id', 's1']);
    session.send(JSON.stringify({ params: { filler: 'x'.repeat(5000) }, ...request(9, 'initialize') }));
    expect(last()).toEqual([]);
  });

  test('keeps a note without acting on it', () => {
    const { session, transport } = running();
    const sent = transport.sent.length;
    session.note({ k: 'note', at: 3, text: 'look here' });
    expect(session.log.events.at(-1)).toMatchObject({ k: 'note', text: 'look here' });
    expect(transport.sent).toHaveLength(sent);
  });

  test('goes on with a session whose host is gone: open exchanges end, the stream opens again, lists left unread are read, no second handshake', () => {
    const log = logOf(
      ...handshake(),
      { k: 'http', x: 'x9', phase: 'request', method: 'POST' },
      { k: 'message', dir: 'c2s', raw: JSON.stringify(request(2, 'tools/call')), x: 'x9' },
    );
    const { session, transport } = host({ listen: true }, log);
    session.resume('reload');
    // The list that was not read to the end is asked for again.
    expect(transport.sent).toEqual(['listen', request(3, 'tools/list')]);
    expect(log.events.slice(-3)).toMatchObject([
      { k: 'http', x: 'x9', phase: 'end', by: 'client', error: 'reload' },
      { k: 'connection', event: 'resumed', reason: 'reload' },
      { k: 'message', dir: 'c2s', by: 'auto' },
    ]);
    expect(log.operations.get(1)?.outcome).toBe('no-answer');
    expect(log.state).toMatchObject({ connection: 'open', exchanges: new Map() });
  });

  test('takes no step after the connection is over', () => {
    const { transport, receive } = running();
    transport.emit([{ k: 'connection', event: 'closed' }]);
    expect(receive(request(1, 'ping'))).toEqual([]);
  });
});

describe('automatic steps', () => {
  test('that are in force are recorded with the opening and with each change of a switch', () => {
    const { session } = host({ sampling: { mode: 'auto', answer: '{}' }, listen: false });
    const { log } = session;
    expect(log.asOf(SESSION, 0).steps).toEqual(expect.arrayContaining(['handshake', 'sampling']));
    expect(log.asOf(SESSION, 0).steps).not.toContain('listen');
    const { length } = log;
    session.setPolicy({ ...session.policy, roots: [{ uri: 'file:///tmp' }] });
    expect(log.length).toBe(length);
    session.setPolicy({ ...session.policy, ping: false });
    expect(log.event(length)).toMatchObject({ k: 'connection', event: 'policy', steps: log.state.steps });
    expect(log.state.steps).not.toContain('ping');
    expect(log.asOf(SESSION, length - 1).steps).toContain('ping');
    expect(stepsInForce(withSteps(DEFAULT_POLICY, log.state.steps ?? []))).toEqual(
      log.state.steps?.filter((step) => step !== 'sampling'),
    );
  });
});
