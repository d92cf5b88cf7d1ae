import type { EventBody } from '#shared/recording';
import { answer, end, head, posted } from './http-script.ts';
import { client, complete, LATEST, meta, notification, request, result, server } from './messages.ts';
import { after, discovered, examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-06-18', { server: { tools: {} } });
const modern = discovered({ server: { tools: {} } });
const call = (id: number, more: object = {}): EventBody =>
  client(request(id, 'tools/call', { name: 'index', ...more }));
const asks = (id: number, more: object = {}): object =>
  request(id, 'tools/call', { name: 'index', _meta: { ...meta(), ...more } });
const cancels = (params: object): object => notification('notifications/cancelled', params);
const cancel = (id: unknown): EventBody => client(cancels({ requestId: id }));
const done = (id: number): EventBody => server(result(id, { content: [] }));
const task = {
  taskId: 'job-7',
  status: 'working',
  createdAt: '2025-12-01T09:00:00Z',
  lastUpdatedAt: '2025-12-01T09:00:00Z',
  ttl: null,
};
const stream: readonly EventBody[] = [
  head('x1', {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': LATEST,
    'mcp-method': 'tools/call',
    'mcp-name': 'index',
  }),
  client(asks(4), { x: 'x1' }),
  answer('x1', 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }),
];

export const CANCELLATION = examples([], {
  'cancel-unknown-id': { given: [...given, call(4)], breaks: [cancel('4')], keeps: [cancel(4)] },
  'cancel-response-after': {
    given: [...given, call(4), cancel(4)],
    breaks: [after(2, done(4))],
    keeps: [done(4)],
  },
  'cancel-messages-after': {
    given: [...modern, client(asks(4)), cancel(4)],
    breaks: [after(2, server(complete(4, { content: [] })))],
    keeps: [server(complete(4, { content: [] }))],
  },
  'cancel-request-id-missing': {
    given: [...given, call(4)],
    breaks: [client(notification('notifications/cancelled'))],
    keeps: [cancel(4)],
  },
  'cancel-task-by-notification': {
    given: [
      ...afterHandshake('2025-11-25', {
        server: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      }),
      call(4, { task: {} }),
      server(result(4, { task })),
    ],
    breaks: [cancel(4)],
    keeps: [client(request(5, 'tasks/cancel', { taskId: 'job-7' }))],
  },
  'cancel-server-scope': {
    given: [
      ...modern,
      client(asks(4)),
      client(request(5, 'subscriptions/listen', { notifications: {}, _meta: meta() })),
    ],
    breaks: [server(cancels({ requestId: 4 }))],
    keeps: [server(cancels({ requestId: 5 }))],
  },
  'cancel-already-answered': {
    given: [...given, call(4), done(4)],
    breaks: [after(2, cancel(4))],
    keeps: [cancel(4)],
  },
  'cancel-http-notification': {
    given: stream,
    breaks: posted('x2', cancels({ requestId: 4 }), undefined, {
      headers: { 'mcp-protocol-version': LATEST, 'mcp-method': 'notifications/cancelled' },
    }),
    keeps: [end('x1', 'client')],
  },
});
