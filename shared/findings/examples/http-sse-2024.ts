import type { EventBody } from '#shared/recording';
import { answer, end, head, stream, streamed } from './http-script.ts';
import { agreed, client, notification, offered, request, result, server } from './messages.ts';
import { examples, OPEN } from './script.ts';

const BASE = 'http://localhost:7312';
const opened: readonly EventBody[] = [
  ...OPEN,
  head('g1', { accept: 'text/event-stream' }, { method: 'GET', url: `${BASE}/events` }),
  stream('g1'),
];
const endpoint = (data: string): EventBody => ({
  k: 'sse',
  x: 'g1',
  text: `event: endpoint\ndata: ${data}`,
  event: 'endpoint',
  data,
});
const post = (x: string, content: object, path = '/post?room=5'): readonly EventBody[] => [
  head(x, { 'content-type': 'application/json' }, { url: `${BASE}${path}` }),
  client(content, { x }),
];
const initialize = (version: string): readonly EventBody[] => [
  ...post('x1', offered(1, version)),
  answer('x1', 202),
  end('x1'),
  streamed('g1', agreed(1, version), { event: 'message' }),
];
const announced = [...opened, endpoint('/post?room=5')];
const given = [...announced, ...initialize('2024-11-05')];
const ping = request(2, 'ping');

export const HTTP_SSE_2024 = examples(opened, {
  'sse-endpoint-first': {
    breaks: [streamed('g1', notification('notifications/message', { level: 'info', data: 'up' }))],
    keeps: [endpoint('/post?room=5')],
  },
  'sse-endpoint-uri': { breaks: [endpoint('"/post?room=5"')], keeps: [endpoint('/post?room=5')] },
  'sse-post-target': { given, breaks: post('x2', ping, '/events'), keeps: post('x2', ping) },
  'sse-message-event': {
    given,
    breaks: [...post('x2', ping), streamed('g1', result(2), { event: 'result' })],
    keeps: [...post('x2', ping), streamed('g1', result(2), { event: 'message' })],
  },
  'sse-response-in-post': {
    given,
    breaks: [
      ...post('x2', ping),
      answer('x2', 200, { 'content-type': 'application/json' }),
      server(result(2), { x: 'x2' }),
    ],
    keeps: [...post('x2', ping), answer('x2', 202), streamed('g1', result(2), { event: 'message' })],
  },
  'sse-endpoint-origin': {
    breaks: [endpoint('http://10.0.0.7:7312/post?room=5')],
    keeps: [endpoint(`${BASE}/post?room=5`)],
  },
  'sse-transport-deprecated': { given: announced, breaks: initialize('2025-06-18'), keeps: initialize('2024-11-05') },
});
