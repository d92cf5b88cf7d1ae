/** Other shapes of what breaks a rule than its example has, each at the event that broke it, and what comes close without breaking it. */
import { expect, test } from 'vitest';
import { FINDINGS } from '#shared/findings';
import { SessionFold } from '#shared/session';
import type { EventBody } from '#shared/recording';
import {
  answer,
  end,
  head,
  posted,
  listening,
  sent,
  shakenOverHttp,
  stream,
  streamed,
  usual,
} from '../../../../shared/findings/examples/http-script.ts';
import {
  client,
  complete,
  failure,
  LATEST,
  meta,
  notification,
  request,
  result,
  server,
} from '../../../../shared/findings/examples/messages.ts';
import { discovered, OPEN, afterHandshake, SPAWNED } from '../../../../shared/findings/examples/script.ts';
import { toEvents } from '../../arbitraries.ts';
import { findingsOf } from './run.ts';

const D = '2025-11-25';
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const modern = discovered({ client: { roots: {} }, server: { tools: {} } });

/** A call of the per-request era, and what asks for more before it is answered. */
const call = (id: number, more: object = {}): EventBody =>
  client(request(id, 'tools/call', { name: 'book', ...more, _meta: meta({ roots: {} }) }));
const asks = (id: number): EventBody =>
  server(result(id, { resultType: 'input_required', inputRequests: { r: { method: 'roots/list' } } }));
const roots = { inputResponses: { r: { roots: [] } } };
const retried = [...modern, call(4), asks(4), call(5, roots), asks(5)];

const session = shakenOverHttp(D, { session: 'a7c4e1d0-5f2b' });
const named = (id: string): { readonly [name: string]: string } => usual(D, { 'mcp-session-id': id });
const lost = [
  ...session,
  ...posted('x3', request(3, 'ping'), undefined, { status: 404, headers: named('a7c4e1d0-5f2b') }),
];
const hello = (id: number, version = D): object =>
  request(id, 'initialize', {
    protocolVersion: version,
    capabilities: {},
    clientInfo: { name: 'client', version: '1.0.0' },
  });
const welcome = (id: number, version: string): object =>
  result(id, { protocolVersion: version, capabilities: {}, serverInfo: { name: 'server', version: '1.0.0' } });
const anew = (own: { readonly [name: string]: string }): readonly EventBody[] => [
  head('x4', { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...own }),
  client(hello(9), { x: 'x4' }),
];
const roam = client(notification('notifications/roots/list_changed'), { x: 'x5' });
const told = [...shakenOverHttp(D), head('x5', usual(D)), roam, answer('x5', 202, { 'content-type': 'text/plain' })];

