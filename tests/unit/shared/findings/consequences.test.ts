/** What only follows from another finding is told as its consequence, and is none of its own. */
import { expect, test } from 'vitest';
import { apart, FINDINGS, findingsJudge, RULES, ruleById, isAtLeast, weightOf, type Finding } from '#shared/findings';
import { exampleOf } from '#shared/findings/examples';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import {
  answer,
  end,
  head,
  posted,
  sent,
  shakenOverHttp,
  usual,
} from '../../../../shared/findings/examples/http-script.ts';
import {
  client,
  failure,
  LATEST,
  meta,
  notification,
  request,
  result,
  server,
} from '../../../../shared/findings/examples/messages.ts';
import { after, discovered, OPEN, afterHandshake, SPAWNED } from '../../../../shared/findings/examples/script.ts';
import { toEvents } from '../../arbitraries.ts';
import { findingsOf } from './run.ts';

const D = '2025-11-25';
const hello = client(
  request(1, 'initialize', {
    protocolVersion: D,
    capabilities: { roots: {} },
    clientInfo: { name: 'c', version: '1' },
  }),
);
const welcome = server(
  result(1, { protocolVersion: D, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
);
const initialized = client(notification('notifications/initialized'));
const own = (bodies: readonly EventBody[]): readonly string[] =>
  apart(findingsOf(bodies)).own.map(({ rule, side }) => `${side} ${rule}`);

test('notifications/initialized before the response is one finding, of the client', () => {
  const early = [...SPAWNED, hello, initialized, welcome];
  const list = [client(request(2, 'tools/list')), server(result(2, { tools: [] }))];
  const roots = [server(request('r', 'roots/list')), client(result('r', { roots: [] }))];
  expect(own([...early, ...list, ...roots])).toEqual(['client init-initialized-early']);
  const again = findingsOf([...early, initialized, ...list, ...roots]);
  expect(apart(again).own.map(({ rule }) => rule)).toEqual(['init-initialized-early']);
  expect(again.find(({ rule }) => rule === 'init-initialized-once')?.consequenceOf).toEqual({
    ...{ rule: 'init-initialized-early', side: 'client', at: SPAWNED.length + 1 },
  });
  // One that never comes is missing still.
  expect(own([...SPAWNED, hello, welcome, ...list])).toEqual(['client init-initialized-missing']);
});

/** A list with this definition, then what a client reads of it and what comes. */
const readOf = (list: readonly EventBody[], uri: string): readonly EventBody[] => [
  ...afterHandshake(D, { server: { resources: {} } }),
  ...list,
  client(request(8, 'resources/read', { uri })),
  server(result(8, { contents: [{ uri, text: 'x' }] })),
];
const resources = (uri: string): readonly EventBody[] => [
  client(request(7, 'resources/list')),
  server(result(7, { resources: [{ uri, name: 'a' }] })),
];
const templates = (uriTemplate: string): readonly EventBody[] => [
  client(request(7, 'resources/templates/list')),
  server(result(7, { resourceTemplates: [{ uriTemplate, name: 'a' }] })),
];

test('a URI or template of the server that is none is not held against the client that reads it', () => {
  expect(own(readOf(resources('two.txt'), 'two.txt'))).toEqual(['server resource-uri-absolute']);
  expect(own(readOf(templates('note:///{name'), 'note:///{name'))).toEqual(['server resource-template-syntax']);
  // Nobody gave it to the client: then it is the client's, and the server only repeats it.
  expect(own(readOf(resources('doc:///a'), 'two.txt'))).toEqual(['client resource-read-unlisted']);
});

test('a schema that is none decides nothing about arguments and results', () => {
  const tool = (schemas: object): readonly EventBody[] => [
    ...afterHandshake(D, { server: { tools: {} } }),
    client(request(7, 'tools/list')),
    server(result(7, { tools: [{ name: 'a', inputSchema: { type: 'object' }, ...schemas }] })),
    client(request(8, 'tools/call', { name: 'a', arguments: {} })),
    server(result(8, { content: [{ type: 'text', text: '{"b":1}' }], structuredContent: { b: 1 } })),
  ];
  const input = { inputSchema: { type: 'object', required: 'q' } };
  const output = { outputSchema: { type: 'object', properties: { b: { type: 'string', pattern: '[a-' } } } };
  const without = 'server tool-structured-without-schema';
  expect(own(tool(input))).toEqual(['server tool-input-schema-valid', without]);
  expect(own(tool(output))).toEqual(['server tool-output-schema-valid']);
  const named = { outputSchema: { type: 'object', patternProperties: { '(': {} } } };
  expect(own(tool(named))).toEqual(['server tool-output-schema-valid']);
  const right = { outputSchema: { type: 'object', properties: { b: { pattern: '^\\p{L}+$|\\-' } } } };
  expect(own(tool(right))).toEqual([]);
});

test('the example of a rule breaks no other of one side and message, but for a few', () => {
  /** What is another fault of the same message, or of an example that could not do without. */
  const others = new Set([
    ...['http-error-status-400', 'logging-wrong-stream', 'result-type-unknown', 'unsupported-version-served'],
    ...['auth-401-discoverable', 'stdio-listen-not-reissued', 'req-undeclared-capability-use', 'rpc-batch-mixed'],
    ...['notification-params-schema', 'http-get-response', 'http-broadcast', 'http-resume-with-get'],
    ...['http-session-reassigned'],
  ]);
  const wrong: string[] = [];
  for (const { id } of RULES) {
    const { before = [], violates = [] } = exampleOf(id) ?? {};
    const found = findingsOf([...before, ...violates]);
    const here = found.filter(({ rule }) => rule === id);
    for (const each of found)
      for (const one of here)
        if (
          each.rule !== id &&
          each.at === one.at &&
          each.side === one.side &&
          !each.consequenceOf &&
          !one.consequenceOf
        )
          if (!others.has(id) && each.rule !== 'res-meta-server-info') wrong.push(`${id}: ${each.rule}`);
  }
  expect(wrong).toEqual([]);
});

test('a consequence weighs no more than its cause, is not counted, and stands for itself where its cause is left out', () => {
  let seen = 0;
  for (const { id } of RULES) {
    const { before = [], violates = [] } = exampleOf(id) ?? {};
    const log = new SessionLog();
    const state = log.follow(FINDINGS);
    for (const event of toEvents([...before, ...violates])) log.append(event);
    const { found } = state;
    const following = found.filter(({ consequenceOf }) => consequenceOf);
    for (const each of following) {
      const cause = found.find(({ rule, at }) => rule === each.consequenceOf?.rule && at === each.consequenceOf.at);
      expect(cause?.consequenceOf, id).toBeUndefined();
      const weight = ({ rule, revision }: Finding): ReturnType<typeof weightOf> => {
        const facts = ruleById(rule);
        return facts ? weightOf(facts, revision) : 'advice';
      };
      expect(cause && isAtLeast(weight(cause), weight(each)), `${each.rule} of ${id}`).toBe(true);
      expect(apart([each]).own).toEqual([each]);
      seen++;
    }
    const { error, warning, info } = findingsJudge({ route: 'relay' }).facts(state);
    const counted = apart(found).own.filter(({ rule, revision }) => {
      const facts = ruleById(rule);
      return facts && weightOf(facts, revision) !== 'advice';
    });
    expect(error + warning + info, id).toBe(counted.length);
  }
  expect(seen).toBeGreaterThan(20);
});

test('more of a rule than are kept are counted apart, too', () => {
  const log = new SessionLog();
  const state = log.follow(FINDINGS);
  const lines = Array.from({ length: 1500 }, (): EventBody => server('"started"'));
  for (const event of toEvents([...afterHandshake(D), ...lines])) log.append(event);
  const { error } = findingsJudge({ route: 'relay' }).facts(state);
  expect(error).toBe(1500);
});

test('a handshake with a server that names only versions without one', () => {
  const asked = client(request('d', 'server/discover', { _meta: meta() }));
  const names = (...supportedVersions: string[]): EventBody =>
    server(
      result('d', { resultType: 'complete', supportedVersions, capabilities: {}, ttlMs: 0, cacheScope: 'private' }),
    );
  const rule = 'client discover-modern-initialize';
  const refused = server(failure(1, -32601, 'No'));
  expect(own([...SPAWNED, asked, names(LATEST), hello, refused])).toContain(rule);
  expect(own([...SPAWNED, asked, names(LATEST, D), hello, welcome])).not.toContain(rule);
  expect(own([...SPAWNED, hello, welcome, initialized])).not.toContain(rule);
  // What refuses the probe names none.
  expect(own([...SPAWNED, asked, server(failure('d', -32601)), hello, welcome])).not.toContain(rule);
});

test('what a declared capability is there for is served', () => {
  const rule = 'server cap-declared-not-served';
  for (const [capability, method, params] of [
    [
      'completions',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'b', value: '' } },
    ],
    ['logging', 'logging/setLevel', { level: 'info' }],
  ] as const) {
    const asks = client(request(7, method, params));
    const declared = afterHandshake(D, { server: { [capability]: {} } });
    expect(own([...declared, asks, server(failure(7, -32601))]), method).toContain(rule);
    expect(own([...declared, asks, server(failure(7, -32602))]), method).not.toContain(rule);
  }
  // What was not declared need not be served; to ask for it is the client's fault, and that alone.
  const subscribes = [client(request(7, 'resources/subscribe', { uri: 'note:///a' })), server(failure(7, -32601))];
  const of = (resources: object): readonly Finding[] =>
    findingsOf([...afterHandshake(D, { server: { resources } }), ...subscribes]);
  expect(apart(of({})).own.map(({ rule: broken, side }) => `${side} ${broken}`)).toEqual([
    'client cap-resources-subscribe',
  ]);
  expect(of({ subscribe: true })).toMatchObject([{ found: ['resources/subscribe', 'resources.subscribe'] }]);
});

