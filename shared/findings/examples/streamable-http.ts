import type { EventBody } from '#shared/recording';
import {
  answer,
  end,
  head,
  listening,
  posted,
  priming,
  sent,
  shakenOverHttp,
  stream,
  streamed,
  usual,
  type Headers,
} from './http-script.ts';
import { agreed, client, failure, notification, offered, request, result, server } from './messages.ts';
import { CLOSED, examples, OPEN } from './script.ts';

const REVISION = '2025-11-25';
const SESSION = '6f1d2c1e-8a4b-4d0e-9a55-0c9b7f3e2d11';
const VERSION = { 'mcp-protocol-version': REVISION };
const given = shakenOverHttp(REVISION, { server: { tools: { listChanged: true } } });
const inSession = shakenOverHttp(REVISION, { session: SESSION });
const headers = usual(REVISION);
const own = usual(REVISION, { 'mcp-session-id': SESSION });
const list = request(3, 'tools/list');
const tools = result(3, { tools: [] });
const call = request(3, 'tools/call', { name: 'measure', arguments: {}, _meta: { progressToken: 'p3' } });
const measured = result(3, { content: [] });
const changed = notification('notifications/tools/list_changed');
const asked = sent('x3', headers, list);
/** The call's stream, begun as it should be. */
const streaming: readonly EventBody[] = [...sent('x3', headers, call), stream('x3'), priming('x3', 'x3-0', 500)];
const initialize = (version: string, more: Headers = {}): readonly EventBody[] =>
  posted('i1', offered('i1', version), agreed('i1', '2025-06-18'), { answers: more });
