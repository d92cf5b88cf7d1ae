/** Messages of JSON-RPC and their ids. */
import { client, meta, request, result, server } from '../examples/messages.ts';
import { afterHandshake, discovered, examples } from '../examples/script.ts';
import { describeRules, must, mustNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RESULTS = { A: 'basic/messages#responses', B: 'basic/index#responses', D: 'basic/index#result-responses' };

export const RULES = describeRules('jsonrpc', 'any', {
  'rpc-version-field': must('both', 'A-E', 'basic/messages#requests'),
  'rpc-message-shape': must('both', 'A-E', 'basic/messages'),
  'rpc-top-level-object': must('both', 'A-E', 'basic/messages'),
  'rpc-request-id-null': mustNot('both', 'A-E', 'basic/messages#requests'),
  'rpc-request-id-type': must('both', 'A-E', 'basic/messages#requests'),
  'rpc-request-id-reused': mustNot('both', 'A-D', 'basic/messages#requests'),
  'rpc-request-id-in-flight': mustNot('client', 'E', 'basic/index#requests'),
  'rpc-response-id-unknown': must('both', 'A-E', RESULTS),
  'rpc-response-duplicate': must('both', 'A-E', RESULTS),
  'rpc-response-id-type-changed': must('both', 'A-E', RESULTS),
});

export const EN: WordsOf<typeof RULES> = {
  'rpc-version-field': {
    title: 'Set jsonrpc to exactly "2.0" on every message',
    found: '`jsonrpc` is {0}.',
    why: 'Receivers tell JSON-RPC 2.0 from other JSON by this member. Many drop a message without it, and no response comes.',
    fix: 'Add `"jsonrpc": "2.0"`, a string, to every request, response and notification.',
  },
  'rpc-message-shape': {
    title: 'Make each message exactly one of request, notification or response',
    found: 'Found {0}: not exactly one of request, notification and response.',
    why: 'Receivers decide by `method`, `result` and `error` what a message is. With none of them, or with two kinds at once, it is dropped or misread.',
    fix: 'Send `method` (a non-empty string) in requests and notifications, and either `result` or `error` in responses, never both kinds in one object.',
  },
  'rpc-top-level-object': {
    title: 'Send a JSON object at the top level',
    found: 'The whole message is {0}.',
    differs: 'The body is not JSON: {0}',
    why: 'A string, number, boolean or null carries no method and no id, so nobody can act on it or respond to it.',
    fix: {
      client: 'Serialize the message object itself, once. A string here is usually JSON that was serialized twice.',
      server:
        'Serialize the message object itself, once. Over stdio, check that nothing else prints to stdout: `console.log` and `print` belong on stderr.',
    },
  },
  'rpc-request-id-null': {
    title: 'Never use null as a request id',
    found: '`id` is null in a request.',
    why: 'The response to it could not be told apart from an error about an unreadable message.',
    fix: 'Give the request a string or integer `id`. If no response is wanted, send a notification: no `id` member at all.',
  },
  'rpc-request-id-type': {
    title: 'Use a string or an integer as request id',
    found: '`id` is {0}.',
    why: 'Peers keep pending requests in a table by id. Other types often do not survive the round trip unchanged.',
    fix: 'Use a counter (1, 2, 3, …) or a string such as a UUID as `id`.',
  },
  'rpc-request-id-reused': {
    title: 'Use each request id once per session',
    found: 'The id {0} was already used, by `{1}`.',
    why: 'A late or repeated response to the first request is then taken for the response to the second one.',
    fix: 'Assign increasing ids for the whole session, from one place. Do not start over after a reconnect within the same session.',
  },
  'rpc-request-id-in-flight': {
    title: 'Do not reuse the id of a request that is still pending',
    found: 'The id {0} still belongs to `{1}`, which waits for its response.',
    why: 'With two pending requests under one id, nobody can tell which of them a response belongs to.',
    fix: 'Take a new id for each request, or at least wait for the response before you use one again.',
  },
  'rpc-response-id-unknown': {
    title: 'Respond only to ids the peer actually sent',
    found: 'No request has the id {0}.',
    differs: 'The result has no `id`.',
    why: 'The peer cannot match the response, drops it, and waits until its request times out.',
    fix: 'Copy `id` from the request unchanged. Do not generate one for the response.',
  },
  'rpc-response-duplicate': {
    title: 'Send one response per request',
    found: 'The request with id {0} (`{1}`) already had a response.',
    why: 'The second response is dropped, or completes another request that uses the id by then.',
    fix: 'Return or reject once in the handler. Look for an error path that continues after the response was sent.',
  },
  'rpc-response-id-type-changed': {
    title: 'Echo the request id with its original JSON type',
    found: 'The response has the id {0}; the pending request has {1}.',
    why: 'A string and a number are different ids. The peer does not find its request and lets it time out.',
    fix: 'Keep the id as the JSON value that it was: do not read it into a field typed as string or number only.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'rpc-version-field': {
    title: '每条消息的 jsonrpc 必须恰好为 "2.0"',
    found: '`jsonrpc` 为 {0}。',
    why: '接收方靠这个成员识别 JSON-RPC 2.0。缺少它的消息常被丢弃，无人响应。',
    fix: '在每个请求、响应和通知中加上字符串成员 `"jsonrpc": "2.0"`。',
  },
  'rpc-message-shape': {
    title: '每条消息只能是请求、通知、响应三者之一',
    found: '内容为 {0}，不能唯一归为请求、通知或响应。',
    why: '接收方靠 `method`、`result` 和 `error` 判断消息类型。三者皆无或混用时，消息会被丢弃或误读。',
    fix: '请求和通知带非空字符串 `method`；响应带 `result` 或 `error` 之一；不要混在同一个对象里。',
  },
  'rpc-top-level-object': {
    title: '消息顶层必须是 JSON 对象',
    found: '整条消息是 {0}。',
    differs: '请求体不是 JSON：{0}',
    why: '字符串、数字、布尔值或 null 没有方法也没有 id，对方既无法处理也无法响应。',
    fix: {
      client: '只对消息对象序列化一次。顶层出现字符串，多半是序列化了两次。',
      server:
        '只对消息对象序列化一次。使用 stdio 时确认没有其他代码向 stdout 输出：`console.log`、`print` 应改到 stderr。',
    },
  },
  'rpc-request-id-null': {
    title: '请求的 id 不能为 null',
    found: '请求的 `id` 为 null。',
    why: '它的响应无法与“消息无法解析”的错误区分开。',
    fix: '为请求设置字符串或整数 `id`。不需要响应时改发通知，即完全不带 `id`。',
  },
  'rpc-request-id-type': {
    title: '请求的 id 必须是字符串或整数',
    found: '`id` 为 {0}。',
    why: '双方都按 id 查找未完成的请求，其他类型往返后往往会变样。',
    fix: '用计数器（1、2、3…）或 UUID 之类的字符串作为 `id`。',
  },
  'rpc-request-id-reused': {
    title: '同一会话中每个请求 id 只用一次',
    found: 'id {0} 已被 `{1}` 用过。',
    why: '前一个请求迟到或重复的响应会被当成后一个请求的响应。',
    fix: '整个会话由同一处递增分配 id；在同一会话内重连时不要从头计数。',
  },
  'rpc-request-id-in-flight': {
    title: '不要复用尚未响应的请求的 id',
    found: 'id {0} 仍属于等待响应的 `{1}`。',
    why: '同一个 id 下有两个未完成的请求时，无法判断响应属于哪一个。',
    fix: '每个请求使用新的 id，至少要等收到响应后再复用。',
  },
  'rpc-response-id-unknown': {
    title: '只响应对方发来过的 id',
    found: '没有 id 为 {0} 的请求。',
    differs: '该结果没有 `id`。',
    why: '对方匹配不到请求，只能丢弃该响应，并一直等到超时。',
    fix: '把请求的 `id` 原样复制到响应中，不要另行生成。',
  },
  'rpc-response-duplicate': {
    title: '每个请求只响应一次',
    found: 'id 为 {0} 的请求（`{1}`）已有响应。',
    why: '第二个响应会被丢弃，或误结束此时使用该 id 的另一个请求。',
    fix: '处理函数只返回或拒绝一次；检查是否有错误分支在响应之后继续执行。',
  },
  'rpc-response-id-type-changed': {
    title: '响应的 id 要保持请求中的 JSON 类型',
    found: '响应的 id 为 {0}，而等待中的请求 id 为 {1}。',
    why: '字符串与数字是不同的 id。对方找不到对应的请求，只能等到超时。',
    fix: '按原始 JSON 值保存 id，不要读入只接受字符串或只接受数字的字段。',
  },
};

const before = afterHandshake('2025-11-25', { server: { tools: {} } });
const asked = client(request(4, 'tools/list'));
const listed = server(result(4, { tools: [] }));

export const EXAMPLES = examples<typeof RULES>(before, {
  'rpc-version-field': {
    violates: [client({ id: 4, method: 'tools/list' })],
    conforms: [client(request(4, 'tools/list'))],
  },
  'rpc-message-shape': {
    violates: [asked, server({ jsonrpc: '2.0', id: 4, method: 'tools/list', result: { tools: [] } })],
    conforms: [asked, listed],
  },
  'rpc-top-level-object': { violates: [asked, server('"started"')], conforms: [asked, listed] },
  'rpc-request-id-null': {
    violates: [client(request(null, 'tools/list'))],
    conforms: [client(request('a', 'tools/list'))],
  },
  'rpc-request-id-type': { violates: [client(request(2.5, 'ping'))], conforms: [client(request(2, 'ping'))] },
  'rpc-request-id-reused': {
    violates: [asked, listed, client(request(4, 'ping'))],
    conforms: [asked, listed, client(request(5, 'ping'))],
  },
  'rpc-request-id-in-flight': {
    before: discovered({ server: { tools: {} } }),
    violates: [
      client(request(7, 'tools/list', { _meta: meta() })),
      client(request(7, 'tools/call', { name: 'sum', arguments: {}, _meta: meta() })),
    ],
    conforms: [
      client(request(7, 'tools/list', { _meta: meta() })),
      client(request(8, 'tools/call', { name: 'sum', arguments: {}, _meta: meta() })),
    ],
  },
  'rpc-response-id-unknown': { violates: [asked, server(result(5, { tools: [] }))], conforms: [asked, listed] },
  'rpc-response-duplicate': { violates: [asked, listed, listed], conforms: [asked, listed] },
  'rpc-response-id-type-changed': { violates: [asked, server(result('4', { tools: [] }))], conforms: [asked, listed] },
});
