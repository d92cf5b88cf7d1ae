/** What looks like a broken rule of tasks, progress, cancellation, pages or the per-request era, and is none; and its other forms. */
import { describe, expect, test } from 'vitest';
import { requestMeta } from '#shared/mcp';
import type { EventBody } from '#shared/recording';
import { c2s, failure, handshake, notification, OPEN, request, result, s2c } from '../../script.ts';
import { findingsOf } from './run.ts';

const LATEST = '2026-07-28';
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const meta = (capabilities: object = {}, revision = LATEST): object =>
  requestMeta({ revision, clientInfo: { name: 'client', version: '1' }, capabilities });
const SPAWN: EventBody = { k: 'process', event: 'spawn', pid: 1 };
const modern = (server: object = {}, own: object = {}): readonly EventBody[] => [
  ...OPEN,
  SPAWN,
  c2s(request('d', 'server/discover', { _meta: meta(own) })),
  s2c(complete('d', { supportedVersions: [LATEST], capabilities: server, ttlMs: 0, cacheScope: 'private' })),
];
const complete = (id: unknown, value: object = {}): object => result(id, { resultType: 'complete', ...value });
const later = (seconds: number, body: EventBody): EventBody => ({ ...body, ...{ t: seconds * 1_000_000 } });
const ask = (id: unknown, method: string, params: object = {}, own: object = {}): EventBody =>
  c2s(request(id, method, { ...params, _meta: meta(own) }));
const broken = (events: readonly EventBody[]): readonly string[] => findingsOf(events).map(({ rule }) => rule);
const initialize = c2s(
  request('i', 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'client', version: '1' },
  }),
);

const state = (status: string, more: object = {}): object => ({
  taskId: 't',
  status,
  createdAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:00:00Z',
  ttl: null,
  ...more,
});
const tasks = handshake('2025-11-25', {
  tools: {},
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
});
const created = [
  ...tasks,
  c2s(request(4, 'tools/call', { name: 'a', task: {}, _meta: { progressToken: 4 } })),
  s2c(result(4, { task: state('working') })),
];
const call = (id: unknown, token?: unknown): EventBody =>
  c2s(request(id, 'tools/call', { name: 'a', ...(token === undefined ? {} : { _meta: { progressToken: token } }) }));
const progress = (token: unknown, value: number, more: object = {}): EventBody =>
  s2c(notification('notifications/progress', { progressToken: token, progress: value }), more);
const listen = ask('sub', 'subscriptions/listen', { notifications: { toolsListChanged: true } });
const news = (id?: unknown): EventBody =>
  s2c(
    notification('notifications/tools/list_changed', {
      ...(id === undefined ? {} : { _meta: { 'io.modelcontextprotocol/subscriptionId': id } }),
    }),
  );
const acknowledged = s2c(
  notification('notifications/subscriptions/acknowledged', {
    notifications: { toolsListChanged: true },
    _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub' },
  }),
);
const cancel = (id: unknown): EventBody => c2s(notification('notifications/cancelled', { requestId: id }));
const tools = handshake('2025-11-25');
const page = (id: number, next?: string, cursor?: string): readonly EventBody[] => [
  c2s(request(id, 'tools/list', cursor === undefined ? {} : { cursor })),
  s2c(result(id, { tools: [], ...(next === undefined ? {} : { nextCursor: next }) })),
];

