/** Batches, and codes of errors. */
import { answer, end, head, posted } from '../examples/http-script.ts';
import { agreed, client, failure, notification, offered, request, result, server } from '../examples/messages.ts';
import { afterHandshake, examples, OPEN } from '../examples/script.ts';
import { describeRules, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';
import { ERRORS } from './jsonrpc-responses.ts';

export const RULES = describeRules('jsonrpc', 'any', {
  'rpc-batch-unsupported': mustNot('both', 'C-E', 'basic/transports#sending-messages-to-the-server'),
  'rpc-batch-initialize': mustNot('client', 'B', 'basic/lifecycle#initialization'),
  'rpc-batch-empty': must('both', 'B', 'basic/index#batching'),
  'rpc-batch-mixed': must('client', 'B', 'basic/transports#sending-messages-to-the-server', {
    transport: 'streamable-http',
  }),
  'rpc-batch-rejected': must('server', 'B', 'basic/index#batching'),
  'rpc-parse-error-code': should('both', 'A-E', ERRORS),
  'rpc-unknown-method-code': should('both', 'A-D', ERRORS),
});

export const EN: WordsOf<typeof RULES> = {
  'rpc-batch-unsupported': {
    title: 'Do not send JSON-RPC batches outside 2025-03-26',
    found: 'The message is an array of length {0}.',
    why: 'Batches were removed with 2025-06-18. Receivers refuse the array, and none of its requests gets a response.',
    fix: 'Send each message separately: one line over stdio, one POST or one SSE event over HTTP.',
  },
  'rpc-batch-initialize': {
    title: 'Send initialize on its own, not inside a batch',
    found: '`initialize` is message {0} of a batch.',
    why: 'What the other messages may say depends on the response to `initialize`, so they cannot be sent with it.',
    fix: 'Send `initialize` alone, and anything else after its result.',
  },
  'rpc-batch-empty': {
    title: 'Put at least one message in a batch',
    found: 'The batch is empty.',
    why: 'JSON-RPC 2.0 calls an empty array an invalid request. Some receivers respond with an error, some not at all.',
    fix: 'Send nothing when there is nothing to send.',
  },
  'rpc-batch-mixed': {
    title: 'Keep responses apart from requests and notifications in a POSTed batch',
    found: 'The batch mixes responses with requests or notifications.',
    why: 'A POST of requests gets a body or a stream, a POST of responses gets 202. No server can do both.',
    fix: 'Post responses in a batch of their own, or one by one.',
  },
  'rpc-batch-rejected': {
    title: 'Accept incoming batches in 2025-03-26',
    found: 'A batch was refused with {0}.',
    why: 'In 2025-03-26 receiving batches is required. None of the requests in this one gets its response.',
    fix: 'Handle each message of the array and send one response per request. Or negotiate another protocol version.',
  },
  'rpc-parse-error-code': {
    title: 'Report unparsable JSON with -32700',
    found: 'The response to input that is not JSON has code {0}.',
    why: 'With another code it looks as if the message had been understood and failed later.',
    fix: 'Catch the failure of the JSON parser and respond with code -32700, without `id`.',
  },
  'rpc-unknown-method-code': {
    title: 'Respond to unknown methods with -32601',
    found: '`{0}` is not a method of this protocol version, but the response is `{1}`.',
    why: 'This code tells the sender that the method does not exist. With another response it continues as if it did, or reports the wrong reason.',
    fix: 'Respond to every method without a handler with error -32601, "Method not found".',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'rpc-batch-unsupported': {
    title: '除 2025-03-26 外不要发送 JSON-RPC 批次',
    found: '消息是包含 {0} 项的数组。',
    why: '2025-06-18 起移除了批次。接收方会拒绝整个数组，其中的请求都得不到响应。',
    fix: '逐条发送：stdio 每条一行，HTTP 每条一个 POST 或一个 SSE 事件。',
  },
  'rpc-batch-initialize': {
    title: 'initialize 要单独发送，不能放入批次',
    found: '`initialize` 是批次中的第 {0} 条。',
    why: '其他消息的内容取决于 `initialize` 的结果，因此不能与它一起发送。',
    fix: '先单独发送 `initialize`，收到结果后再发送其他消息。',
  },
  'rpc-batch-empty': {
    title: '批次至少要有一条消息',
    found: '批次为空。',
    why: 'JSON-RPC 2.0 把空数组视为无效请求：有的接收方返回错误，有的完全不响应。',
    fix: '没有内容时不要发送。',
  },
  'rpc-batch-mixed': {
    title: 'POST 的批次中，响应不能与请求或通知混在一起',
    found: '批次中既有响应，又有请求或通知。',
    why: '含请求的 POST 返回正文或流，含响应的 POST 返回 202，服务器无法同时满足。',
    fix: '把响应放入单独的批次，或逐条发送。',
  },
  'rpc-batch-rejected': {
    title: '2025-03-26 下必须接受批次',
    found: '批次被拒绝：{0}。',
    why: '2025-03-26 要求能接收批次。这里的请求都得不到响应。',
    fix: '逐条处理数组中的消息，每个请求返回一个响应；或者协商其他协议版本。',
  },
  'rpc-parse-error-code': {
    title: '无法解析的 JSON 用 -32700 报告',
    found: '对不是 JSON 的输入返回了错误码 {0}。',
    why: '用其他错误码，看起来像是消息已被理解、之后才失败。',
    fix: '捕获 JSON 解析失败，返回错误码 -32700，不带 `id`。',
  },
  'rpc-unknown-method-code': {
    title: '未知方法用 -32601 响应',
    found: '`{0}` 不是此协议版本的方法，响应却是 `{1}`。',
    why: '发送方靠这个错误码判断方法是否存在。其他响应会让它误以为方法存在，或报告不正确的原因。',
    fix: '对没有处理函数的方法一律返回错误 -32601（Method not found）。',
  },
};

const before = afterHandshake('2025-11-25', { server: { tools: {} } });
const hello = offered(1, '2025-03-26');
const overHttp = (revision: string, capabilities: object = {}) => [
  ...OPEN,
  ...posted('x1', offered('h1', revision), agreed('h1', revision, { capabilities })),
  ...posted('x2', notification('notifications/initialized'), undefined),
];

export const EXAMPLES = examples<typeof RULES>(before, {
  'rpc-batch-unsupported': {
    violates: [client([request(4, 'ping'), request(5, 'tools/list')])],
    conforms: [client(request(4, 'ping')), client(request(5, 'tools/list'))],
  },
  'rpc-batch-initialize': {
    before: OPEN,
    violates: [client([hello, request(2, 'ping')])],
    conforms: [client(hello)],
  },
  'rpc-batch-empty': {
    before: afterHandshake('2025-03-26'),
    violates: [server([])],
    conforms: [server([request('s1', 'ping')])],
  },
  'rpc-batch-mixed': {
    before: overHttp('2025-03-26'),
    violates: [head('x3'), client([result('s1'), request(5, 'ping')], { x: 'x3' })],
    conforms: [head('x3'), client([request(4, 'ping'), request(5, 'ping')], { x: 'x3' })],
  },
  'rpc-batch-rejected': {
    before: overHttp('2025-03-26'),
    violates: [head('x3'), client([request(4, 'ping')], { x: 'x3' }), answer('x3', 400), end('x3')],
    conforms: posted('x3', [request(4, 'ping')], [result(4)]),
  },
  'rpc-parse-error-code': {
    violates: [client('{"id": 4'), server({ jsonrpc: '2.0', error: { code: -32600, message: 'Invalid' } })],
    conforms: [client('{"id": 4'), server({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } })],
  },
  'rpc-unknown-method-code': {
    violates: [client(request(4, 'tools/describe')), server(result(4))],
    conforms: [client(request(4, 'tools/describe')), server(failure(4, -32601, 'Method not found'))],
  },
});
