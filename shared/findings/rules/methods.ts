/** Methods and their parameters, and what is rarely seen of JSON-RPC. */
import { answered, client, notification, request, result, server } from '../examples/messages.ts';
import { afterHandshake, CLOSED, examples } from '../examples/script.ts';
import { describeRules, info, must, mustNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('jsonrpc', 'any', {
  'method-not-in-version': must('both', 'A-E', {
    A: 'basic/lifecycle#operation',
    E: 'basic/versioning#protocol-version-negotiation',
  }),
  'method-wrong-direction': must('both', 'A-E', 'basic/messages'),
  'method-params-schema': must('both', 'A-E', 'basic/index#schema'),
  'method-result-schema': must('both', 'A-E', 'basic/index#schema'),
  'notification-params-schema': must('both', 'A-E', 'basic/index#schema'),
  'rpc-reserved-method-prefix': mustNot('both', 'A-E', 'basic/messages', 'extra'),
  'rpc-batch-2024': info('both', 'A', 'basic/messages', 'extra'),
  'rpc-request-unanswered': must('both', 'A-E', 'basic/messages#responses', 'info', 'heuristic', 'extra'),
  'method-unknown': info('both', 'A-E', 'basic/messages', 'extra'),
  'field-not-in-version': info('both', 'A-E', 'basic/index#schema', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'method-not-in-version': {
    title: 'Use only methods the protocol version in force defines',
    found: '`{0}` does not exist in {1}.',
    why: 'The peer follows the protocol version that was agreed on. It refuses the method or ignores it.',
    fix: 'Check the protocol version in force before you send the method, and use what that version has instead.',
  },
  'method-wrong-direction': {
    title: 'Send each method only in its defined direction',
    found: '`{0}` can only be sent by the {1}.',
    why: 'The peer has no handler for it: a request fails with -32601, a notification is lost.',
    fix: 'Check in the specification which side sends it. For list changes and input, each side has its own methods.',
  },
  'method-params-schema': {
    title: 'Send the parameters that the method defines',
    found: '`{0}` does not fit the schema of the request: {1}',
    why: 'The receiver reads the parameters by their schema. What does not fit is refused, or silently ignored.',
    fix: 'Send the member in the type and form that the schema of this protocol version has.',
  },
  'method-result-schema': {
    title: 'Respond with the result that the method defines',
    found: '`{0}` does not fit the schema of the result: {1}',
    why: 'SDKs check a result before they pass it on. One wrong member, and the caller gets an error instead of the result.',
    fix: 'Return the member in the type and form that the schema of this protocol version has.',
  },
  'notification-params-schema': {
    title: 'Send the parameters that the notification defines',
    found: '`{0}` does not fit the schema of the notification: {1}',
    why: 'A notification has no response: what the receiver cannot read is dropped, and the sender never learns of it.',
    fix: 'Send the member in the type and form that the schema of this protocol version has.',
  },
  'rpc-reserved-method-prefix': {
    title: 'Keep method names out of the rpc. namespace',
    found: 'The method is {0}.',
    why: 'JSON-RPC 2.0 reserves names that begin with `rpc.`. Libraries may take them for their own.',
    fix: 'Choose another name, with a prefix of your own such as `com.example/`.',
  },
  'rpc-batch-2024': {
    title: 'Avoid batches with 2024-11-05 peers',
    found: 'The message is an array of length {0}.',
    why: 'This protocol version says nothing about batches. Many peers refuse them.',
    fix: 'Send each message separately.',
  },
  'rpc-request-unanswered': {
    title: 'Respond to every request',
    found: 'No response to `{0}` for {1} s.',
    why: 'The sender waits until its timeout and cannot tell a slow peer from a broken one.',
    fix: 'Respond in every path of the handler, errors included. Report progress during long calls.',
  },
  'method-unknown': {
    title: 'Use only methods that a protocol version or known extension defines',
    found: 'No protocol version has the method {0}.',
    why: 'Receivers compare names exactly. A misspelt request fails with -32601, a misspelt notification is lost without a trace.',
    fix: 'Compare the name with the specification. A method of your own should have a prefix and be negotiated first.',
  },
  'field-not-in-version': {
    title: 'Use only fields that the protocol version in force defines',
    found: '`{0}` was added in {1}, later than the protocol version in force.',
    why: 'It is valid JSON, but a peer of this version ignores it, so what it says is lost.',
    fix: 'Do not rely on the field here, or negotiate a later protocol version.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'method-not-in-version': {
    title: '只使用当前协议版本定义的方法',
    found: '{1} 中没有 `{0}`。',
    why: '对方遵循已协商的协议版本，会拒绝或忽略这个方法。',
    fix: '发送前检查当前协议版本，改用该版本中对应的方法。',
  },
  'method-wrong-direction': {
    title: '方法只能按规定的方向发送',
    found: '`{0}` 只能由{1}发送。',
    why: '对方没有对应的处理函数：请求会以 -32601 失败，通知会丢失。',
    fix: '查阅规范中该方法由哪一方发送。列表变化、请求输入等场景，双方各有自己的方法。',
  },
  'method-params-schema': {
    title: '请求参数须符合该方法的定义',
    found: '`{0}` 不符合请求的 schema：{1}',
    why: '接收方按 schema 读取参数。不符合的内容会被拒绝，或被悄悄忽略。',
    fix: '按当前协议版本的 schema，用正确的类型和格式发送该成员。',
  },
  'method-result-schema': {
    title: '返回的结果须符合该方法的定义',
    found: '`{0}` 不符合结果的 schema：{1}',
    why: 'SDK 会先校验结果再交给调用方。一个成员出错，调用方得到的就是错误，而不是整个结果。',
    fix: '按当前协议版本的 schema，用正确的类型和格式返回该成员。',
  },
  'notification-params-schema': {
    title: '通知参数须符合该通知的定义',
    found: '`{0}` 不符合通知的 schema：{1}',
    why: '通知没有响应：接收方读不懂就会丢弃，发送方无从得知。',
    fix: '按当前协议版本的 schema，用正确的类型和格式发送该成员。',
  },
  'rpc-reserved-method-prefix': {
    title: '方法名不要使用 rpc. 前缀',
    found: '方法名为 {0}。',
    why: 'JSON-RPC 2.0 保留以 `rpc.` 开头的名称，库可能会自行占用。',
    fix: '换一个名称，并加上自己的前缀，例如 `com.example/`。',
  },
  'rpc-batch-2024': {
    title: '避免向 2024-11-05 的实现发送批次',
    found: '消息是包含 {0} 项的数组。',
    why: '该协议版本没有提到批次，许多实现会拒绝。',
    fix: '逐条发送消息。',
  },
  'rpc-request-unanswered': {
    title: '每个请求都要响应',
    found: '`{0}` 已 {1} s 没有响应。',
    why: '发送方只能等到超时，无法区分对方是慢还是出了故障。',
    fix: '处理函数的每条路径（包括出错时）都要响应；耗时较长时报告进度。',
  },
  'method-unknown': {
    title: '只使用协议版本或已知扩展定义的方法',
    found: '任何协议版本都没有 {0}。',
    why: '接收方按名称精确匹配。拼错的请求会以 -32601 失败，拼错的通知会无声丢失。',
    fix: '与规范核对名称。自定义方法应加前缀，并先行协商。',
  },
  'field-not-in-version': {
    title: '只使用当前协议版本定义的字段',
    found: '`{0}` 从 {1} 起才有，晚于当前协议版本。',
    why: '它是合法的 JSON，但此版本的实现会忽略它，其内容也就丢失了。',
    fix: '此处不要依赖该字段，或协商更新的协议版本。',
  },
};

const before = afterHandshake('2025-11-25', { server: { tools: {} } });
const asked = client(request(4, 'tools/list'));
const listed = server(result(4, { tools: [] }));

export const EXAMPLES = examples<typeof RULES>(before, {
  'method-not-in-version': {
    before: afterHandshake('2025-03-26', { client: { roots: {} } }),
    violates: [server(request('s1', 'elicitation/create', { message: 'Which one?', requestedSchema: {} }))],
    conforms: [server(request('s1', 'roots/list'))],
  },
  'method-wrong-direction': {
    before: afterHandshake('2025-11-25', { client: { roots: { listChanged: true } } }),
    violates: [client(notification('notifications/tools/list_changed'))],
    conforms: [client(notification('notifications/roots/list_changed'))],
  },
  'method-params-schema': {
    violates: [client(request(5, 'tools/call', { name: 7 }))],
    conforms: [client(request(5, 'tools/call', { name: 'seven' }))],
  },
  'method-result-schema': {
    violates: answered(
      request(6, 'tools/list'),
      result(6, { tools: [{ name: 'a', title: 1, inputSchema: { type: 'object' } }] }),
    ),
    conforms: answered(
      request(6, 'tools/list'),
      result(6, { tools: [{ name: 'a', title: 'A', inputSchema: { type: 'object' } }] }),
    ),
  },
  'notification-params-schema': {
    violates: [server(notification('notifications/progress', { progressToken: 'p', progress: 'half' }))],
    conforms: [server(notification('notifications/progress', { progressToken: 'p', progress: 0.5 }))],
  },
  'rpc-reserved-method-prefix': { violates: [client(request(4, 'rpc.discover'))], conforms: [asked] },
  'rpc-batch-2024': {
    before: afterHandshake('2024-11-05'),
    violates: [client([request(4, 'ping')])],
    conforms: [client(request(4, 'ping'))],
  },
  'rpc-request-unanswered': { violates: [asked, CLOSED], conforms: [asked, listed, CLOSED] },
  'method-unknown': {
    violates: [client(request(4, 'tools/invoke', { name: 'sum' }))],
    conforms: [client(request(4, 'tools/call', { name: 'sum' }))],
  },
  'field-not-in-version': {
    before: afterHandshake('2025-03-26', { server: { tools: {} } }),
    violates: [asked, server(result(4, { tools: [{ name: 'sum', title: 'Sum', inputSchema: { type: 'object' } }] }))],
    conforms: [asked, server(result(4, { tools: [{ name: 'sum', inputSchema: { type: 'object' } }] }))],
  },
});