describe('breaks nothing', () => {
  test.for<readonly [string, string, readonly EventBody[]]>([
    [
      'a status that was asked for before the task ended, and comes after',
      'task-terminal-frozen',
      [
        ...created,
        c2s(request(5, 'tasks/get', { taskId: 't' })),
        c2s(request(6, 'tasks/get', { taskId: 't' })),
        s2c(result(6, state('completed'))),
        s2c(result(5, state('working'))),
      ],
    ],
    [
      'a task that was created by a late answer to a cancelled call',
      'task-error-codes',
      [
        ...tasks,
        c2s(request(4, 'tools/call', { name: 'a', task: {} })),
        cancel(4),
        s2c(result(4, { task: state('working') })),
        c2s(request(5, 'tasks/get', { taskId: 't' })),
        s2c(result(5, state('working'))),
      ],
    ],
    [
      'progress of a task that goes on after the call was answered',
      'progress-after-completion',
      [...created, progress(4, 1)],
    ],
    [
      'the token of a request that is over',
      'progress-token-unique',
      [...tools, call(4, 'a'), s2c(result(4, { content: [] })), call(5, 'a')],
    ],
    [
      'an SSE event that a resumed stream brings again',
      'progress-increasing',
      [
        ...tools,
        call(4, 'a'),
        progress(4, 1),
        progress('a', 1, { x: 'x1', sse: { id: '7' } }),
        progress('a', 1, { x: 'x1', sse: { id: '7' } }),
      ],
    ],
    [
      'an answer that crosses its cancellation',
      'cancel-response-after',
      [...tools, call(4), cancel(4), s2c(result(4))],
    ],
    [
      'a cancellation that crosses its answer',
      'cancel-already-answered',
      [...tools, call(4), s2c(result(4, { content: [] })), cancel(4)],
    ],
    [
      'a page that is read twice',
      'page-cursor-loop',
      [...tools, ...page(4, 'b'), ...page(5, 'c', 'b'), ...page(6, 'c', 'b')],
    ],
    [
      'a server of the handshake that answers a probe with nothing',
      'discover-result',
      [...OPEN, SPAWN, ask('d', 'server/discover'), s2c(result('d')), initialize],
    ],
    [
      'a server of the handshake that answers a probe with nothing',
      'result-type-missing',
      [...OPEN, SPAWN, ask('d', 'server/discover'), s2c(result('d')), initialize],
    ],
    [
      'a server of the handshake that asks while it is probed',
      'no-server-requests',
      [...OPEN, SPAWN, ask('d', 'server/discover'), s2c(request('p', 'ping')), c2s(result('p'))],
    ],
    [
      'a handshake with a server that names only older versions',
      'discover-modern-error-fallback',
      [
        ...OPEN,
        SPAWN,
        ask('d', 'server/discover'),
        s2c({
          ...failure('d', -32022),
          error: { code: -32022, message: 'no', data: { supported: ['2025-11-25'], requested: LATEST } },
        }),
        initialize,
      ],
    ],
    [
      'news that cross the end of a subscription',
      'listen-after-end',
      [...modern(), listen, acknowledged, cancel('sub'), news('sub')],
    ],
    [
      'news while the session is being closed',
      'change-outside-listen',
      [...modern(), { k: 'process', event: 'stdin-end' }, news()],
    ],
    [
      'an input that is asked for once more until it is answered',
      'taskx-input-key-unique',
      [
        ...modern(TASKS, TASKS),
        ask(4, 'tools/call', { name: 'a' }, TASKS),
        s2c(result(4, { resultType: 'task', ...state('working'), ttlMs: null })),
        ...[5, 6].flatMap((id) => [
          ask(id, 'tasks/get', { taskId: 't' }, TASKS),
          s2c(complete(id, { ...state('input_required'), inputRequests: { k: { method: 'roots/list' } } })),
        ]),
      ],
    ],
    [
      'the same call twice, each with its own input',
      'mrtr-state-echo',
      [
        ...modern({ tools: {} }, { roots: {} }),
        ...['one', 'two'].flatMap((name) => [
          ask(name, 'tools/call', { name: 'a' }, { roots: {} }),
          s2c(
            result(name, {
              resultType: 'input_required',
              inputRequests: { r: { method: 'roots/list' } },
              requestState: name,
            }),
          ),
        ]),
        ...['one', 'two'].map((name) =>
          ask(`${name} again`, 'tools/call', { name: 'a', inputResponses: { r: { roots: [] } }, requestState: name }),
        ),
      ],
    ],
  ])('%s: %s', ([, rule, events]) => {
    expect(broken(events)).not.toContain(rule);
  });
});

