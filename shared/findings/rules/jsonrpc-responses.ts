/** Responses and errors of JSON-RPC. */
import { client, failure, notification, request, result, server } from '../examples/messages.ts';
import { afterHandshake, examples } from '../examples/script.ts';
import { describeRules, must, mustNot } from '../rule.ts';
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
};

const before = afterHandshake('2025-11-25', { server: { tools: {} } });
const asked = client(request(4, 'tools/list'));
const listed = server(result(4, { tools: [] }));

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
});
