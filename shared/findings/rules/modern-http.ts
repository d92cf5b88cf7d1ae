import type { EventBody } from '#shared/recording';
import * as http from '../examples/http-script.ts';
import { failure, fresh, LATEST, meta, request, server } from '../examples/messages.ts';
import { examples } from '../examples/script.ts';
import { describeRules, info, must, should, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('modern-http', 'streamable-http', {
  'http-version-header': must('client', 'E', 'basic/transports/streamable-http#protocol-version-header'),
  'http-version-header-match': must('client', 'E', 'basic/transports/streamable-http#protocol-version-header'),
  'http-method-header': must('client', 'E', 'basic/transports/streamable-http#standard-request-headers'),
  'http-name-header': must('client', 'E', 'basic/transports/streamable-http#standard-request-headers'),
  'http-header-encoding': must('client', 'E', 'basic/transports/streamable-http#value-encoding'),
  'http-param-header': must('client', 'E', 'basic/transports/streamable-http#client-behavior'),
  'http-param-header-absent': must(
    'client',
    'E',
    'basic/transports/streamable-http#server-behavior-for-custom-headers',
  ),
  'http-header-mismatch-accepted': must('server', 'E', 'basic/transports/streamable-http#server-validation'),
  'http-unknown-method-404': must('server', 'E', 'basic/transports/streamable-http#protocol-version-header'),
  'http-error-status-400': must('server', 'E', 'basic/transports/streamable-http#protocol-version-header'),
  'http-get-delete-modern': should('server', 'E', 'basic/transports/streamable-http#earlier-streamable-http-revisions'),
  'http-session-modern': shouldNot('both', 'E', 'basic/transports/streamable-http#earlier-streamable-http-revisions'),
  'http-resume-modern': info('both', 'E', 'basic/transports/streamable-http#receiving-messages', 'extra'),
  'http-reissue-same-id': must('client', 'E', 'changelog#major-changes', 'extra'),
  'http-x-accel-buffering': should(
    'server',
    'E',
    'basic/transports/streamable-http#receiving-messages',
    'info',
    'hidden',
    'extra',
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'http-version-header': {
    title: 'Send MCP-Protocol-Version on every POST',
    found: 'The POST has no `MCP-Protocol-Version`.',
    why: 'Gateways and servers choose the rules by this header before they read the body. Without it the request is treated as one of an older protocol version.',
    fix: 'Send `MCP-Protocol-Version` with the version in `_meta`.',
  },
  'http-version-header-match': {
    title: 'Keep MCP-Protocol-Version equal to the version in _meta',
    found: 'The header is {0}, `_meta` says {1}.',
    why: 'The server has to refuse a request that says two versions.',
    fix: 'Set header and `_meta` from the same value.',
  },
  'http-method-header': {
    title: 'Repeat the method in Mcp-Method',
    found: '`Mcp-Method` is {0}, the method is {1}.',
    why: 'Gateways route and rate-limit by this header. The server has to refuse a request whose header differs.',
    fix: 'Set `Mcp-Method` to the exact `method` of the message, in the same case.',
  },
  'http-name-header': {
    title: 'Repeat name or uri in Mcp-Name',
    found: '`Mcp-Name` is {0}, the message says {1}.',
    why: 'Gateways allow and count tool calls by this header. The server has to refuse a request whose header differs.',
    fix: 'Set `Mcp-Name` to `params.name` (`tools/call`, `prompts/get`) or `params.uri` (`resources/read`).',
  },
  'http-header-encoding': {
    title: 'Wrap header values that are not plain ASCII',
    found: '`{0}` has the value {1}.',
    why: 'Other bytes are changed or cut off on the way, and the server then sees a mismatch.',
    fix: 'Leave visible ASCII as it is; write anything else as `=?base64?…?=` with base64 of its UTF-8 bytes.',
  },
  'http-param-header': {
    title: 'Repeat marked arguments in Mcp-Param headers',
    found: '`{0}` is {1}, the argument is {2}.',
    why: 'The tool marks this argument with `x-mcp-header`, because something before the server decides by it.',
    fix: 'Send `Mcp-Param-<name>` for each marked argument that has a value: strings as they are, numbers in decimal, `true` or `false`.',
  },
  'http-param-header-absent': {
    title: 'Leave out Mcp-Param headers of absent arguments',
    found: '`{0}` is {1}, but the argument has no value.',
    why: 'An empty header reads as an empty string, which is not the same as no value.',
    fix: 'Send the header only when the argument is there and not `null`.',
  },
  'http-header-mismatch-accepted': {
    title: 'Refuse headers that differ from the body with 400 and -32020',
    found: '`{1}` does not match the body; the response is {0}.',
    why: 'A harmless header with a different body gets past every check that reads only headers.',
    fix: 'Compare the headers with the body before the request is handled; respond with 400 and error code -32020 when they differ.',
  },
  'http-unknown-method-404': {
    title: 'Respond to an unknown method with 404 and -32601',
    found: 'The response to {0} is {1}.',
    why: 'Clients tell by 404 with -32601 that the method is not there. 404 alone looks like a wrong URL.',
    fix: 'Respond with status 404 and a JSON-RPC error with code -32601 as the body.',
  },
  'http-error-status-400': {
    title: 'Use status 400 for -32020, -32021, -32022 and missing _meta',
    found: 'Error {0} came with status {1}.',
    why: 'Gateways and clients see only the status. With 200 they count the call as accepted.',
    fix: 'Set status 400 before the error is written.',
  },
  'http-get-delete-modern': {
    title: 'Respond to GET and DELETE with 405',
    found: 'The response to {0} has status {1}.',
    why: 'From 2026-07-28 there is neither a GET stream nor a session. 405 tells older clients so at once.',
    fix: 'Respond to every method but POST with 405 and `Allow: POST`.',
  },
  'http-session-modern': {
    title: 'Leave out Mcp-Session-Id',
    found: '`Mcp-Session-Id` is {0}.',
    why: 'From 2026-07-28 there are no sessions: the header needlessly binds requests to one server process.',
    fix: {
      client: 'Send no `Mcp-Session-Id` with requests of this version.',
      server: 'Do not set `Mcp-Session-Id` on responses to requests of this version.',
    },
  },
  'http-resume-modern': {
    title: 'Do not use Last-Event-ID or event ids',
    found: 'The event id `{0}` was sent.',
    why: 'From 2026-07-28 streams cannot be resumed. Code that relies on it loses messages.',
    fix: {
      client: 'Send no `Last-Event-ID`; send the request again, with a new id, when its stream breaks.',
      server: 'Leave out the `id` field of SSE events.',
    },
  },
  'http-reissue-same-id': {
    title: 'Send a lost request again under a new id',
    found: '`{0}` was sent again with the id of the request whose stream broke.',
    why: 'A late response to the first attempt cannot be told from one to the second.',
    fix: 'Use a new `id` for every attempt.',
  },
  'http-x-accel-buffering': {
    title: 'Send X-Accel-Buffering: no with SSE',
    found: 'The SSE response has no `X-Accel-Buffering`.',
    why: 'Proxies such as nginx hold the stream back until it ends, and progress arrives too late.',
    fix: 'Set `X-Accel-Buffering: no` on every `text/event-stream` response.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'http-version-header': {
    title: '每个 POST 须发送 MCP-Protocol-Version',
    found: '该 POST 缺少 `MCP-Protocol-Version`。',
    why: '网关和服务器在读取正文前按此请求头选择规则，缺少时按旧协议版本的请求处理。',
    fix: '发送 `MCP-Protocol-Version`，值与 `_meta` 中的版本相同。',
  },
  'http-version-header-match': {
    title: 'MCP-Protocol-Version 须与 _meta 中的版本一致',
    found: '请求头为 {0}，`_meta` 中为 {1}。',
    why: '请求给出两个版本时，服务器必须拒绝。',
    fix: '用同一个值设置请求头和 `_meta`。',
  },
  'http-method-header': {
    title: 'Mcp-Method 须与方法一致',
    found: '`Mcp-Method` 为 {0}，方法为 {1}。',
    why: '网关按此请求头路由和限流。请求头不符时服务器必须拒绝请求。',
    fix: '将 `Mcp-Method` 设为消息的 `method`，大小写完全相同。',
  },
  'http-name-header': {
    title: 'Mcp-Name 须与 name 或 uri 一致',
    found: '`Mcp-Name` 为 {0}，消息中为 {1}。',
    why: '网关按此请求头放行和统计工具调用。请求头不符时服务器必须拒绝请求。',
    fix: '将 `Mcp-Name` 设为 `params.name`（`tools/call`、`prompts/get`）或 `params.uri`（`resources/read`）。',
  },
  'http-header-encoding': {
    title: '非纯 ASCII 的请求头值须以 base64 包装',
    found: '`{0}` 的值为 {1}。',
    why: '其他字节会在途中被改动或截断，服务器随后判定不一致。',
    fix: '可见 ASCII 原样发送；其他内容写成 `=?base64?…?=`，其中为 UTF-8 字节的 base64。',
  },
  'http-param-header': {
    title: '带标记的参数须在 Mcp-Param 请求头中重复发送',
    found: '`{0}` 为 {1}，参数为 {2}。',
    why: '工具用 `x-mcp-header` 标记了该参数，因为服务器之前的环节要据此处理。',
    fix: '为每个有值的带标记参数发送 `Mcp-Param-<名称>`：字符串原样，数字用十进制，布尔值用 `true` 或 `false`。',
  },
  'http-param-header-absent': {
    title: '参数缺失时不得发送 Mcp-Param 请求头',
    found: '`{0}` 为 {1}，但该参数没有值。',
    why: '空请求头会被理解为空字符串，与没有值不同。',
    fix: '仅当参数存在且不为 `null` 时发送该请求头。',
  },
  'http-header-mismatch-accepted': {
    title: '请求头与正文不一致须以 400 和 -32020 拒绝',
    found: '`{1}` 与正文不一致，返回 {0}。',
    why: '用无害的请求头搭配不同的正文，就能绕过只看请求头的检查。',
    fix: '处理请求前比对请求头和正文，不一致时返回 400 和错误码 -32020。',
  },
  'http-unknown-method-404': {
    title: '未知方法须返回 404 和 -32601',
    found: '对 {0} 的响应为 {1}。',
    why: '客户端凭 404 加 -32601 判断方法不存在；仅有 404 看起来像地址错误。',
    fix: '返回状态码 404，正文为错误码 -32601 的 JSON-RPC 错误。',
  },
  'http-error-status-400': {
    title: '-32020、-32021、-32022 及缺少 _meta 的错误须使用 400',
    found: '错误 {0} 的状态码为 {1}。',
    why: '网关和部分客户端只看状态码，返回 200 会被视为成功。',
    fix: '写入错误前将状态码设为 400。',
  },
  'http-get-delete-modern': {
    title: 'GET 和 DELETE 应返回 405',
    found: '{0} 返回状态码 {1}。',
    why: '自 2026-07-28 起没有 GET 流也没有会话，405 能立即告知旧客户端。',
    fix: '除 POST 外的方法都返回 405 和 `Allow: POST`。',
  },
  'http-session-modern': {
    title: '不应发送 Mcp-Session-Id',
    found: '`Mcp-Session-Id` 为 {0}。',
    why: '自 2026-07-28 起没有会话，该请求头只会无谓地把请求绑定到同一服务器进程。',
    fix: {
      client: '该版本的请求不要发送 `Mcp-Session-Id`。',
      server: '对该版本请求的响应不要设置 `Mcp-Session-Id`。',
    },
  },
  'http-resume-modern': {
    title: '不要使用 Last-Event-ID 和事件 ID',
    found: '发送了事件 ID `{0}`。',
    why: '自 2026-07-28 起流不能恢复，依赖它会丢失消息。',
    fix: {
      client: '不要发送 `Last-Event-ID`；流中断后用新的 id 重新发送请求。',
      server: 'SSE 事件不要带 `id` 字段。',
    },
  },
  'http-reissue-same-id': {
    title: '重发丢失的请求须使用新 id',
    found: '重发 `{0}` 时沿用了流已中断的请求的 id。',
    why: '无法区分迟到的响应属于第一次还是第二次。',
    fix: '每次尝试都使用新的 `id`。',
  },
  'http-x-accel-buffering': {
    title: 'SSE 响应应带 X-Accel-Buffering: no',
    found: 'SSE 响应没有 `X-Accel-Buffering`。',
    why: 'nginx 等代理会缓冲流直到结束，进度通知因此延迟。',
    fix: '每个 `text/event-stream` 响应都设置 `X-Accel-Buffering: no`。',
  },
};

const of = (method: string, more: http.Headers = {}): http.Headers =>
  http.usual(LATEST, { 'mcp-method': method, ...more });
const tool = {
  name: 'ship',
  inputSchema: { type: 'object', properties: { depot: { type: 'string', 'x-mcp-header': 'Depot' } } },
};
const before = [
  ...http.discoveredOverHttp({ server: { tools: {}, prompts: {} } }),
  ...http.posted('d2', request('d2', 'tools/list', { _meta: meta() }), fresh('d2', { tools: [tool] }), {
    headers: of('tools/list'),
  }),
];
const list = request(3, 'prompts/list', { _meta: meta() });
const call = (args: object): object => request(3, 'tools/call', { name: 'ship', arguments: args, _meta: meta() });
const CALL = of('tools/call', { 'mcp-name': 'ship' });
const asked = http.sent('x3', of('prompts/list'), list);
const failed = (code: number, status: number): readonly EventBody[] => [
  http.answer('x3', status, { 'content-type': 'application/json' }),
  server(failure(3, code), { x: 'x3' }),
  http.end('x3'),
];
const { 'mcp-protocol-version': _version, ...versionless } = of('prompts/list');
const prompt = (name: string): object => request(3, 'prompts/get', { name, _meta: meta() });
const done = fresh(3, { prompts: [] });

export const EXAMPLES = examples<typeof RULES>(before, {
  'http-version-header': { violates: http.sent('x3', versionless, list), conforms: asked },
  'http-version-header-match': {
    violates: http.sent('x3', { ...of('prompts/list'), 'mcp-protocol-version': '2025-06-18' }, list),
    conforms: asked,
  },
  'http-method-header': { violates: http.sent('x3', of('prompts/get'), list), conforms: asked },
  'http-name-header': {
    violates: http.sent('x3', of('prompts/get'), prompt('greet')),
    conforms: http.sent('x3', of('prompts/get', { 'mcp-name': 'greet' }), prompt('greet')),
  },
  'http-header-encoding': {
    violates: http.sent('x3', of('prompts/get', { 'mcp-name': 'grüße' }), prompt('grüße')),
    conforms: http.sent('x3', of('prompts/get', { 'mcp-name': '=?base64?Z3LDvMOfZQ==?=' }), prompt('grüße')),
  },
  'http-param-header': {
    violates: http.sent('x3', { ...CALL, 'mcp-param-depot': 'west' }, call({ depot: 'east' })),
    conforms: http.sent('x3', { ...CALL, 'mcp-param-depot': 'east' }, call({ depot: 'east' })),
  },
  'http-param-header-absent': {
    violates: http.sent('x3', { ...CALL, 'mcp-param-depot': 'null' }, call({})),
    conforms: http.sent('x3', CALL, call({})),
  },
  'http-header-mismatch-accepted': {
    before: [...before, ...http.sent('x3', of('tools/list'), list)],
    violates: failed(-32602, 400),
    conforms: failed(-32020, 400),
  },
  'http-unknown-method-404': {
    before: [...before, ...http.sent('x3', of('tools/rename'), request(3, 'tools/rename', { _meta: meta() }))],
    violates: [http.answer('x3', 404), http.end('x3')],
    conforms: failed(-32601, 404),
  },
  'http-error-status-400': {
    before: [...before, ...asked],
    violates: failed(-32021, 403),
    conforms: failed(-32021, 400),
  },
  'http-get-delete-modern': {
    before: [...before, http.head('e1', {}, { method: 'DELETE' })],
    violates: [http.answer('e1', 204)],
    conforms: [http.answer('e1', 405)],
  },
  'http-session-modern': {
    violates: http.sent(
      'x3',
      { ...of('prompts/list'), 'mcp-session-id': '6f1d2c1e-8a4b-4d0e-9a55-0c9b7f3e2d11' },
      list,
    ),
    conforms: asked,
  },
  'http-resume-modern': {
    before: [...before, ...asked, http.stream('x3', { 'x-accel-buffering': 'no' })],
    violates: [http.streamed('x3', done, { id: 'x3-1' })],
    conforms: [http.streamed('x3', done)],
  },
  'http-reissue-same-id': {
    before: [...before, ...asked, http.stream('x3', { 'x-accel-buffering': 'no' }), http.end('x3', 'network')],
    violates: http.sent('x4', of('prompts/list'), list),
    conforms: http.sent('x4', of('prompts/list'), { ...list, id: 4 }),
  },
  'http-x-accel-buffering': {
    before: [...before, ...asked],
    violates: [http.stream('x3')],
    conforms: [http.stream('x3', { 'x-accel-buffering': 'no' })],
  },
});
