import { answer, end, head, posted } from './http-script.ts';
import { agreed, answered, client, failure, meta, notification, offered, request, result, server } from './messages.ts';
import { CLOSED, discovered, examples, OPEN, afterHandshake } from './script.ts';

const given = afterHandshake('2025-11-25', { server: { tools: {} } });
const asked = client(request(4, 'tools/list'));
const listed = server(result(4, { tools: [] }));
const hello = offered(1, '2025-03-26');
const overHttp = (revision: string, capabilities: object = {}) => [
  ...OPEN,
  ...posted('x1', offered('h1', revision), agreed('h1', revision, { capabilities })),
  ...posted('x2', notification('notifications/initialized'), undefined),
];

export const JSONRPC = examples(given, {
  'rpc-version-field': {
    breaks: [client({ id: 4, method: 'tools/list' })],
    keeps: [client(request(4, 'tools/list'))],
  },
  'rpc-message-shape': {
    breaks: [asked, server({ jsonrpc: '2.0', id: 4, method: 'tools/list', result: { tools: [] } })],
    keeps: [asked, listed],
  },
  'rpc-top-level-object': { breaks: [asked, server('"started"')], keeps: [asked, listed] },
  'rpc-request-id-null': {
    breaks: [client(request(null, 'tools/list'))],
    keeps: [client(request('a', 'tools/list'))],
  },
  'rpc-request-id-type': { breaks: [client(request(2.5, 'ping'))], keeps: [client(request(2, 'ping'))] },
  'rpc-request-id-reused': {
    breaks: [asked, listed, client(request(4, 'ping'))],
    keeps: [asked, listed, client(request(5, 'ping'))],
  },
  'rpc-request-id-in-flight': {
    given: discovered({ server: { tools: {} } }),
    breaks: [
      client(request(7, 'tools/list', { _meta: meta() })),
      client(request(7, 'tools/call', { name: 'sum', arguments: {}, _meta: meta() })),
    ],
    keeps: [
      client(request(7, 'tools/list', { _meta: meta() })),
      client(request(8, 'tools/call', { name: 'sum', arguments: {}, _meta: meta() })),
    ],
  },
  'rpc-response-id-unknown': {
    breaks: [asked, server(result(5, { tools: [] }))],
    keeps: [asked, listed],
  },
  'rpc-response-duplicate': { breaks: [asked, listed, listed], keeps: [asked, listed] },
  'rpc-response-id-type-changed': {
    breaks: [asked, server(result('4', { tools: [] }))],
    keeps: [asked, listed],
  },
  'rpc-response-both': {
    breaks: [asked, server({ ...result(4, { tools: [] }), error: null })],
    keeps: [asked, listed],
  },
  'rpc-response-neither': { breaks: [asked, server({ jsonrpc: '2.0', id: 4 })], keeps: [asked, listed] },
  'rpc-error-code-integer': {
    breaks: [asked, server({ jsonrpc: '2.0', id: 4, error: { code: 'ECONNREFUSED', message: 'No database' } })],
    keeps: [asked, server(failure(4, -32603, 'No database'))],
  },
  'rpc-error-message-string': {
    breaks: [asked, server({ jsonrpc: '2.0', id: 4, error: 'No database' })],
    keeps: [asked, server(failure(4, -32603, 'No database'))],
  },
  'rpc-error-id-missing': {
    breaks: [asked, server({ jsonrpc: '2.0', error: { code: -32603, message: 'No database' } })],
    keeps: [asked, server(failure(4, -32603, 'No database'))],
  },
  'rpc-error-id-null': {
    breaks: [client('{"jsonrpc": "2.0", '), server(failure(null, -32700, 'Parse error'))],
    keeps: [client('{"jsonrpc": "2.0", '), server({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } })],
  },
  'rpc-notification-has-id': {
    breaks: [client(request(9, 'notifications/cancelled', { requestId: 4 }))],
    keeps: [client(notification('notifications/cancelled', { requestId: 4 }))],
  },
  'rpc-params-object': {
    breaks: [client(request(4, 'tools/call', ['sum', 1, 2]))],
    keeps: [client(request(4, 'tools/call', { name: 'sum', arguments: { a: 1, b: 2 } }))],
  },
  'rpc-result-object': { breaks: [asked, server(result(4, null))], keeps: [asked, listed] },
  'rpc-batch-unsupported': {
    breaks: [client([request(4, 'ping'), request(5, 'tools/list')])],
    keeps: [client(request(4, 'ping')), client(request(5, 'tools/list'))],
  },
  'rpc-batch-initialize': {
    given: OPEN,
    breaks: [client([hello, request(2, 'ping')])],
    keeps: [client(hello)],
  },
  'rpc-batch-empty': {
    given: afterHandshake('2025-03-26'),
    breaks: [server([])],
    keeps: [server([request('s1', 'ping')])],
  },
  'rpc-batch-mixed': {
    given: overHttp('2025-03-26'),
    breaks: [head('x3'), client([result('s1'), request(5, 'ping')], { x: 'x3' })],
    keeps: [head('x3'), client([request(4, 'ping'), request(5, 'ping')], { x: 'x3' })],
  },
  'rpc-batch-rejected': {
    given: overHttp('2025-03-26'),
    breaks: [head('x3'), client([request(4, 'ping')], { x: 'x3' }), answer('x3', 400), end('x3')],
    keeps: posted('x3', [request(4, 'ping')], [result(4)]),
  },
  'rpc-parse-error-code': {
    breaks: [client('{"id": 4'), server({ jsonrpc: '2.0', error: { code: -32600, message: 'Invalid' } })],
    keeps: [client('{"id": 4'), server({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } })],
  },
  'rpc-unknown-method-code': {
    breaks: [client(request(4, 'tools/describe')), server(result(4))],
    keeps: [client(request(4, 'tools/describe')), server(failure(4, -32601, 'Method not found'))],
  },
  'method-not-in-version': {
    given: afterHandshake('2025-03-26', { client: { roots: {} } }),
    breaks: [server(request('s1', 'elicitation/create', { message: 'Which one?', requestedSchema: {} }))],
    keeps: [server(request('s1', 'roots/list'))],
  },
  'method-wrong-direction': {
    given: afterHandshake('2025-11-25', { client: { roots: { listChanged: true } } }),
    breaks: [client(notification('notifications/tools/list_changed'))],
    keeps: [client(notification('notifications/roots/list_changed'))],
  },
  'rpc-reserved-method-prefix': { breaks: [client(request(4, 'rpc.discover'))], keeps: [asked] },
  'rpc-batch-2024': {
    given: afterHandshake('2024-11-05'),
    breaks: [client([request(4, 'ping')])],
    keeps: [client(request(4, 'ping'))],
  },
  'rpc-request-unanswered': { breaks: [asked, CLOSED], keeps: [asked, listed, CLOSED] },
  'method-unknown': {
    breaks: [client(request(4, 'tools/invoke', { name: 'sum' }))],
    keeps: [client(request(4, 'tools/call', { name: 'sum' }))],
  },
  'field-not-in-version': {
    given: afterHandshake('2025-03-26', { server: { tools: {} } }),
    breaks: [asked, server(result(4, { tools: [{ name: 'sum', title: 'Sum', inputSchema: { type: 'object' } }] }))],
    keeps: [asked, server(result(4, { tools: [{ name: 'sum', inputSchema: { type: 'object' } }] }))],
  },
  'method-params-schema': {
    breaks: [client(request(5, 'tools/call', { name: 7 }))],
    keeps: [client(request(5, 'tools/call', { name: 'seven' }))],
  },
  'method-result-schema': {
    breaks: answered(
      request(6, 'tools/list'),
      result(6, { tools: [{ name: 'a', title: 1, inputSchema: { type: 'object' } }] }),
    ),
    keeps: answered(
      request(6, 'tools/list'),
      result(6, { tools: [{ name: 'a', title: 'A', inputSchema: { type: 'object' } }] }),
    ),
  },
  'notification-params-schema': {
    breaks: [server(notification('notifications/progress', { progressToken: 'p', progress: 'half' }))],
    keeps: [server(notification('notifications/progress', { progressToken: 'p', progress: 0.5 }))],
  },
});