describe('is found', () => {
  test.for<readonly [string, readonly EventBody[]]>([
    [
      'task-timestamps',
      [
        ...created,
        c2s(request(5, 'tasks/get', { taskId: 't' })),
        s2c(result(5, state('working', { lastUpdatedAt: '2025-12-31T23:59:59Z' }))),
      ],
    ],
    [
      'task-error-codes',
      [
        ...created,
        c2s(request(5, 'tasks/cancel', { taskId: 't' })),
        s2c(result(5, state('cancelled'))),
        c2s(request(6, 'tasks/cancel', { taskId: 't' })),
        s2c(result(6, state('cancelled'))),
      ],
    ],
    [
      'task-iserror-status',
      [
        ...created,
        c2s(request(5, 'tasks/result', { taskId: 't' })),
        s2c(result(5, { content: [], isError: true })),
        c2s(request(6, 'tasks/get', { taskId: 't' })),
        s2c(result(6, state('completed'))),
      ],
    ],
    [
      'taskx-result-type',
      [
        ...modern(TASKS, TASKS),
        ask(4, 'prompts/get', { name: 'a' }, TASKS),
        s2c(result(4, { resultType: 'task', ...state('working'), ttlMs: 1 })),
      ],
    ],
    [
      'taskx-listen-undeclared',
      [...modern(TASKS), ask(4, 'subscriptions/listen', { notifications: { taskIds: [] } }), s2c(complete(4))],
    ],
    [
      'discover-implemented',
      [
        ...OPEN,
        SPAWN,
        ask('d', 'server/discover'),
        s2c(failure('d', -32601)),
        ask(4, 'tools/list'),
        s2c(complete(4, { tools: [], ttlMs: 0, cacheScope: 'public' })),
      ],
    ],
    ['progress-token-unknown', [...tools, call(4, 'a'), progress(4, 1)]],
    [
      'progress-over-total',
      [
        ...tools,
        call(4, 'a'),
        progress('a', 5),
        s2c(notification('notifications/progress', { progressToken: 'a', progress: 6, total: 4 })),
      ],
    ],
    ['page-cursor-string', [...tools, c2s(request(4, 'tools/list', { cursor: null }))]],
    ['page-cursor-invalid-code', [...tools, ...page(4, undefined, 'x')]],
    ['page-cursor-loop', [...tools, ...page(4, 'b'), ...page(5, 'c', 'b'), ...page(6, 'b', 'c')]],
    ['listen-after-end', [...modern(), listen, acknowledged, cancel('sub'), later(3, news('sub'))]],
    ['listen-subscription-id', [...modern(), listen, acknowledged, news()]],
    [
      'cancel-messages-after',
      [...modern(), ask(4, 'tools/call', { name: 'a' }), cancel(4), later(3, s2c(complete(4, { content: [] })))],
    ],
    [
      'version-retry-choice',
      [
        ...modern(),
        ask(4, 'tools/list'),
        s2c({
          ...failure(4),
          error: { code: -32022, message: 'no', data: { supported: [LATEST], requested: LATEST } },
        }),
        initialize,
      ],
    ],
    ['mrtr-state-invented', [...modern(), ask(4, 'tools/call', { name: 'a', requestState: 'mine' })]],
  ])('%s', ([rule, events]) => {
    expect(broken(events)).toContain(rule);
  });
});

test('what a recording that begins in the middle cannot tell is no finding', () => {
  const events = [progress('a', 1), cancel(9), ...page(4, undefined, 'x'), news('sub')];
  const rules = [
    'progress-token-unknown',
    'cancel-unknown-id',
    'page-cursor-invented',
    'page-cursor-invalid-code',
    'listen-subscription-id-value',
  ];
  expect(broken(events).filter((rule) => rules.includes(rule))).toEqual([]);
});
