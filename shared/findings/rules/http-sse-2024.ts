import type { EventBody } from '#shared/recording';
import { answer, end, head, stream, streamed } from '../examples/http-script.ts';
import { agreed, client, notification, offered, request, result, server } from '../examples/messages.ts';
import { examples, OPEN } from '../examples/script.ts';
import { describeRules, info, must, mustNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('http-sse-2024', 'sse', {
  'sse-endpoint-first': must('server', 'A', 'basic/transports#http-with-sse'),
  'sse-endpoint-uri': must('server', 'A', 'basic/transports#http-with-sse'),
  'sse-post-target': must('client', 'A', 'basic/transports#http-with-sse'),
  'sse-message-event': must('server', 'A', 'basic/transports#http-with-sse'),
  'sse-response-in-post': mustNot('server', 'A', 'basic/transports#http-with-sse'),
  'sse-endpoint-origin': info('server', 'A', 'basic/transports#http-with-sse', 'extra'),
  'sse-transport-deprecated': info(
    'both',
    'B-E',
    { B: 'basic/transports#backwards-compatibility', E: 'deprecated#deprecated' },
    'extra',
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'sse-endpoint-first': {
    title: 'Send the endpoint event before anything else',
    found: 'The first event of the stream is `{0}`; it must be `endpoint`.',
    why: 'Until the client has the URL it cannot send anything, and the session never begins.',
    fix: 'Write `event: endpoint` with the URL as data as soon as the stream is open.',
  },
  'sse-endpoint-uri': {
    title: 'Put a bare URL into the endpoint event',
    found: 'The data of the `endpoint` event is {0}.',
    why: 'Clients resolve the text as a URL. JSON or quotes become part of the path, and every POST fails.',
    fix: 'Write the URL itself: `data: /messages?sessionId=…`.',
  },
  'sse-post-target': {
    title: 'POST every message to the announced endpoint',
    found: 'The POST went to `{0}`; the announced endpoint is `{1}`.',
    why: 'The server ties the URL to the stream. A message sent elsewhere is lost, or reaches another session.',
    fix: 'Wait for the `endpoint` event, resolve its data against the URL of the stream, and post there unchanged, query included.',
  },
  'sse-message-event': {
    title: 'Send messages as message events with JSON data',
    found: 'The event `{0}` has the data {1}.',
    why: 'Clients listen for `message` and parse its data as JSON-RPC. Anything else is dropped or ends the session.',
    fix: 'Write `event: message` with one JSON-RPC message as data; use comment lines to keep the connection alive.',
  },
  'sse-response-in-post': {
    title: 'Send responses on the SSE stream, not in the HTTP response to the POST',
    found: 'The HTTP response to the POST contains the response to request {0}.',
    why: 'The client waits on the stream and does not read the HTTP response, so the request times out.',
    fix: 'Respond to the POST with 202 and no message, and write the response to the stream as a `message` event.',
  },
  'sse-endpoint-origin': {
    title: 'Announce an endpoint on the origin of the stream',
    found: 'The endpoint is on `{0}`, the stream on `{1}`.',
    why: 'Clients refuse it, because it would send what is meant for this server to another.',
    fix: 'Send a relative URL, or fix the public host and scheme behind a proxy (`X-Forwarded-*`).',
  },
  'sse-transport-deprecated': {
    title: 'Move from HTTP+SSE to Streamable HTTP',
    found: 'HTTP+SSE is used with protocol version {0}.',
    why: 'This transport was replaced in 2025-03-26. Clients are dropping support.',
    fix: {
      client: 'Try a POST of `initialize` first, and open an SSE stream by GET only when it is refused with 4xx.',
      server: 'Serve one endpoint that takes POST, and keep the old pair of URLs only for older clients.',
    },
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'sse-endpoint-first': {
    title: '须首先发送 endpoint 事件',
    found: '流的第一个事件为 `{0}`，应为 `endpoint`。',
    why: '客户端拿到地址之前无法发送任何消息，会话无法开始。',
    fix: '流打开后立即写入 `event: endpoint`，data 为地址。',
  },
  'sse-endpoint-uri': {
    title: 'endpoint 事件的 data 须为纯地址',
    found: '`endpoint` 事件的 data 为 {0}。',
    why: '客户端把该文本当作地址解析。JSON 或引号会成为路径的一部分，所有 POST 都会失败。',
    fix: '直接写地址：`data: /messages?sessionId=…`。',
  },
  'sse-post-target': {
    title: '消息须 POST 到服务器给出的端点',
    found: 'POST 发往 `{0}`，服务器给出的端点为 `{1}`。',
    why: '服务器把该地址与流绑定。发往别处的消息会丢失，或进入其他会话。',
    fix: '等待 `endpoint` 事件，按流的地址解析其 data，原样（包括查询参数）用作 POST 地址。',
  },
  'sse-message-event': {
    title: '消息须以 message 事件和 JSON data 发送',
    found: '事件 `{0}` 的 data 为 {1}。',
    why: '客户端监听 `message` 并将其 data 当作 JSON-RPC 解析，其他内容会被丢弃或导致会话结束。',
    fix: '写入 `event: message`，data 为一条 JSON-RPC 消息；保活用注释行。',
  },
  'sse-response-in-post': {
    title: '响应须经 SSE 流发送，不得放在 POST 的 HTTP 响应中',
    found: 'POST 的 HTTP 响应中包含 id 为 {0} 的响应。',
    why: '客户端在流上等待，不读取 POST 的 HTTP 响应，请求因此超时。',
    fix: 'POST 返回 202 且不带消息，响应作为 `message` 事件写入流。',
  },
  'sse-endpoint-origin': {
    title: 'endpoint 应与流同源',
    found: '端点位于 `{0}`，流位于 `{1}`。',
    why: '客户端会拒绝，因为发给该服务器的内容会被送到别处。',
    fix: '发送相对地址；位于代理之后时，正确设置对外的主机和协议（`X-Forwarded-*`）。',
  },
  'sse-transport-deprecated': {
    title: 'HTTP+SSE 应迁移到 Streamable HTTP',
    found: '在协议版本 {0} 下使用了 HTTP+SSE。',
    why: '该传输自 2025-03-26 起已被取代，客户端正逐步停止支持。',
    fix: {
      client: '先 POST `initialize`，返回 4xx 时再用 GET 打开 SSE 流。',
      server: '提供一个接受 POST 的端点，旧的两个地址仅为旧客户端保留。',
    },
  },
};

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
const before = [...announced, ...initialize('2024-11-05')];
const ping = request(2, 'ping');

export const EXAMPLES = examples<typeof RULES>(opened, {
  'sse-endpoint-first': {
    violates: [streamed('g1', notification('notifications/message', { level: 'info', data: 'up' }))],
    conforms: [endpoint('/post?room=5')],
  },
  'sse-endpoint-uri': { violates: [endpoint('"/post?room=5"')], conforms: [endpoint('/post?room=5')] },
  'sse-post-target': { before, violates: post('x2', ping, '/events'), conforms: post('x2', ping) },
  'sse-message-event': {
    before,
    violates: [...post('x2', ping), streamed('g1', result(2), { event: 'result' })],
    conforms: [...post('x2', ping), streamed('g1', result(2), { event: 'message' })],
  },
  'sse-response-in-post': {
    before,
    violates: [
      ...post('x2', ping),
      answer('x2', 200, { 'content-type': 'application/json' }),
      server(result(2), { x: 'x2' }),
    ],
    conforms: [...post('x2', ping), answer('x2', 202), streamed('g1', result(2), { event: 'message' })],
  },
  'sse-endpoint-origin': {
    violates: [endpoint('http://10.0.0.7:7312/post?room=5')],
    conforms: [endpoint(`${BASE}/post?room=5`)],
  },
  'sse-transport-deprecated': {
    before: announced,
    violates: initialize('2025-06-18'),
    conforms: initialize('2024-11-05'),
  },
});
