import type { EventBody } from '#shared/recording';
import { posted, type Headers } from './http-script.ts';
import { client, complete, failure, LATEST, meta, request, result, server } from './messages.ts';
import { discovered, examples } from './script.ts';

const EXTENSION = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const given = discovered({ client: EXTENSION, server: { tools: {}, ...EXTENSION } });

const state = (status = 'working', more: object = {}): object => ({
  taskId: 'job-7',
  status,
  createdAt: '2026-09-01T09:00:00Z',
  lastUpdatedAt: '2026-09-01T09:00:05Z',
  ttlMs: 300_000,
  ...more,
});
const ask = (id: number, method: string, params: object, own: object = EXTENSION): EventBody =>
  client(request(id, method, { ...params, _meta: meta(own) }));
const call = (id: number, own: object = EXTENSION): EventBody => ask(id, 'tools/call', { name: 'render' }, own);
const handle = (id: number, task: object = state()): EventBody => server(result(id, { resultType: 'task', ...task }));
const get = (id: number, task: object): readonly EventBody[] => [
  ask(id, 'tasks/get', { taskId: 'job-7' }),
  server(complete(id, task)),
];
const created = [...given, call(4), handle(4)];
const input = (message: string): object => ({
  inputRequests: {
    who: { method: 'elicitation/create', params: { message, requestedSchema: { type: 'object', properties: {} } } },
  },
});
const update = (id: number, name: string): EventBody =>
  ask(id, 'tasks/update', { taskId: 'job-7', inputResponses: { [name]: { action: 'decline' } } });
const listen = ask(5, 'subscriptions/listen', { notifications: { taskIds: ['job-7'] } }, {});
const routed = (headers: Headers): readonly EventBody[] =>
  posted('x1', request(5, 'tasks/get', { taskId: 'job-7', _meta: meta(EXTENSION) }), complete(5, state()), {
    headers: { 'mcp-protocol-version': LATEST, 'mcp-method': 'tasks/get', ...headers },
  });

export const TASKS_EXTENSION = examples(created, {
  'taskx-undeclared-client': { given, breaks: [call(4, {}), handle(4)], keeps: [call(4), handle(4)] },
  'taskx-result-type': {
    given,
    breaks: [call(4), server(complete(4, state()))],
    keeps: [call(4), handle(4)],
  },
  'taskx-wire-fields': {
    given,
    breaks: [call(4), handle(4, state('working', { ttlMs: '5 min' }))],
    keeps: [call(4), handle(4)],
  },
  'taskx-status-payload': {
    breaks: get(5, state('failed')),
    keeps: get(5, state('failed', { error: { code: -32603, message: 'Disk full' } })),
  },
  'taskx-iserror-completed': {
    breaks: get(5, state('failed', { error: { message: 'Disk full' } })),
    keeps: get(5, state('completed', { result: { content: [], isError: true } })),
  },
  'taskx-ack-empty': {
    breaks: [ask(5, 'tasks/cancel', { taskId: 'job-7' }), server(complete(5, { ok: true }))],
    keeps: [ask(5, 'tasks/cancel', { taskId: 'job-7' }), server(complete(5))],
  },
  'taskx-durable': {
    breaks: [ask(5, 'tasks/get', { taskId: 'job-7' }), server(failure(5, -32602, 'No such task'))],
    keeps: get(5, state()),
  },
  'taskx-removed-methods': {
    breaks: [ask(5, 'tasks/result', { taskId: 'job-7' })],
    keeps: [ask(5, 'tasks/get', { taskId: 'job-7' })],
  },
  'taskx-name-header': {
    given: [],
    breaks: routed({ 'mcp-name': 'job-8' }),
    keeps: routed({ 'mcp-name': '=?base64?am9iLTc=?=' }),
  },
  'taskx-listen-undeclared': {
    given,
    breaks: [listen, server(failure(5, -32602, 'What is a task?'))],
    keeps: [listen, server(failure(5, -32021, 'Declare tasks', { requiredCapabilities: EXTENSION }))],
  },
  'taskx-input-key-unique': {
    given: [...created, ...get(5, state('input_required', input('Who?')))],
    breaks: get(6, state('input_required', input('How many?'))),
    keeps: get(6, state('input_required', input('Who?'))),
  },
  'taskx-update-keys': {
    given: [...created, ...get(5, state('input_required', input('Who?')))],
    breaks: [update(6, 'whom')],
    keeps: [update(6, 'who')],
  },
});