const json = (x: string, content: object, status = 200): readonly EventBody[] => [
  answer(x, status, { 'content-type': 'application/json' }),
  server(content, { x }),
  end(x),
];
const told = (status: number, more: Headers = {}): readonly EventBody[] => [
  ...sent('x3', headers, notification('notifications/initialized')),
  answer('x3', status, more),
];
const LOCAL = 'http://localhost:7311/mcp';
const fromPage = (origin: string, url: string): readonly EventBody[] => [
  head('x3', { ...headers, origin }, { url }),
  client(list, { x: 'x3' }),
];
const text = (x: string, status: number, raw: string): readonly EventBody[] => [
  answer(x, status, { 'content-type': 'text/plain' }),
  server(raw, { x }),
  end(x),
];
const resuming = { ...VERSION, 'last-event-id': 'x3-0' };
export const STREAMABLE_HTTP = examples(given, {
  'http-post-accept': {
    breaks: sent('x3', { ...headers, accept: 'text/event-stream' }, list),
    keeps: asked,
  },
  'http-get-accept': {
    breaks: [head('g1', { accept: 'application/json', ...VERSION }, { method: 'GET' })],
    keeps: listening('g1', VERSION),
  },
  'http-notification-202': { breaks: told(204), keeps: told(202) },
  'http-202-body': { breaks: told(202, { 'content-length': '8' }), keeps: told(202, { 'content-length': '0' }) },
  'http-rejected-notification-status': {
    breaks: [
      ...told(200, { 'content-type': 'application/json' }),
      server({ jsonrpc: '2.0', error: { code: -32600, message: 'not now' } }, { x: 'x3' }),
    ],
    keeps: [
      ...told(400, { 'content-type': 'application/json' }),
      server({ jsonrpc: '2.0', error: { code: -32600, message: 'not now' } }, { x: 'x3' }),
    ],
  },
  'http-request-content-type': {
    breaks: [...asked, answer('x3', 200, { 'content-type': 'text/plain' }), server(tools, { x: 'x3' }), end('x3')],
    keeps: [...asked, ...json('x3', tools)],
  },
  'http-json-single-response': {
    breaks: [...asked, ...json('x3', result(4, { tools: [] }))],
    keeps: [...asked, ...json('x3', tools)],
  },
  'http-sse-data-json': {
    breaks: [...streaming, streamed('x3', 'working on it', { id: 'x3-1' })],
    keeps: [...streaming, streamed('x3', measured, { id: 'x3-1' })],
  },
  'http-sse-response-missing': {
    given: shakenOverHttp('2025-06-18'),
    breaks: [...sent('x3', usual('2025-06-18'), call), stream('x3'), end('x3')],
    keeps: [...sent('x3', usual('2025-06-18'), call), stream('x3'), streamed('x3', measured), end('x3')],
  },
  'http-sse-open-after-response': {
    breaks: [...streaming, streamed('x3', measured, { id: 'x3-1' }), streamed('x3', changed, { id: 'x3-2' })],
    keeps: [...streaming, streamed('x3', measured, { id: 'x3-1' }), end('x3')],
  },
  'http-sse-unrelated': {
    breaks: [...streaming, streamed('x3', changed, { id: 'x3-1' })],
    keeps: [...streaming, ...listening('g1', VERSION), streamed('g1', changed, { id: 'g1-1' })],
  },
  'http-get-response': {
    breaks: [...asked, ...listening('g1', VERSION), streamed('g1', tools)],
    keeps: [...asked, ...listening('g1', VERSION), ...json('x3', tools)],
  },
  'http-broadcast': {
    breaks: [
      ...listening('g1', VERSION),
      ...listening('g2', VERSION),
      streamed('g1', request('s1', 'ping')),
      streamed('g2', request('s1', 'ping')),
    ],
    keeps: [
      ...listening('g1', VERSION),
      ...listening('g2', VERSION),
      streamed('g1', request('s1', 'ping')),
      streamed('g2', request('s2', 'ping')),
    ],
  },
  'http-get-405': {
    breaks: [head('g1', { accept: 'text/event-stream', ...VERSION }, { method: 'GET' }), answer('g1', 501)],
    keeps: [head('g1', { accept: 'text/event-stream', ...VERSION }, { method: 'GET' }), answer('g1', 405)],
  },
  'http-endpoint-single': {
    breaks: [head('x3', headers, { url: 'https://mcp.example/mcp/tools' }), client(list, { x: 'x3' })],
    keeps: asked,
  },
  'http-session-id-charset': {
    given: OPEN,
    breaks: initialize(REVISION, { 'mcp-session-id': 'room 7 of the tower' }),
    keeps: initialize(REVISION, { 'mcp-session-id': 'room-7-of-the-tower' }),
  },
  'http-session-header-missing': { given: inSession, breaks: asked, keeps: sent('x3', own, list) },
  'http-session-missing-400': {
    given: inSession,
    breaks: [...asked, ...json('x3', failure(3, -32600), 422)],
    keeps: [...asked, ...json('x3', failure(3, -32600), 400)],
  },
  'http-session-ended-404': {
    given: [...inSession, ...sent('x3', own, list), answer('x3', 404), end('x3')],
    breaks: [...sent('x4', own, request(4, 'ping')), ...json('x4', result(4))],
    keeps: [...sent('x4', own, request(4, 'ping')), answer('x4', 404), end('x4')],
  },
  'http-session-404-reinit': {
    given: [...inSession, ...sent('x3', own, list), answer('x3', 404), end('x3')],
    breaks: sent('x4', own, request(4, 'tools/list')),
    keeps: initialize(REVISION),
  },
  'http-session-delete': {
    given: inSession,
    breaks: [CLOSED],
    keeps: [
      head('e1', { ...VERSION, 'mcp-session-id': SESSION }, { method: 'DELETE' }),
      answer('e1', 405),
      end('e1'),
      CLOSED,
    ],
  },
  'http-version-header-missing': {
    breaks: [head('g1', { accept: 'text/event-stream' }, { method: 'GET' })],
    keeps: listening('g1', VERSION),
  },
  'http-version-header-negotiated': {
    given: [...OPEN, ...initialize(REVISION)],
    breaks: sent('x3', headers, notification('notifications/initialized')),
    keeps: sent('x3', usual('2025-06-18'), notification('notifications/initialized')),
  },
  'http-version-header-invalid-400': {
    breaks: [...sent('x3', usual('v3'), list), ...json('x3', tools)],
    keeps: [...sent('x3', usual('v3'), list), ...json('x3', failure(3, -32600), 400)],
  },
  'http-origin-unchecked': {
    breaks: [...fromPage('https://games.example', LOCAL), ...json('x3', tools)],
    keeps: [...fromPage('http://localhost:3000', LOCAL), ...json('x3', tools)],
  },
  'http-origin-403': {
    breaks: [...fromPage('https://games.example', LOCAL), ...text('x3', 421, 'Origin not allowed')],
    keeps: [...fromPage('https://games.example', LOCAL), ...text('x3', 403, 'Origin not allowed')],
  },
  'http-event-id-unique': {
    given: [...given, ...listening('g1', VERSION), priming('g1', '0')],
    breaks: [...streaming.slice(0, 3), priming('x3', '0', 500)],
    keeps: streaming,
  },
  'http-resume-with-get': {
    given: [...given, ...streaming, end('x3', 'network')],
    breaks: sent('x4', headers, { ...call, id: 4 }),
    keeps: listening('g1', resuming),
  },
  'http-replay-foreign': {
    given: [
      ...given,
      ...listening('g1', VERSION),
      priming('g1', 'g1-0'),
      streamed('g1', changed, { id: 'g1-1' }),
      ...streaming,
      end('x3', 'network'),
      ...listening('g2', resuming),
    ],
    breaks: [streamed('g2', changed, { id: 'g1-1' })],
    keeps: [streamed('g2', measured, { id: 'x3-1' })],
  },
  'http-sse-retry-hint': {
    breaks: [...sent('x3', headers, call), stream('x3'), priming('x3', 'x3-0'), end('x3')],
    keeps: [...streaming, end('x3')],
  },
  // No time passes between these events.
  'http-sse-retry-respected': {
    given: [...given, ...sent('x3', headers, call), stream('x3')],
    breaks: [priming('x3', 'x3-0', 500), end('x3'), ...listening('g1', resuming)],
    keeps: [priming('x3', 'x3-0', 0), end('x3'), ...listening('g1', resuming)],
  },
  'http-post-content-type': {
    breaks: sent('x3', { ...headers, 'content-type': 'text/plain' }, list),
    keeps: sent('x3', { ...headers, 'content-type': 'application/json; charset=utf-8' }, list),
  },
  'http-sse-event-name': {
    breaks: [...streaming, streamed('x3', measured, { event: 'done', id: 'x3-1' })],
    keeps: [...streaming, streamed('x3', measured, { event: 'message', id: 'x3-1' })],
  },
  'http-session-id-weak': {
    given: OPEN,
    breaks: initialize(REVISION, { 'mcp-session-id': '42' }),
    keeps: initialize(REVISION, { 'mcp-session-id': SESSION }),
  },
  'http-session-id-twice': {
    given: OPEN,
    // As a browser joins them.
    breaks: initialize(REVISION, { 'mcp-session-id': `${SESSION}, b0d1c1aa-77f0-4a43-8a5e-1f5c8d2e9b30` }),
    keeps: initialize(REVISION, { 'mcp-session-id': SESSION }),
  },
  'http-session-reassigned': {
    given: inSession,
    breaks: [...sent('x3', own, list), answer('x3', 200, { 'mcp-session-id': 'b0d1c1aa-77f0-4a43-8a5e-1f5c8d2e9b30' })],
    keeps: [...sent('x3', own, list), answer('x3', 200, { 'mcp-session-id': SESSION })],
  },
  'http-sse-priming': {
    breaks: [...sent('x3', headers, call), stream('x3'), streamed('x3', measured, { id: 'x3-1' })],
    keeps: [...streaming, streamed('x3', measured, { id: 'x3-1' })],
  },
});
