import type { EventBody } from '#shared/recording';
import { answered, client, failure, notification, request, result, server } from './messages.ts';
import { examples, afterHandshake } from './script.ts';

const REVISION = '2025-11-25';
const offer = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
const listing = (support?: string): readonly EventBody[] => [
  client(request('l', 'tools/list')),
  server(
    result('l', {
      tools: [
        {
          name: 'render',
          inputSchema: { type: 'object' },
          ...(support === undefined ? {} : { execution: { taskSupport: support } }),
        },
      ],
    }),
  ),
];
const bare = afterHandshake(REVISION, { server: { tools: {} } });
const tasks = afterHandshake(REVISION, { server: { tools: {}, tasks: offer } });
const given = [...tasks, ...listing('optional')];

const state = (status = 'working', more: object = {}): object => ({
  taskId: 'job-7',
  status,
  createdAt: '2025-12-01T09:00:00Z',
  lastUpdatedAt: '2025-12-01T09:00:05Z',
  ttl: 300_000,
  ...more,
});
const call = (id: number, more: object = { task: {} }): EventBody =>
  client(request(id, 'tools/call', { name: 'render', arguments: {}, ...more }));
const create = (id: number, task: object = state()): readonly EventBody[] => [call(id), server(result(id, { task }))];
const about = (id: number, method: string, answer: object): readonly EventBody[] =>
  answered(request(id, method, { taskId: 'job-7' }), answer);
const get = (id: number, task: object): readonly EventBody[] => about(id, 'tasks/get', result(id, task));
const RELATED = { 'io.modelcontextprotocol/related-task': { taskId: 'job-7' } };
const payload = (id: number, more: object = { _meta: RELATED }): readonly EventBody[] =>
  about(id, 'tasks/result', result(id, { content: [], ...more }));
const told = (task: object): EventBody => server(notification('notifications/tasks/status', task));

export const TASKS = examples([...given, ...create(4)], {
  'task-augment-undeclared': { given: bare, breaks: [call(4)], keeps: [call(4, {})] },
  'task-tool-forbidden': {
    given: tasks,
    breaks: [...listing('forbidden'), call(4)],
    keeps: [...listing('optional'), call(4)],
  },
  'task-tool-required': {
    given: [...tasks, ...listing('required')],
    breaks: [call(4, {})],
    keeps: [call(4)],
  },
  'task-create-result': {
    given,
    breaks: [call(4), server(result(4, { content: [] }))],
    keeps: create(4),
  },
  'task-initial-status': { given, breaks: create(4, state('input_required')), keeps: create(4) },
  'task-terminal-frozen': {
    breaks: [...get(5, state('failed')), ...get(6, state('working'))],
    keeps: [...get(5, state('failed')), ...get(6, state('failed'))],
  },
  'task-id-unique': {
    breaks: create(5),
    keeps: create(5, state('working', { taskId: 'job-8' })),
  },
  'task-timestamps': {
    given,
    breaks: create(4, state('working', { createdAt: 'yesterday' })),
    keeps: create(4),
  },
  'task-result-related-meta': {
    given: [...given, ...create(4), told(state('completed'))],
    breaks: payload(5, {}),
    keeps: payload(5),
  },
  'task-result-early': {
    breaks: [...payload(5), ...get(6, state('working'))],
    keeps: [told(state('completed')), ...payload(5), ...get(6, state('completed'))],
  },
  'task-error-codes': {
    given,
    breaks: about(4, 'tasks/get', failure(4, -32603, 'KeyError')),
    keeps: about(4, 'tasks/get', failure(4, -32602, 'No such task')),
  },
  'task-cancel-status': {
    breaks: about(5, 'tasks/cancel', result(5, state('working'))),
    keeps: about(5, 'tasks/cancel', result(5, state('cancelled'))),
  },
  'task-op-undeclared': {
    given: bare,
    breaks: [client(request(4, 'tasks/get', { taskId: 'job-7' }))],
    keeps: [client(request(4, 'tools/list'))],
  },
  'task-related-redundant': {
    breaks: [told(state('working', { _meta: RELATED }))],
    keeps: [told(state('working'))],
  },
  'task-poll-interval': {
    given: [...given, ...create(4, state('working', { pollInterval: 5000 }))],
    breaks: [...get(5, state()), ...get(6, state())],
    keeps: get(5, state()),
  },
  'task-iserror-status': {
    breaks: [...get(5, state('completed')), ...payload(6, { _meta: RELATED, isError: true })],
    keeps: [...get(5, state('failed')), ...payload(6, { _meta: RELATED, isError: true })],
  },
});