const listen = client(request(2, 'subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: meta() }));
const accepts = (own: object): EventBody =>
  server(
    notification('notifications/subscriptions/acknowledged', { notifications: { toolsListChanged: true }, ...own }),
  );

const asked = (url: string, id: string): EventBody => ({
  k: 'http',
  x: url,
  phase: 'request',
  step: 'authorization',
  method: 'GET',
  url: `${url}/authorize?response_type=code&client_id=${id}&redirect_uri=http%3A%2F%2Flocalhost%2Fcb&state=s&code_challenge=c&code_challenge_method=S256&resource=https%3A%2F%2Fmcp.example%2Fmcp`,
  headers: [],
});
const unmarked = (url: string): readonly EventBody[] => [
  ...session,
  head('w1', { accept: 'application/json' }, { method: 'GET', url }),
  answer('w1', 404),
  end('w1'),
];
const METADATA = 'https://mcp.example/.well-known/oauth-protected-resource/mcp';

const refreshed = (url: string): readonly EventBody[] => [
  { k: 'http', x: 'a9', phase: 'request', step: 'token', method: 'POST', url: `${url}/token`, headers: [] },
  { k: 'body', x: 'a9', dir: 'c2s', raw: 'grant_type=refresh_token&refresh_token=r&client_id=c1' },
];
const registered: readonly EventBody[] = [
  {
    k: 'http',
    x: 'a1',
    phase: 'request',
    step: 'client-registration',
    method: 'POST',
    url: 'https://one.example/register',
    headers: [],
  },
  { k: 'http', x: 'a1', phase: 'response', step: 'client-registration', status: 201, headers: [] },
  { k: 'body', x: 'a1', dir: 's2c', raw: '{"client_id":"c1"}' },
];
const polled = [
  ...OPEN,
  ...posted('x1', request(1, 'tools/list', { _meta: meta() }), complete(1, { tools: [] }), { headers: usual(LATEST) }),
];

/** Two calls whose answers are open at once, and the same on both. */
const both = (message: object): readonly EventBody[] => [
  ...shakenOverHttp(D, { server: { tools: { listChanged: true }, logging: {} } }),
  ...['x3', 'x4'].flatMap((x, index) => [
    ...sent(x, usual(D), request(index + 3, 'tools/call', { name: 'a' })),
    stream(x),
  ]),
  streamed('x3', message),
  streamed('x4', message),
];
/** The same on the stream of the server and on that of a call. */
const aside = (message: object): readonly EventBody[] => [
  ...shakenOverHttp(D, { server: { logging: {} } }),
  ...listening('g1', { 'mcp-protocol-version': D }),
  ...sent('x3', usual(D), request(3, 'tools/call', { name: 'a' })),
  ...[stream('x3'), streamed('g1', message), streamed('x3', message)],
];
const logged = notification('notifications/message', { level: 'info', data: 'begun' });

const templates = (text: string): readonly EventBody[] => [
  ...afterHandshake(D, { server: { resources: {} } }),
  client(request(3, 'resources/templates/list')),
  server(result(3, { resourceTemplates: [{ name: 't', uriTemplate: text }] })),
];
const loud = (level: unknown, code: number): readonly EventBody[] => [
  ...modern,
  client(request(4, 'tools/list', { _meta: { ...meta(), 'io.modelcontextprotocol/logLevel': level } })),
  server(failure(4, code)),
];
const embedded = (mimeType: string): readonly EventBody[] => [
  ...afterHandshake(D, { server: { tools: {} } }),
  client(request(3, 'tools/call', { name: 'a' })),
  server(result(3, { content: [{ type: 'resource', resource: { uri: 'note://a', mimeType, text: 'x' } }] })),
];
const refusedProbe = [...SPAWNED, client(request(1, 'server/discover', { _meta: meta() })), server(failure(1, -32601))];
const refusedHello = [...SPAWNED, client(hello(1)), server(failure(1, -32601, 'No such method'))];
const serves = [client(request(8, 'tools/list', { _meta: meta() })), server(complete(8, { tools: [] }))];
const lower = [...SPAWNED, client(hello(1)), server(welcome(1, '2025-06-18'))];
const later = (version: string): readonly EventBody[] => [
  client(request(2, 'initialize', (hello(2) as { params: object }).params)),
  server(failure(2, -32602, 'Unsupported', { supported: [version] })),
];
const cancelled = [
  ...afterHandshake(D, { server: { tools: {} } }),
  client(request(3, 'tools/call', { name: 'a' })),
  client(notification('notifications/cancelled', { requestId: 3 })),
  server(result(3, { content: [] })),
];

/** `found`: places of the events that break the rule; from the end where negative. */
type Case = readonly [what: string, rule: string, found: readonly number[], events: readonly EventBody[]];
const CASES: readonly Case[] = [
  ['a second retry with the id of the first request', 'mrtr-retry-id', [-1], [...retried, call(4, roots)]],
  ['a second retry with the id of the first retry', 'mrtr-retry-id', [-1], [...retried, call(5, roots)]],
  ['a second retry with an id of its own', 'mrtr-retry-id', [], [...retried, call(6, roots)]],
  ['a new call with the id of one that is over', 'mrtr-retry-id', [], [...retried, call(4)]],

  [
    'after a 404, initialize in another session',
    'http-session-404-reinit',
    [-2],
    [...lost, ...anew({ 'mcp-session-id': 'b' })],
  ],
  ['after a 404, initialize in no session', 'http-session-404-reinit', [], [...lost, ...anew({})]],
  ['202 with an empty message', 'http-202-body', [], [...told, server('', { x: 'x5' }), end('x5')]],
  ['202 with a word', 'http-202-body', [-2], [...told, server('ok', { x: 'x5' }), end('x5')]],

  ['an acknowledgement without an id', 'listen-subscription-id', [-1], [...modern, listen, accepts({})]],
  [
    'the same is still the first of its subscription',
    'listen-ack-first',
    [],
    [
      ...[...modern, listen, accepts({})],
      server(notification('notifications/tools/list_changed', { _meta: { [SUBSCRIPTION]: 2 } })),
    ],
  ],
  [
    'an acknowledgement with its id',
    'listen-subscription-id',
    [],
    [...modern, listen, accepts({ _meta: { [SUBSCRIPTION]: 2 } })],
  ],

  ['metadata without a step: no stream is asked for', 'http-get-accept', [], unmarked(METADATA)],
  ['metadata without a step: no version is named', 'http-version-header-missing', [], unmarked(METADATA)],
  ['metadata without a step: no session is named', 'http-session-header-missing', [], unmarked(METADATA)],
  [
    'another path is asked like the protocol',
    'http-version-header-missing',
    [-3],
    unmarked('https://mcp.example/other'),
  ],

  [
    'one client at two servers, without their metadata',
    'auth-credentials-cross-as',
    [-1],
    [
      ...OPEN,
      ...posted('x1', request(1, 'tools/list', { _meta: meta() }), complete(1, { tools: [] }), {
        headers: usual(LATEST),
      }),
      asked('https://one.example', 'c1'),
      asked('https://two.example', 'c1'),
    ],
  ],
  [
    'a client for each of two servers',
    'auth-credentials-cross-as',
    [],
    [
      ...OPEN,
      ...posted('x1', request(1, 'tools/list', { _meta: meta() }), complete(1, { tools: [] }), {
        headers: usual(LATEST),
      }),
      asked('https://one.example', 'c1'),
      asked('https://two.example', 'c2'),
    ],
  ],

  [
    'a token renewed elsewhere than where the client was registered',
    'auth-credentials-cross-as',
    [-1],
    [...polled, ...registered, ...refreshed('https://two.example')],
  ],
  [
    'a token renewed where the client was registered',
    'auth-credentials-cross-as',
    [],
    [...polled, ...registered, ...refreshed('https://one.example')],
  ],
  [
    'news of the whole server in two answers',
    'http-broadcast',
    [-1],
    both(notification('notifications/tools/list_changed')),
  ],
  ['the same words logged by two calls', 'http-broadcast', [], both(logged)],
  [
    'news of their own in two answers without a session',
    'http-broadcast',
    [],
    both(notification('notifications/acme/seen')),
  ],
  ['the same words logged beside a call and on its stream', 'http-broadcast', [-1], aside(logged)],

  ['a template that ends a list of names with a comma', 'resource-template-syntax', [-1], templates('note://{a,}')],
  ['a template with several names', 'resource-template-syntax', [], templates('note://{a,b*,c:3}')],
  ['an unknown level refused as no request', 'logging-level-meta-invalid', [-1], loud(3, -32600)],
  ['an unknown level, and a version that is not known', 'logging-level-meta-invalid', [], loud(3, -32022)],
  ['bytes as text in an embedded resource', 'resource-binary-as-text', [-1], embedded('image/png')],
  ['a drawing as text in an embedded resource', 'resource-binary-as-text', [], embedded('image/svg+xml')],

  [
    'discovery refused before the era shows',
    'discover-implemented',
    [refusedProbe.length - 1],
    [...refusedProbe, ...serves],
  ],
  [
    'a handshake refused before the era shows',
    'modern-init-error-names-versions',
    [refusedHello.length - 1],
    [...refusedHello, ...serves],
  ],
  [
    'a handshake refused by an old server',
    'modern-init-error-names-versions',
    [],
    [...refusedHello, client(request(2, 'ping')), server(result(2))],
  ],
  [
    'a version given up that shows later to be spoken',
    'init-version-not-echoed',
    [lower.length - 1],
    [...lower, ...later(D)],
  ],
  ['a version given up that is not spoken', 'init-version-not-echoed', [], [...lower, ...later('2025-06-18')]],

  ['an answer that crosses the cancellation', 'rpc-response-duplicate', [], cancelled],
  [
    'a second answer to what was cancelled',
    'rpc-response-duplicate',
    [-1],
    [...cancelled, server(result(3, { content: [] }))],
  ],
];

test.for(CASES)('%s: %s', ([, rule, found, events]) => {
  const all = findingsOf(events);
  expect(
    all.filter((each) => each.rule === rule).map(({ at }) => at),
    JSON.stringify(all),
  ).toEqual(found.map((place) => (place < 0 ? events.length + place : place)));
});

test('ids of tasks that were replaced by placeholders are not compared', () => {
  const stamp = '2026-01-05T10:00:00Z';
  const task = { taskId: '‹token:1›', status: 'working', createdAt: stamp, lastUpdatedAt: stamp, ttl: 60_000 };
  const make = (id: number): readonly EventBody[] => [
    client(request(id, 'tools/call', { name: 'a', task: { ttl: 60_000 } })),
    server(result(id, { task })),
  ];
  const related = { 'io.modelcontextprotocol/related-task': { taskId: 't-1' } };
  const fold = new SessionFold();
  const state = fold.follow(FINDINGS, FINDINGS.init());
  const events = [
    ...afterHandshake(D, { server: { tools: {}, tasks: { requests: { tools: { call: {} } } } } }),
    ...[...make(3), ...make(4)],
    client(request(5, 'tasks/result', { taskId: '‹token:1›' })),
    server(result(5, { content: [], _meta: related })),
    client(request(6, 'tasks/get', { taskId: '‹token:2›' })),
    server(result(6, { ...task, taskId: 't-2' })),
  ];
  for (const event of toEvents(events)) fold.append(event);
  const rules = ['task-id-unique', 'task-result-related-meta', 'task-error-codes'];
  expect(state.found.filter(({ rule }) => rules.includes(rule))).toEqual([]);
  expect(rules.map((rule) => state.unjudged.get(rule)?.why)).toEqual(['redacted', 'redacted', 'redacted']);
});