test('a body of JSON that is empty is no response', () => {
  const rule = 'server http-json-single-response';
  const asks = (revision: string): readonly EventBody[] => [
    ...shakenOverHttp(revision, { server: { tools: {} } }),
    ...sent('x', usual(revision), request(7, 'tools/list')),
  ];
  const empty = answer('x', 200, { 'content-type': 'application/json', 'content-length': '0' });
  expect(own([...asks(D), empty, end('x')])).toContain(rule);
  // Whoever goes away before the body has not seen it.
  for (const by of ['client', 'network'] as const) expect(own([...asks(D), empty, end('x', by)])).not.toContain(rule);
  const first = [...OPEN, ...sent('h', usual(D), JSON.parse((hello as { raw: string }).raw) as object)];
  expect(own([...first, answer('h', 200, { 'content-type': 'application/json' }), end('h')])).toContain(rule);
});

test('GET of a session that goes on', () => {
  const rule = 'server http-get-405';
  const id = { 'mcp-session-id': 'a7c4e1d0-5f2b-4d0e' };
  const get = [
    head('g', { accept: 'text/event-stream', 'mcp-protocol-version': D, ...id }, { method: 'GET' }),
    answer('g', 404),
    end('g'),
  ];
  const session = shakenOverHttp(D, { session: id['mcp-session-id'], server: { tools: {} } });
  const list = (status: number): readonly EventBody[] =>
    posted('x', request(7, 'tools/list'), status === 200 ? result(7, { tools: [] }) : undefined, {
      ...{ headers: usual(D, id), status },
    });
  expect(own([...session, ...get, ...list(200)])).toEqual([rule]);
  // A session that is over is over for the next request, too.
  expect(own([...session, ...get, ...list(404)])).not.toContain(rule);
});

