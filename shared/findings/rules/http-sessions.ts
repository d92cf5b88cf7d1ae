/** Sessions, versions and origins of Streamable HTTP. */
import type { EventBody } from '#shared/recording';
import { answer, end, head, listening, sent, usual } from '../examples/http-script.ts';
import { client, failure, notification, request, result, server } from '../examples/messages.ts';
import { CLOSED, examples, OPEN } from '../examples/script.ts';
import * as streamable from '../examples/streamable-http-script.ts';
import { describeRules, must, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('streamable-http', 'streamable-http', {
  'http-session-id-charset': must('server', 'B-D', 'basic/transports#session-management'),
  'http-session-header-missing': must('client', 'B-D', 'basic/transports#session-management'),
  'http-session-missing-400': should('server', 'B-D', 'basic/transports#session-management'),
  'http-session-ended-404': must('server', 'B-D', 'basic/transports#session-management'),
  'http-session-404-reinit': must('client', 'B-D', 'basic/transports#session-management'),
  'http-session-delete': should('client', 'B-D', 'basic/transports#session-management', 'info'),
  'http-version-header-missing': must('client', 'C-D', 'basic/transports#protocol-version-header'),
  'http-version-header-negotiated': should('client', 'C-D', 'basic/transports#protocol-version-header'),
  'http-version-header-invalid-400': must('server', 'C-D', 'basic/transports#protocol-version-header'),
  'http-origin-unchecked': must('server', 'A-E', 'basic/transports#security-warning', { transport: 'any' }),
  'http-origin-403': must('server', 'D-E', 'basic/transports#security-warning', 'heuristic'),
});

export const EN: WordsOf<typeof RULES> = {
  'http-session-id-charset': {
    title: 'Use only visible ASCII in session IDs',
    found: '`Mcp-Session-Id` is {0}.',
    why: 'A space or other character can be changed or refused on the way, and the client cannot send the ID back.',
    fix: 'Build the ID from characters 0x21 to 0x7E: a UUID, a token in base64url or hexadecimal.',
  },
  'http-session-header-missing': {
    title: 'Repeat the session ID on every later request',
    found: '`Mcp-Session-Id` is {0}; the session has {1}.',
    why: 'The server finds the session by this header. Without it the request is refused, or handled without its session.',
    fix: 'Keep the `Mcp-Session-Id` of the response to `initialize` and send it with every later POST, GET and DELETE.',
  },
  'http-session-missing-400': {
    title: 'Refuse a request without the session ID with 400',
    found: 'The request without `Mcp-Session-Id` was refused with status {0}.',
    why: '400 tells the client what it forgot. Other codes mean something else: 404 that the session is over, 500 that the server failed.',
    fix: 'Check the header before anything else and respond with 400 when it is missing.',
  },
  'http-session-ended-404': {
    title: 'Respond with 404 to the ID of an ended session',
    found: 'Status {0} for session {1}, which has ended.',
    why: '404 tells a client to start a new session. With any other status it keeps using the ended one.',
    fix: 'Discard the ID when the session ends, and respond with 404 to every request that carries an unknown ID.',
  },
  'http-session-404-reinit': {
    title: 'Start a new session after 404',
    found: 'A request carries session {0}, for which the server had returned 404.',
    why: 'The server no longer knows the session. Every further request with this ID fails.',
    fix: 'On 404 drop the ID and send `initialize` without `Mcp-Session-Id`; then repeat what failed.',
  },
  'http-session-delete': {
    title: 'End the session with DELETE',
    found: 'The connection was closed without DELETE for its session.',
    why: 'The server keeps the state of the session until it expires.',
    fix: 'Send DELETE with `Mcp-Session-Id` when the session is no longer needed; a 405 response is fine.',
  },
  'http-version-header-missing': {
    title: 'Send MCP-Protocol-Version after the handshake',
    found: '`MCP-Protocol-Version` is missing; the negotiated version is {1}.',
    why: 'Without it the server assumes a client of 2025-03-26, and may apply other rules to the message.',
    fix: 'Send `MCP-Protocol-Version` with every POST, GET and DELETE after the response to `initialize`, `notifications/initialized` included.',
  },
  'http-version-header-negotiated': {
    title: 'Send the negotiated version in MCP-Protocol-Version',
    found: '`MCP-Protocol-Version` is {0}; the negotiated version is {1}.',
    why: 'The server checks the header against the session. A version that was only offered can be refused with 400.',
    fix: 'Take the value from `protocolVersion` of the result of `initialize`, not from the request.',
  },
  'http-version-header-invalid-400': {
    title: 'Refuse an invalid MCP-Protocol-Version with 400',
    found: 'The response to `MCP-Protocol-Version` {0} has status {1}.',
    why: 'A server that accepts any version may apply rules that the client does not expect.',
    fix: 'Compare the header with the versions that the server supports, and respond with 400 when it is not among them.',
  },
  'http-origin-unchecked': {
    title: 'Validate the Origin header',
    found: 'The response to a request from `{0}` has status {1}.',
    why: 'Any web page can reach a server on this machine by DNS rebinding, and then call its tools.',
    fix: 'Compare `Origin` with a list of allowed origins before anything else, and respond to any other with 403. Bind local servers to 127.0.0.1.',
  },
  'http-origin-403': {
    title: 'Refuse an invalid Origin with 403',
    found: 'The request from `{1}` was refused with status {0}.',
    why: '403 says that the origin is not allowed. Other codes send people looking for another cause.',
    fix: 'Respond with 403 when `Origin` is not among the allowed origins.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'http-session-id-charset': {
    title: '会话 ID 只能使用可见 ASCII 字符',
    found: '`Mcp-Session-Id` 为 {0}。',
    why: '空格等字符可能在途中被改动或拒绝，客户端无法原样发回。',
    fix: 'ID 只用 0x21 至 0x7E 的字符，如 UUID、base64url 或十六进制令牌。',
  },
  'http-session-header-missing': {
    title: '后续请求须携带会话 ID',
    found: '`Mcp-Session-Id` 为 {0}，当前会话为 {1}。',
    why: '服务器靠此请求头找到会话。缺少时请求会被拒绝，或脱离会话处理。',
    fix: '保存 `initialize` 响应中的 `Mcp-Session-Id`，后续每个 POST、GET 和 DELETE 都携带它。',
  },
  'http-session-missing-400': {
    title: '缺少会话 ID 的请求应以 400 拒绝',
    found: '缺少 `Mcp-Session-Id` 的请求以状态码 {0} 被拒绝。',
    why: '400 说明客户端遗漏了请求头。其他状态码另有含义：404 表示会话已结束，500 表示服务器故障。',
    fix: '先检查该请求头，缺失时返回 400。',
  },
  'http-session-ended-404': {
    title: '已结束的会话 ID 须返回 404',
    found: '会话 {1} 已结束，却返回状态码 {0}。',
    why: '客户端凭 404 新建会话。返回其他状态码时，它会继续使用已失效的会话。',
    fix: '会话结束时删除其 ID；请求携带未知 ID 时返回 404。',
  },
  'http-session-404-reinit': {
    title: '收到 404 后须新建会话',
    found: '请求仍携带会话 {0}，服务器此前已对其返回 404。',
    why: '服务器已不认识该会话，继续使用此 ID 的请求都会失败。',
    fix: '收到 404 后丢弃该 ID，发送不带 `Mcp-Session-Id` 的 `initialize`，再重做失败的请求。',
  },
  'http-session-delete': {
    title: '结束时应以 DELETE 终止会话',
    found: '连接已关闭，未对其会话发送 DELETE。',
    why: '服务器会一直保留会话状态，直到自行过期。',
    fix: '不再需要会话时发送带 `Mcp-Session-Id` 的 DELETE；返回 405 也无妨。',
  },
  'http-version-header-missing': {
    title: '握手后须发送 MCP-Protocol-Version',
    found: '缺少 `MCP-Protocol-Version`；协商的版本为 {1}。',
    why: '缺少该请求头时，服务器按 2025-03-26 的客户端处理，可能以不同规则解读消息。',
    fix: '`initialize` 响应之后的每个 POST、GET 和 DELETE（包括 `notifications/initialized`）都发送 `MCP-Protocol-Version`。',
  },
  'http-version-header-negotiated': {
    title: 'MCP-Protocol-Version 应为协商的版本',
    found: '`MCP-Protocol-Version` 为 {0}，协商的版本为 {1}。',
    why: '服务器会将该请求头与会话核对。只提议过而未协商的版本可能被以 400 拒绝。',
    fix: '取 `initialize` 结果中的 `protocolVersion`，不要用请求中的值。',
  },
  'http-version-header-invalid-400': {
    title: '无效的 MCP-Protocol-Version 须以 400 拒绝',
    found: '`MCP-Protocol-Version` 为 {0}，返回状态码 {1}。',
    why: '放行任意版本的服务器会按客户端意料之外的规则处理消息。',
    fix: '将该请求头与支持的版本比对，不在其中时返回 400。',
  },
  'http-origin-unchecked': {
    title: '须校验 Origin 请求头',
    found: '来自 `{0}` 的请求返回状态码 {1}。',
    why: '任何网页都能通过 DNS 重绑定访问本机服务器并调用其工具。',
    fix: '先将 `Origin` 与允许列表比对，不符则返回 403。本地服务器只绑定 127.0.0.1。',
  },
  'http-origin-403': {
    title: '无效的 Origin 须以 403 拒绝',
    found: '来自 `{1}` 的请求以状态码 {0} 被拒绝。',
    why: '403 表示来源不被允许，其他状态码会误导排查方向。',
    fix: '`Origin` 不在允许列表中时返回 403。',
  },
};

const LOCAL = 'http://localhost:7311/mcp';
const fromPage = (origin: string, url: string): readonly EventBody[] => [
  head('x3', { ...streamable.headers, origin }, { url }),
  client(streamable.list, { x: 'x3' }),
];
const text = (x: string, status: number, raw: string): readonly EventBody[] => [
  answer(x, status, { 'content-type': 'text/plain' }),
  server(raw, { x }),
  end(x),
];

export const EXAMPLES = examples<typeof RULES>(streamable.before, {
  'http-session-id-charset': {
    before: OPEN,
    violates: streamable.initialize(streamable.REVISION, { 'mcp-session-id': 'room 7 of the tower' }),
    conforms: streamable.initialize(streamable.REVISION, { 'mcp-session-id': 'room-7-of-the-tower' }),
  },
  'http-session-header-missing': {
    before: streamable.inSession,
    violates: streamable.asked,
    conforms: sent('x3', streamable.own, streamable.list),
  },
  'http-session-missing-400': {
    before: streamable.inSession,
    violates: [...streamable.asked, ...streamable.json('x3', failure(3, -32600), 422)],
    conforms: [...streamable.asked, ...streamable.json('x3', failure(3, -32600), 400)],
  },
  'http-session-ended-404': {
    before: [...streamable.inSession, ...sent('x3', streamable.own, streamable.list), answer('x3', 404), end('x3')],
    violates: [...sent('x4', streamable.own, request(4, 'ping')), ...streamable.json('x4', result(4))],
    conforms: [...sent('x4', streamable.own, request(4, 'ping')), answer('x4', 404), end('x4')],
  },
  'http-session-404-reinit': {
    before: [...streamable.inSession, ...sent('x3', streamable.own, streamable.list), answer('x3', 404), end('x3')],
    violates: sent('x4', streamable.own, request(4, 'tools/list')),
    conforms: streamable.initialize(streamable.REVISION),
  },
  'http-session-delete': {
    before: streamable.inSession,
    violates: [CLOSED],
    conforms: [
      head('e1', { ...streamable.VERSION, 'mcp-session-id': streamable.SESSION }, { method: 'DELETE' }),
      answer('e1', 405),
      end('e1'),
      CLOSED,
    ],
  },
  'http-version-header-missing': {
    violates: [head('g1', { accept: 'text/event-stream' }, { method: 'GET' })],
    conforms: listening('g1', streamable.VERSION),
  },
  'http-version-header-negotiated': {
    before: [...OPEN, ...streamable.initialize(streamable.REVISION)],
    violates: sent('x3', streamable.headers, notification('notifications/initialized')),
    conforms: sent('x3', usual('2025-06-18'), notification('notifications/initialized')),
  },
  'http-version-header-invalid-400': {
    violates: [...sent('x3', usual('v3'), streamable.list), ...streamable.json('x3', streamable.tools)],
    conforms: [...sent('x3', usual('v3'), streamable.list), ...streamable.json('x3', failure(3, -32600), 400)],
  },
  'http-origin-unchecked': {
    violates: [...fromPage('https://games.example', LOCAL), ...streamable.json('x3', streamable.tools)],
    conforms: [...fromPage('http://localhost:3000', LOCAL), ...streamable.json('x3', streamable.tools)],
  },
  'http-origin-403': {
    violates: [...fromPage('https://games.example', LOCAL), ...text('x3', 421, 'Origin not allowed')],
    conforms: [...fromPage('https://games.example', LOCAL), ...text('x3', 403, 'Origin not allowed')],
  },
});
