import { agreed, client, failure, found, meta, notification, offered, request, server } from './messages.ts';
import { after, examples, afterHandshake, SPAWNED } from './script.ts';

const call = (id: number) => client(request(id, 'tools/call', { name: 'report', arguments: { year: 2025 } }));
const offer = (version: string, more: object = {}) => client(offered(1, version, more));
const accepts = (version: string, capabilities: unknown = { tools: {} }) =>
  server(agreed(1, version, { capabilities }));
const initialized = client(notification('notifications/initialized'));
const hello = [offer('2025-11-25', { capabilities: { sampling: {} } }), accepts('2025-11-25')];
const list = client(request(2, 'tools/list'));

export const LIFECYCLE = examples(SPAWNED, {
  'init-first': { breaks: [list], keeps: [...hello, initialized, list] },
  'init-request-before-response': {
    breaks: [offer('2025-06-18'), list, accepts('2025-06-18')],
    keeps: [offer('2025-06-18'), accepts('2025-06-18'), initialized, list],
  },
  'init-server-request-early': {
    breaks: [...hello, server(request('s1', 'sampling/createMessage', { messages: [], maxTokens: 10 }))],
    keeps: [...hello, initialized, server(request('s1', 'sampling/createMessage', { messages: [], maxTokens: 10 }))],
  },
  'init-server-message-unprompted': {
    breaks: [server(notification('notifications/resources/list_changed')), ...hello],
    keeps: [server(notification('notifications/message', { level: 'info', data: 'starting' })), ...hello],
  },
  'init-initialized-missing': { breaks: [...hello, list], keeps: [...hello, initialized, list] },
  'init-initialized-once': {
    breaks: [...hello, initialized, initialized],
    keeps: [...hello, initialized],
  },
  'init-initialized-early': {
    breaks: [offer('2025-03-26'), initialized, accepts('2025-03-26')],
    keeps: [offer('2025-03-26'), accepts('2025-03-26'), initialized],
  },
  'init-repeated': {
    breaks: [...hello, initialized, client(offered(2, '2025-11-25'))],
    keeps: [...hello, initialized, { k: 'process', event: 'spawn', pid: 4712 }, offer('2025-11-25')],
  },
  'init-params-required': {
    breaks: [offer('2025-11-25', { clientInfo: { name: 'client' } })],
    keeps: [offer('2025-11-25')],
  },
  'init-result-required': {
    breaks: [offer('2025-11-25'), accepts('2025-11-25', ['tools'])],
    keeps: hello,
  },
  'init-version-unsupported-continue': {
    breaks: [offer('2025-11-25'), accepts('2023-12-01'), initialized],
    keeps: [offer('2025-11-25'), accepts('2023-12-01'), { k: 'process', event: 'stdin-end' }],
  },
  'init-modern-version': { breaks: [offer('2026-07-28')], keeps: [offer('2025-11-25')] },
  'init-cancelled': {
    breaks: [offer('2025-11-25'), client(notification('notifications/cancelled', { requestId: 1 }))],
    keeps: [...hello, initialized, list, client(notification('notifications/cancelled', { requestId: 2 }))],
  },
  'init-version-not-echoed': {
    given: [
      ...SPAWNED,
      client(request('d1', 'server/discover', { _meta: meta() })),
      server(found('d1', {}, ['2025-06-18', '2025-11-25'])),
    ],
    breaks: [offer('2025-11-25'), accepts('2025-06-18')],
    keeps: hello,
  },
  'init-version-error-instead': {
    breaks: [offer('2025-11-25'), server(failure(1, -32602, 'Unsupported version', { supported: ['2025-03-26'] }))],
    keeps: [offer('2025-11-25'), accepts('2025-03-26')],
  },
  'init-version-unpublished': {
    breaks: [offer('2025-11-25'), accepts('latest')],
    keeps: [offer('2025-11-25'), accepts('2025-11-25')],
  },
  'lifecycle-shutdown-method': {
    given: afterHandshake('2025-11-25'),
    breaks: [client(request(9, 'shutdown'))],
    keeps: [{ k: 'process', event: 'stdin-end' }],
  },
  'request-timeout-cancel': {
    given: afterHandshake('2025-11-25', { server: { tools: {} } }),
    breaks: [after(1, call(5)), after(90, call(6))],
    keeps: [
      after(1, call(5)),
      after(50, client(notification('notifications/cancelled', { requestId: 5 }))),
      after(90, call(6)),
    ],
  },
});