test('a process that has to be ended after the end of its input', () => {
  const rule = 'server stdio-exit-on-eof';
  const end = (more: object): EventBody => ({ k: 'process', by: 'host', ...more }) as EventBody;
  const term = end({ event: 'signal', signal: 'SIGTERM' });
  const exit: EventBody = { k: 'process', event: 'exit', code: null, signal: 'SIGTERM' };
  for (const given of [afterHandshake(D), discovered()]) {
    const ended = [...given, after(2, end({ event: 'stdin-end' }))];
    expect(own([...ended, after(4, term), after(4.1, exit)])).toContain(rule);
    expect(own([...ended, after(2.1, term), after(2.2, exit)])).not.toContain(rule);
    expect(own([...ended, after(2.5, { ...exit, signal: null, code: 0 })])).not.toContain(rule);
  }
  // What has not answered yet still starts; a late answer is none to the end of the input.
  const starting = [...SPAWNED, hello, after(2, end({ event: 'stdin-end' })), { ...welcome, t: 3_900_000 }];
  expect(own([...starting, after(4, term), after(4.1, exit)])).not.toContain(rule);
});

test('a ping that is answered late', () => {
  const late = (seconds: number): readonly EventBody[] => [
    ...afterHandshake(D),
    after(1, client(request(3, 'tools/list'))),
    after(1.1, client(request(4, 'ping'))),
    after(4, server(result(3, { tools: [] }))),
    after(1.1 + seconds, server(result(4))),
  ];
  expect(own(late(6))).toContain('server ping-prompt');
  expect(own(late(3))).not.toContain('server ping-prompt');
});

