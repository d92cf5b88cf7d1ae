/** Responses, errors and batches of JSON-RPC. */
import { answer, end, head, posted } from '../examples/http-script.ts';
import { agreed, client, failure, notification, offered, request, result, server } from '../examples/messages.ts';
import { afterHandshake, examples, OPEN } from '../examples/script.ts';
import { describeRules, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';
import { RESULTS } from './jsonrpc.ts';

export const ERRORS = { A: 'basic/messages#responses', B: 'basic/index#responses', D: 'basic/index#error-responses' };

export const RULES = describeRules('jsonrpc', 'any', {
  'rpc-response-both': mustNot('both', 'A-E', 'basic/messages#responses'),
  'rpc-response-neither': must('both', 'A-E', 'basic/messages#responses'),
  'rpc-error-code-integer': must('both', 'A-E', ERRORS),
  'rpc-error-message-string': must('both', 'A-E', ERRORS),
  'rpc-error-id-missing': must('both', 'A-E', ERRORS),
  'rpc-error-id-null': mustNot('both', 'A-E', ERRORS, 'warning'),
  'rpc-notification-has-id': mustNot('both', 'A-E', 'basic/messages#notifications'),
  'rpc-params-object': must('both', 'A-E', 'basic/messages#requests'),
  'rpc-result-object': must('both', 'A-E', RESULTS),
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
  'rpc-response-both': {
    title: 'Give a response either result or error, never both',
    found: 'The response has both `result` and `error`.',
    why: 'One client reads it as success, another as failure. `error: null` counts as present.',
    fix: 'Leave out the member that does not apply; do not set it to null.',
  },
  'rpc-response-neither': {
    title: 'Give every response a result or an error',
    found: 'The message with id {0} has no `method`, no `result` and no `error`.',
    why: 'Without either member this is not a response, and the request stays pending.',
    fix: 'Send `"result": {}` when there is nothing to say. A `result` that is undefined disappears when it is serialized.',
  },
  'rpc-error-code-integer': {
    title: 'Use an integer error code',
    found: '`error.code` is {0}.',
    why: 'Clients compare codes as numbers. They do not recognize a string or a fraction, and typed SDKs refuse the whole response.',
    fix: 'Send one of the JSON-RPC codes, such as -32603 for an internal error. Names such as "ECONNREFUSED" belong in `error.data`.',
  },
  'rpc-error-message-string': {
    title: 'Include a string message in each error',
    found: 'Found {0} where an error with a `message` should be.',
    why: 'The message is what people get to see. Typed SDKs refuse a response without it, and the reason is lost.',
    fix: 'Make `error` an object with an integer `code` and a `message` of one sentence.',
  },
  'rpc-error-id-missing': {
    title: 'Copy the request id into the error response',
    found: 'The error response has no `id`, although a request is pending.',
    why: 'The peer cannot tell which request failed. It waits until that request times out.',
    fix: 'Copy `id` from the request into the error. Leave it out only when the message could not be read.',
  },
  'rpc-error-id-null': {
    title: 'Omit an unknown id instead of sending null',
    found: '`id` is null in an error response.',
    why: 'JSON-RPC 2.0 itself requires null here, but the schemas of MCP only allow a string or an integer, so typed clients refuse it.',
    fix: 'Leave `id` out when it could not be read. Otherwise copy it from the request.',
  },
  'rpc-notification-has-id': {
    title: 'Leave id off notifications',
    found: '`{1}` has the id {0}.',
    why: 'With an `id` it is a request: the peer responds that the method does not exist, or the sender waits for a response that never comes.',
    fix: 'Send it through the function for notifications, without an `id` member.',
  },
  'rpc-params-object': {
    title: 'Send params as an object, never positionally',
    found: '`params` is {0}.',
    why: 'MCP names every parameter. Receivers look for members by name; in an array or null they find none, or fail.',
    fix: 'Send an object, `{}` at least, or leave `params` out.',
  },
  'rpc-result-object': {
    title: 'Return a JSON object as result',
    found: '`result` is {0}.',
    why: 'Every MCP result is an object, which may have `_meta`. Typed clients refuse anything else as invalid.',
    fix: 'Return an object; when there is nothing to say, `{}`.',
  },
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
  'rpc-response-both': {
    title: '响应只能包含 result 或 error 之一',
    found: '响应同时包含 `result` 和 `error`。',
    why: '有的客户端视为成功，有的视为失败。`error: null` 也算存在。',
    fix: '去掉不适用的成员，不要设为 null。',
  },
  'rpc-response-neither': {
    title: '响应必须包含 result 或 error',
    found: 'id 为 {0} 的消息没有 `method`、`result` 或 `error`。',
    why: '缺少这两个成员就不是响应，请求会一直处于等待状态。',
    fix: '没有内容可返回时发送 `"result": {}`。值为 undefined 的 result 在序列化时会消失。',
  },
  'rpc-error-code-integer': {
    title: '错误码必须是整数',
    found: '`error.code` 为 {0}。',
    why: '客户端按数字比较错误码。字符串或小数不被识别，强类型 SDK 会拒绝整个响应。',
    fix: '使用 JSON-RPC 错误码，例如内部错误用 -32603；"ECONNREFUSED" 之类的名称放入 `error.data`。',
  },
  'rpc-error-message-string': {
    title: '每个错误都要有字符串 message',
    found: '此处应为带 `message` 的错误对象，实际为 {0}。',
    why: '用户看到的就是这段文字。缺少它时强类型 SDK 会拒绝响应，原因随之丢失。',
    fix: '`error` 应为对象，包含整数 `code` 和一句话的 `message`。',
  },
  'rpc-error-id-missing': {
    title: '错误响应要带上请求的 id',
    found: '有请求在等待，但错误响应没有 `id`。',
    why: '对方不知道哪个请求失败，只能等到超时。',
    fix: '把请求的 `id` 复制到错误响应中；只有消息无法读取时才省略。',
  },
  'rpc-error-id-null': {
    title: 'id 未知时应省略，而不是发送 null',
    found: '错误响应的 `id` 为 null。',
    why: 'JSON-RPC 2.0 本身要求此处为 null，但 MCP 的 schema 只允许字符串或整数，强类型客户端会拒绝。',
    fix: '读不出 id 时省略 `id`，否则从请求中复制。',
  },
  'rpc-notification-has-id': {
    title: '通知不能带 id',
    found: '`{1}` 带有 id {0}。',
    why: '带 `id` 就成了请求：对方会响应“没有这个方法”，或者发送方一直等待不会到来的响应。',
    fix: '用发送通知的函数发送，不带 `id` 成员。',
  },
  'rpc-params-object': {
    title: 'params 必须是对象，不能按位置传参',
    found: '`params` 为 {0}。',
    why: 'MCP 的参数都按名称传递。面对数组或 null，接收方取不到参数，甚至会出错。',
    fix: '发送对象（至少为 `{}`），或省略 `params`。',
  },
  'rpc-result-object': {
    title: 'result 必须是 JSON 对象',
    found: '`result` 为 {0}。',
    why: 'MCP 的结果都是对象，可带 `_meta`。其他类型会被强类型客户端判为无效。',
    fix: '返回对象；没有内容时返回 `{}`。',
  },
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
const asked = client(request(4, 'tools/list'));
const listed = server(result(4, { tools: [] }));
const hello = offered(1, '2025-03-26');
const overHttp = (revision: string, capabilities: object = {}) => [
  ...OPEN,
  ...posted('x1', offered('h1', revision), agreed('h1', revision, { capabilities })),
  ...posted('x2', notification('notifications/initialized'), undefined),
];

export const EXAMPLES = examples<typeof RULES>(before, {
  'rpc-response-both': {
    violates: [asked, server({ ...result(4, { tools: [] }), error: null })],
    conforms: [asked, listed],
  },
  'rpc-response-neither': { violates: [asked, server({ jsonrpc: '2.0', id: 4 })], conforms: [asked, listed] },
  'rpc-error-code-integer': {
    violates: [asked, server({ jsonrpc: '2.0', id: 4, error: { code: 'ECONNREFUSED', message: 'No database' } })],
    conforms: [asked, server(failure(4, -32603, 'No database'))],
  },
  'rpc-error-message-string': {
    violates: [asked, server({ jsonrpc: '2.0', id: 4, error: 'No database' })],
    conforms: [asked, server(failure(4, -32603, 'No database'))],
  },
  'rpc-error-id-missing': {
    violates: [asked, server({ jsonrpc: '2.0', error: { code: -32603, message: 'No database' } })],
    conforms: [asked, server(failure(4, -32603, 'No database'))],
  },
  'rpc-error-id-null': {
    violates: [client('{"jsonrpc": "2.0", '), server(failure(null, -32700, 'Parse error'))],
    conforms: [
      client('{"jsonrpc": "2.0", '),
      server({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } }),
    ],
  },
  'rpc-notification-has-id': {
    violates: [client(request(9, 'notifications/cancelled', { requestId: 4 }))],
    conforms: [client(notification('notifications/cancelled', { requestId: 4 }))],
  },
  'rpc-params-object': {
    violates: [client(request(4, 'tools/call', ['sum', 1, 2]))],
    conforms: [client(request(4, 'tools/call', { name: 'sum', arguments: { a: 1, b: 2 } }))],
  },
  'rpc-result-object': { violates: [asked, server(result(4, null))], conforms: [asked, listed] },
  'rpc-batch-unsupported': {
    violates: [client([request(4, 'ping'), request(5, 'tools/list')])],
    conforms: [client(request(4, 'ping')), client(request(5, 'tools/list'))],
  },
  'rpc-batch-initialize': { before: OPEN, violates: [client([hello, request(2, 'ping')])], conforms: [client(hello)] },
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
