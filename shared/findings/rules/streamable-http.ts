/** Requests and streams of Streamable HTTP. */
import type { EventBody } from '#shared/recording';
import {
  answer,
  end,
  head,
  type Headers,
  listening,
  sent,
  shakenOverHttp,
  stream,
  streamed,
  usual,
} from '../examples/http-script.ts';
import { client, notification, request, result, server } from '../examples/messages.ts';
import { examples } from '../examples/script.ts';
import {
  asked,
  before,
  call,
  changed,
  headers,
  json,
  list,
  measured,
  streaming,
  tools,
  VERSION,
} from '../examples/streamable-http-script.ts';
import { describeRules, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

const RECEIVING = {
  B: 'basic/transports#sending-messages-to-the-server',
  E: 'basic/transports/streamable-http#receiving-messages',
};

export const RULES = describeRules('streamable-http', 'streamable-http', {
  'http-post-accept': must('client', 'B-E', 'basic/transports#sending-messages-to-the-server'),
  'http-get-accept': must('client', 'B-D', 'basic/transports#listening-for-messages-from-the-server'),
  'http-notification-202': must('server', 'B-E', 'basic/transports#sending-messages-to-the-server'),
  'http-202-body': mustNot('server', 'B-E', 'basic/transports#sending-messages-to-the-server'),
  'http-rejected-notification-status': must('server', 'B-E', 'basic/transports#sending-messages-to-the-server'),
  'http-request-content-type': must('server', 'B-E', 'basic/transports#sending-messages-to-the-server'),
  'http-json-single-response': must('server', 'C-E', 'basic/transports#sending-messages-to-the-server'),
  'http-sse-data-json': must('server', 'B-E', 'basic/transports#sending-messages-to-the-server'),
  'http-sse-response-missing': should('server', 'B-E', RECEIVING),
  'http-sse-open-after-response': should('server', 'B-E', RECEIVING),
  'http-sse-unrelated': should('server', 'B-E', RECEIVING, { levels: { E: 'MUST' } }),
  'http-get-response': mustNot('server', 'B-D', 'basic/transports#listening-for-messages-from-the-server'),
  'http-broadcast': mustNot('server', 'B-D', 'basic/transports#multiple-connections'),
  'http-get-405': must('server', 'B-D', 'basic/transports#listening-for-messages-from-the-server'),
  'http-endpoint-single': must('client', 'B-E', 'basic/transports#streamable-http'),
});

export const EN: WordsOf<typeof RULES> = {
  'http-post-accept': {
    title: 'Accept both JSON and SSE on every POST',
    found: '`Accept` of the POST is {0}.',
    why: 'The server chooses between one JSON response and an SSE stream. Many respond with 406 to a POST that does not name both.',
    fix: 'Send `Accept: application/json, text/event-stream` with every POST, notifications included.',
  },
  'http-get-accept': {
    title: 'Accept text/event-stream on GET',
    found: '`Accept` of the GET is {0}.',
    why: 'GET opens the stream for messages from the server. Without this media type a server may respond with 406 or an HTML page.',
    fix: 'Send `Accept: text/event-stream` with the GET.',
  },
  'http-notification-202': {
    title: 'Return 202 for notifications and responses',
    found: 'The POST carries no request, and the response has status {0}.',
    why: 'A client takes 202 as the sign that nothing follows. With 200 or 204 some wait for a body or report an error.',
    fix: 'Return status 202 and no body when the POST holds only notifications or responses.',
  },
  'http-202-body': {
    title: 'Leave the 202 response empty',
    found: 'The response with status 202 has a body: {0}.',
    why: 'Clients do not read this body, or try to parse it as JSON-RPC and fail.',
    fix: 'End the response right after the headers: `res.status(202).end()`, not `send("Accepted")`.',
  },
  'http-rejected-notification-status': {
    title: 'Refuse a notification with an HTTP error status',
    found: 'Status {0} with JSON-RPC error {1}, although the POST carries no request.',
    why: 'A client that sent no request waits for no response. With a 2xx status it takes the message as accepted.',
    fix: 'Use a 4xx status, such as 400; the JSON-RPC error without `id` may be its body.',
  },
  'http-request-content-type': {
    title: 'Respond to a request with JSON or an SSE stream',
    found: 'The status is {0}, and `Content-Type` is {1}.',
    differs: 'The status is {0}, and `Content-Type` is {1}, but the body is {2}.',
    why: 'Clients choose the parser by this header. With any other type, or none, the response is lost and the request stays pending.',
    fix: 'Set `Content-Type` to `application/json` with one response, or to `text/event-stream`.',
  },
  'http-json-single-response': {
    title: 'Put exactly the matching response into a JSON body',
    found: 'The JSON body holds {0} instead of the response to id {1}.',
    why: 'The client has one request open on this POST. Anything else in the body leaves that request without a response.',
    fix: 'Return one response object with the `id` of the posted request. Use an SSE stream to send notifications before it.',
  },
  'http-sse-data-json': {
    title: 'Put one JSON-RPC message into each SSE event',
    found: 'The data of the event is {0}.',
    why: 'Clients parse the data of each event as JSON-RPC. Text such as `[DONE]` makes some of them close the stream.',
    fix: 'Send only JSON-RPC messages as data. Use comment lines (`: ping`) to keep the connection alive, and just end the stream when done.',
  },
  'http-sse-response-missing': {
    title: 'Send the response before the POST stream ends',
    found: 'The stream ended, and `{0}` has no response.',
    why: 'The client cannot tell a slow call from a lost one, and waits until its timeout.',
    fix: 'Close the stream only after the response was written. In error paths, respond with a JSON-RPC error first.',
  },
  'http-sse-open-after-response': {
    title: 'End the POST stream once the response is sent',
    found: 'The stream was still open {0} s after the response.',
    why: 'Each open stream holds a connection. Browsers allow six per host, and then further calls hang.',
    fix: 'Call `res.end()` right after the response was written.',
  },
  'http-sse-unrelated': {
    title: 'Keep a POST stream to messages about its own request',
    found: 'The stream of a POST carried `{0}`, which belongs on another stream.',
    why: 'The client ties a POST stream to its request. What belongs elsewhere can be lost when that request ends.',
    fix: 'Send list changes and updates on the GET stream (or on `subscriptions/listen`), progress and responses on the stream of their own request.',
  },
  'http-get-response': {
    title: 'Send no response on a GET stream unless it resumes another',
    found: 'The response to id {0} came on a GET stream.',
    why: 'The client waits on the stream of the POST. Some ignore responses elsewhere, so the call times out.',
    fix: 'Write the response to the stream, or into the body, of the POST that carried the request.',
  },
  'http-broadcast': {
    title: 'Send each message on one stream only',
    found: 'The same message (`{0}`) came on two open streams.',
    why: 'The client handles it twice: it responds to a request twice, or fetches a list twice.',
    fix: 'Choose one of the open streams for each message instead of writing to all.',
  },
  'http-get-405': {
    title: 'Respond to GET with an SSE stream or 405',
    found: 'The response to GET has status {0}, and `Content-Type` is {1}.',
    why: '405 tells the client that the server has no such stream. Anything else looks like a failure, and some clients give up or retry forever.',
    fix: 'Respond to GET with `text/event-stream`, or with status 405 and `Allow: POST`.',
  },
  'http-endpoint-single': {
    title: 'Use one endpoint for every message',
    found: 'The request went to `{0}`, the session began at `{1}`.',
    why: 'A server has one URL for all messages. Another path or query may reach another server, or none.',
    fix: 'Send every POST, GET and DELETE of the session to the URL to which `initialize` went.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'http-post-accept': {
    title: '每个 POST 的 Accept 须同时列出 JSON 和 SSE',
    found: '该 POST 的 `Accept` 为 {0}。',
    why: '服务器可自行选择返回单个 JSON 响应或 SSE 流。缺少其一时，许多服务器直接返回 406。',
    fix: '每个 POST（包括通知）都发送 `Accept: application/json, text/event-stream`。',
  },
  'http-get-accept': {
    title: 'GET 的 Accept 须包含 text/event-stream',
    found: '该 GET 的 `Accept` 为 {0}。',
    why: 'GET 用于打开服务器推送流。缺少该媒体类型时，服务器可能返回 406 或 HTML 页面。',
    fix: 'GET 请求发送 `Accept: text/event-stream`。',
  },
  'http-notification-202': {
    title: '通知和响应的 POST 须返回 202',
    found: '该 POST 不含请求，返回的状态码为 {0}。',
    why: '客户端凭 202 判断没有后续内容。返回 200 或 204 时，有的客户端会等待正文或报错。',
    fix: 'POST 仅含通知或响应时，返回 202 且不带正文。',
  },
  'http-202-body': {
    title: '202 不得带正文',
    found: '状态码 202 的响应带有正文：{0}。',
    why: '客户端不读取该正文，或误当作 JSON-RPC 解析而出错。',
    fix: '写完响应头即结束：用 `res.status(202).end()`，不要用 `send("Accepted")`。',
  },
  'http-rejected-notification-status': {
    title: '拒绝通知须使用 HTTP 错误状态码',
    found: '该 POST 不含请求，却返回状态码 {0} 和 JSON-RPC 错误 {1}。',
    why: '客户端没有发送请求，不会等待响应；看到 2xx 会认为消息已被接受。',
    fix: '改用 4xx 状态码（如 400），正文可以是不带 `id` 的 JSON-RPC 错误。',
  },
  'http-request-content-type': {
    title: '请求的 HTTP 响应须为 JSON 或 SSE 流',
    found: '状态码为 {0}，`Content-Type` 为 {1}。',
    differs: '状态码为 {0}，`Content-Type` 为 {1}，而响应体却是 {2}。',
    why: '客户端按此响应头选择解析方式。类型不符或缺失时响应会丢失，请求一直处于待响应状态。',
    fix: '将 `Content-Type` 设为 `application/json`（单个响应）或 `text/event-stream`。',
  },
  'http-json-single-response': {
    title: 'JSON 正文须恰好是对应的响应',
    found: 'JSON 正文为 {0}，而不是 id {1} 的响应。',
    why: '客户端在这个 POST 上只等待一个请求的响应。正文是其他内容时，该请求得不到响应。',
    fix: '返回一个响应对象，`id` 与所发请求相同。若要先发通知，请改用 SSE 流。',
  },
  'http-sse-data-json': {
    title: '每个 SSE 事件的 data 须为一条 JSON-RPC 消息',
    found: '该事件的 data 为 {0}。',
    why: '客户端把每个事件的 data 当作 JSON-RPC 解析。`[DONE]` 之类的文本会使部分客户端关闭流。',
    fix: 'data 只放 JSON-RPC 消息。保活用注释行（`: ping`），结束时直接关闭流。',
  },
  'http-sse-response-missing': {
    title: 'POST 流结束前须发送响应',
    found: '流已结束，`{0}` 没有响应。',
    why: '客户端无法区分处理缓慢与响应丢失，只能等到超时。',
    fix: '写完响应后再关闭流；出错时也要先返回 JSON-RPC 错误。',
  },
  'http-sse-open-after-response': {
    title: '响应发出后应结束 POST 流',
    found: '响应发出 {0} s 后流仍未关闭。',
    why: '每个打开的流占用一个连接。浏览器对同一主机最多六个，之后的调用会卡住。',
    fix: '写完响应后立即调用 `res.end()`。',
  },
  'http-sse-unrelated': {
    title: 'POST 流只发送与该请求相关的消息',
    found: '该 POST 的流上出现了与其请求无关的 `{0}`。',
    why: '客户端把 POST 流与其请求绑定。该请求结束后，无关的消息可能丢失。',
    fix: '列表变更和更新通知发到 GET 流（或 `subscriptions/listen`）上；进度和响应发到各自请求的流上。',
  },
  'http-get-response': {
    title: '除非用于恢复中断的流，GET 流上不得发送响应',
    found: 'id {0} 的响应出现在 GET 流上。',
    why: '客户端在 POST 的流上等待响应，有的客户端会忽略别处的响应，调用因此超时。',
    fix: '把响应写入承载该请求的 POST 的流或正文。',
  },
  'http-broadcast': {
    title: '每条消息只能发送到一个流',
    found: '同一条消息（`{0}`）出现在两个打开的流上。',
    why: '客户端会处理两次：重复响应同一请求，或重复读取列表。',
    fix: '为每条消息选择一个打开的流，不要写入所有流。',
  },
  'http-get-405': {
    title: 'GET 须返回 SSE 流或 405',
    found: 'GET 返回状态码 {0}，`Content-Type` 为 {1}。',
    why: '405 表示服务器不提供该流。其他结果看起来像故障，有的客户端会放弃连接或不断重试。',
    fix: 'GET 返回 `text/event-stream`，或返回 405 并带 `Allow: POST`。',
  },
  'http-endpoint-single': {
    title: '所有消息须使用同一端点',
    found: '请求发往 `{0}`，而会话始于 `{1}`。',
    why: '服务器的所有消息共用一个地址。路径或查询不同，可能到达其他服务器或无法到达。',
    fix: '会话中的 POST、GET 和 DELETE 都发往 `initialize` 所用的地址。',
  },
};

const told = (status: number, more: Headers = {}): readonly EventBody[] => [
  ...sent('x3', headers, notification('notifications/initialized')),
  answer('x3', status, more),
];

export const EXAMPLES = examples<typeof RULES>(before, {
  'http-post-accept': { violates: sent('x3', { ...headers, accept: 'text/event-stream' }, list), conforms: asked },
  'http-get-accept': {
    violates: [head('g1', { accept: 'application/json', ...VERSION }, { method: 'GET' })],
    conforms: listening('g1', VERSION),
  },
  'http-notification-202': { violates: told(204), conforms: told(202) },
  'http-202-body': { violates: told(202, { 'content-length': '8' }), conforms: told(202, { 'content-length': '0' }) },
  'http-rejected-notification-status': {
    violates: [
      ...told(200, { 'content-type': 'application/json' }),
      server({ jsonrpc: '2.0', error: { code: -32600, message: 'not now' } }, { x: 'x3' }),
    ],
    conforms: [
      ...told(400, { 'content-type': 'application/json' }),
      server({ jsonrpc: '2.0', error: { code: -32600, message: 'not now' } }, { x: 'x3' }),
    ],
  },
  'http-request-content-type': {
    violates: [...asked, answer('x3', 200, { 'content-type': 'text/plain' }), server(tools, { x: 'x3' }), end('x3')],
    conforms: [...asked, ...json('x3', tools)],
  },
  'http-json-single-response': {
    violates: [...asked, ...json('x3', result(4, { tools: [] }))],
    conforms: [...asked, ...json('x3', tools)],
  },
  'http-sse-data-json': {
    violates: [...streaming, streamed('x3', 'working on it', { id: 'x3-1' })],
    conforms: [...streaming, streamed('x3', measured, { id: 'x3-1' })],
  },
  'http-sse-response-missing': {
    before: shakenOverHttp('2025-06-18'),
    violates: [...sent('x3', usual('2025-06-18'), call), stream('x3'), end('x3')],
    conforms: [...sent('x3', usual('2025-06-18'), call), stream('x3'), streamed('x3', measured), end('x3')],
  },
  'http-sse-open-after-response': {
    violates: [...streaming, streamed('x3', measured, { id: 'x3-1' }), streamed('x3', changed, { id: 'x3-2' })],
    conforms: [...streaming, streamed('x3', measured, { id: 'x3-1' }), end('x3')],
  },
  'http-sse-unrelated': {
    violates: [...streaming, streamed('x3', changed, { id: 'x3-1' })],
    conforms: [...streaming, ...listening('g1', VERSION), streamed('g1', changed, { id: 'g1-1' })],
  },
  'http-get-response': {
    violates: [...asked, ...listening('g1', VERSION), streamed('g1', tools)],
    conforms: [...asked, ...listening('g1', VERSION), ...json('x3', tools)],
  },
  'http-broadcast': {
    violates: [
      ...listening('g1', VERSION),
      ...listening('g2', VERSION),
      streamed('g1', request('s1', 'ping')),
      streamed('g2', request('s1', 'ping')),
    ],
    conforms: [
      ...listening('g1', VERSION),
      ...listening('g2', VERSION),
      streamed('g1', request('s1', 'ping')),
      streamed('g2', request('s2', 'ping')),
    ],
  },
  'http-get-405': {
    violates: [head('g1', { accept: 'text/event-stream', ...VERSION }, { method: 'GET' }), answer('g1', 501)],
    conforms: [head('g1', { accept: 'text/event-stream', ...VERSION }, { method: 'GET' }), answer('g1', 405)],
  },
  'http-endpoint-single': {
    violates: [head('x3', headers, { url: 'https://mcp.example/mcp/tools' }), client(list, { x: 'x3' })],
    conforms: asked,
  },
});