test('a probe deprecates nothing, and a client is told once', () => {
  const declared = { _meta: meta({ roots: {}, sampling: {} }, 'info') };
  const probe = [...SPAWNED, client(request('d', 'server/discover', declared)), server(failure('d', -32601))];
  expect(own(probe)).toEqual([]);
  const uses = [...discovered(), ...[7, 8].map((id) => client(request(id, 'tools/list', declared)))];
  expect(findingsOf(uses).filter(({ rule }) => rule === 'deprecated-feature')).toMatchObject([
    { side: 'client', found: ['roots, sampling, logging'] },
  ]);
});

test('what answers something that is no message is not held against who answers', () => {
  const list = [client(request(2, 'tools/list')), server(result(2, { tools: [] }))];
  const odd = client('{"jsonrpc":"2.0","id":7,"method":5}');
  const session = afterHandshake(D, { server: { tools: {} } });
  expect(own([...session, odd, server(failure(7, -32600)), ...list])).toEqual(['client rpc-message-shape']);
  expect(own([...session, server(failure(7, -32600))])).toEqual(['server rpc-response-id-unknown']);
  // A client takes what comes for the response.
  const broken = server('{"jsonrpc":"2.0","id":1,"reslt":{}}');
  expect(own([...SPAWNED, hello, broken, initialized, ...list])).not.toContain('client init-initialized-early');
});

test('what is no object takes with it what should be in it', () => {
  const modern = discovered({ server: { tools: {} } });
  for (const [params, rule] of [
    [undefined, 'req-meta-version'],
    [[], 'rpc-params-object'],
    [{ _meta: 5 }, 'meta-object'],
  ] as const) {
    const asks = client({ jsonrpc: '2.0', id: 7, method: 'tools/list', ...(params ? { params } : {}) });
    expect(own([...modern, asks]).filter((each) => each.startsWith('client'))).toEqual([`client ${rule}`]);
  }
  // Two members that are missing are two findings.
  const lacks = { _meta: { 'io.modelcontextprotocol/protocolVersion': LATEST } };
  expect(own([...modern, client(request(7, 'tools/list', lacks))])).toEqual([
    ...['client req-meta-capabilities', 'client req-meta-client-info'],
  ]);
  expect(own([...SPAWNED, client(request(1, 'initialize', [] as object))])).toEqual(['client rpc-params-object']);
});

test('two faults in one list are two findings, though one could have led to the other at the same place', () => {
  const tools = [
    { name: 'a', inputSchema: { properties: { b: { type: 'text' } } } },
    { name: 'c', inputSchema: { type: 'text' } },
  ];
  const listed = [
    ...afterHandshake(D, { server: { tools: {} } }),
    client(request(7, 'tools/list')),
    server(result(7, { tools })),
  ];
  expect(own(listed)).toEqual([
    ...['server tool-input-schema-object', 'server tool-input-schema-valid', 'server tool-input-schema-object'],
  ]);
  // A meta that is none in an item says nothing of that of the result.
  const item = { name: 'a', inputSchema: { type: 'object' }, _meta: 5 };
  const answered = server(result(7, { resultType: 'complete', tools: [item], ttlMs: 0, cacheScope: 'private' }));
  const asked = client(request(7, 'tools/list', { _meta: meta() }));
  expect(own([...discovered({ server: { tools: {} } }), asked, answered])).toEqual([
    ...['server meta-object', 'server res-meta-server-info'],
  ]);
});

test('a line that was not meant as a message, a batch where there is none, and an id used twice are one finding each', () => {
  const begun = afterHandshake(D, { server: { tools: {} } });
  expect(own([...begun, server({ level: 'info', msg: 'ready' })])).toEqual(['server stdio-stdout-nonmessage']);
  expect(own([...begun, server('[]')])).toEqual(['server rpc-batch-unsupported']);
  const twice = [client(request(3, 'ping')), client(request(3, 'ping')), server(result(3, {})), server(result(3, {}))];
  expect(own([...begun, ...twice])).toEqual(['client rpc-request-id-reused']);
});
