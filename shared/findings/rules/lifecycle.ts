/** The handshake. */
import { agreed, client, notification, offered, request, server } from '../examples/messages.ts';
import { examples, SPAWNED } from '../examples/script.ts';
import { describeRules, must, mustNot, should, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('lifecycle', 'any', {
  'init-first': must('client', 'A-D', 'basic/lifecycle#initialization'),
  'init-request-before-response': shouldNot('client', 'A-D', 'basic/lifecycle#initialization'),
  'init-server-request-early': shouldNot('server', 'A-D', 'basic/lifecycle#initialization'),
  'init-server-message-unprompted': must('server', 'A-D', 'basic/lifecycle#initialization'),
  'init-initialized-missing': must('client', 'A-D', 'basic/lifecycle#initialization'),
  'init-initialized-once': shouldNot('client', 'A-D', 'basic/lifecycle#initialization', 'inferred'),
  'init-initialized-early': must('client', 'A-D', 'basic/lifecycle#initialization'),
  'init-repeated': shouldNot('client', 'A-D', 'basic/lifecycle#initialization', 'inferred'),
  'init-params-required': must('client', 'A-D', 'basic/lifecycle#initialization'),
  'init-result-required': must('server', 'A-D', 'basic/lifecycle#initialization'),
  'init-version-unsupported-continue': should('client', 'A-D', 'basic/lifecycle#version-negotiation'),
  'init-modern-version': mustNot('both', 'A-D', 'basic/lifecycle#initialization', 'inferred'),
  'init-cancelled': mustNot('client', 'A-D', 'basic/utilities/cancellation#behavior-requirements'),
});

export const EN: WordsOf<typeof RULES> = {
  'init-first': {
    title: 'Open every connection with initialize',
    found: '`{0}` came before any `initialize`.',
    why: 'Before `initialize` neither side knows the protocol version and the capabilities of the other. Most servers refuse everything until then.',
    fix: 'Send `initialize` first, on each new process and each new HTTP session, also after a reconnect.',
  },
  'init-request-before-response': {
    title: 'Send only pings until initialize gets its response',
    found: '`{0}` was sent while `initialize` waits for its response.',
    why: 'The server may not be ready, and what it can do is not known yet. Many servers refuse such a request.',
    fix: 'Wait for the result of `initialize` (`await client.connect(…)`) before anything else.',
  },
  'init-server-request-early': {
    title: 'Hold server requests (except ping) until notifications/initialized',
    found: '`{0}` was sent before `notifications/initialized` came.',
    why: 'The client may not have its handlers in place yet, and drops or refuses the request.',
    fix: 'Send the first request from the handler of `notifications/initialized` (`oninitialized` in SDKs), not from that of `initialize`.',
  },
  'init-server-message-unprompted': {
    title: 'Stay silent until the client sends initialize',
    found: '`{0}` was sent before `initialize` came.',
    why: 'The client does not know yet what to expect. Clients in typed languages often end the connection.',
    fix: 'Begin watchers, timers and notifications only after the handshake.',
  },
  'init-initialized-missing': {
    title: 'Send notifications/initialized after a successful handshake',
    found: '`{0}` was sent, but no `notifications/initialized` before it.',
    why: 'Servers wait for it before they serve requests, or send requests of their own.',
    fix: 'Send `notifications/initialized`, without `id`, right after the result of `initialize`.',
  },
  'init-initialized-once': {
    title: 'Send notifications/initialized only once per handshake',
    found: '`notifications/initialized` came again.',
    why: 'Servers start their work on it; with a second one they may start it twice.',
    fix: 'Send it from one place, after the result of `initialize`.',
  },
  'init-initialized-early': {
    title: 'Wait for the initialize result before notifications/initialized',
    found: '`notifications/initialized` was sent without a successful result of `initialize` before it.',
    why: 'It says that the client has accepted the version and the capabilities, which it has not even seen.',
    fix: 'Send it only after a result came. When `initialize` failed, close the connection.',
  },
  'init-repeated': {
    title: 'Do not initialize an already initialized session',
    found: '`initialize` was sent in a session that has been initialized.',
    why: 'Servers need not support it. Some respond with an error, others lose the session state.',
    fix: 'Start a new process, or a new HTTP session without the header `Mcp-Session-Id`.',
  },
  'init-params-required': {
    title: 'Include protocolVersion, capabilities and clientInfo in initialize',
    found: 'In the parameters of `initialize`, `{0}` is {1}.',
    why: 'Servers check these members first. Without them the handshake fails, often with an error that does not say why.',
    fix: 'Send `protocolVersion` (string), `capabilities` (object, `{}` at least) and `clientInfo` with `name` and `version` (strings).',
  },
  'init-result-required': {
    title: 'Include protocolVersion, capabilities and serverInfo in the initialize result',
    found: 'In the result of `initialize`, `{0}` is {1}.',
    why: 'Clients check these members first. Typed SDKs refuse the result and the connection fails.',
    fix: 'Return `protocolVersion` (string), `capabilities` (object, `{}` at least) and `serverInfo` with `name` and `version` (strings).',
  },
  'init-version-unsupported-continue': {
    title: 'Disconnect when the version from the server is not supported',
    found: 'The server responded with version {0}, but the client continued with `{1}`.',
    why: 'It is unclear which rules the session follows, and errors show up far from their cause.',
    fix: 'Compare the version in the result with those that the client supports. Close the connection when it is none of them, and say why.',
  },
  'init-modern-version': {
    title: 'Do not negotiate 2026-07-28 through initialize',
    found: '`protocolVersion` is {0}, which has no handshake.',
    why: 'From 2026-07-28 on each request names its version itself. In a handshake it promises something that neither side can keep.',
    fix: {
      client:
        'Offer 2025-11-25 in `initialize`. For 2026-07-28 send `server/discover` first and send `_meta` with each request.',
      server:
        'Respond to `initialize` with 2025-11-25 or older. Serve 2026-07-28 only to requests that name it in `_meta`.',
    },
  },
  'init-cancelled': {
    title: 'Never cancel initialize',
    found: 'The cancelled request {0} is `initialize`.',
    why: 'Without `initialize` there is no session in which a cancellation could mean anything. Servers ignore it.',
    fix: 'Close the connection when `initialize` takes too long.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'init-first': {
    title: '每个连接都要以 initialize 开始',
    found: '在 `initialize` 之前发送了 `{0}`。',
    why: '在 `initialize` 之前，双方都不知道对方的协议版本和能力，多数服务器会拒绝一切请求。',
    fix: '每个新进程、每个新 HTTP 会话（包括重连之后）都先发送 `initialize`。',
  },
  'init-request-before-response': {
    title: 'initialize 得到响应之前只能发送 ping',
    found: '`initialize` 尚未得到响应就发送了 `{0}`。',
    why: '服务器可能尚未就绪，其能力也还未知。许多服务器会拒绝这样的请求。',
    fix: '先等待 `initialize` 的结果（`await client.connect(…)`），再发送其他消息。',
  },
  'init-server-request-early': {
    title: '收到 notifications/initialized 之前，服务器不要发送 ping 以外的请求',
    found: '收到 `notifications/initialized` 之前就发送了 `{0}`。',
    why: '客户端的处理函数可能还未就绪，请求会被丢弃或拒绝。',
    fix: '在 `notifications/initialized` 的处理函数中（SDK 的 `oninitialized`）发送第一个请求，而不是在 `initialize` 的处理函数中。',
  },
  'init-server-message-unprompted': {
    title: '收到 initialize 之前，服务器不要发送消息',
    found: '收到 `initialize` 之前就发送了 `{0}`。',
    why: '此时客户端不知道会收到什么，强类型语言的客户端往往会断开连接。',
    fix: '握手完成后再启动监视、定时器和通知。',
  },
  'init-initialized-missing': {
    title: '握手成功后要发送 notifications/initialized',
    found: '发送了 `{0}`，但此前没有 `notifications/initialized`。',
    why: '服务器等到这个通知才处理请求，或才发送自己的请求。',
    fix: '收到 `initialize` 的结果后，立即发送不带 `id` 的 `notifications/initialized`。',
  },
  'init-initialized-once': {
    title: '每次握手只发送一次 notifications/initialized',
    found: '再次发送了 `notifications/initialized`。',
    why: '服务器以它作为开始工作的信号，收到两次可能会重复启动。',
    fix: '只在一处发送，即收到 `initialize` 的结果之后。',
  },
  'init-initialized-early': {
    title: '收到 initialize 的结果后再发送 notifications/initialized',
    found: '在没有成功的 `initialize` 结果时发送了 `notifications/initialized`。',
    why: '它表示客户端接受了协议版本和能力，而此时客户端根本没有看到它们。',
    fix: '只在收到结果后发送；`initialize` 失败时关闭连接。',
  },
  'init-repeated': {
    title: '不要在已初始化的会话中再次 initialize',
    found: '在已初始化的会话中发送了 `initialize`。',
    why: '服务器不必支持这种做法：有的返回错误，有的会丢失会话状态。',
    fix: '启动新进程，或不带 `Mcp-Session-Id` 请求头开始新的 HTTP 会话。',
  },
  'init-params-required': {
    title: 'initialize 要包含 protocolVersion、capabilities 和 clientInfo',
    found: '`initialize` 的参数中，`{0}` 为 {1}。',
    why: '服务器首先检查这些成员。缺少时握手会失败，错误信息往往不说明原因。',
    fix: '发送 `protocolVersion`（字符串）、`capabilities`（对象，至少为 `{}`）和带 `name`、`version`（字符串）的 `clientInfo`。',
  },
  'init-result-required': {
    title: 'initialize 的结果要包含 protocolVersion、capabilities 和 serverInfo',
    found: '`initialize` 的结果中，`{0}` 为 {1}。',
    why: '客户端首先检查这些成员。强类型 SDK 会拒绝该结果，连接随之失败。',
    fix: '返回 `protocolVersion`（字符串）、`capabilities`（对象，至少为 `{}`）和带 `name`、`version`（字符串）的 `serverInfo`。',
  },
  'init-version-unsupported-continue': {
    title: '不支持服务器给出的版本时要断开',
    found: '服务器给出版本 {0}，客户端仍继续发送 `{1}`。',
    why: '无法确定会话遵循哪套规则，出错时很难找到原因。',
    fix: '把结果中的版本与客户端支持的版本比较；都不匹配时关闭连接并说明原因。',
  },
  'init-modern-version': {
    title: '不要通过 initialize 协商 2026-07-28',
    found: '`protocolVersion` 为 {0}，而该版本没有握手。',
    why: '2026-07-28 起由每个请求自行声明版本。写在握手里，双方都无法兑现。',
    fix: {
      client:
        '在 `initialize` 中使用 2025-11-25。要用 2026-07-28，先发送 `server/discover`，并在每个请求中带上 `_meta`。',
      server: '对 `initialize` 返回 2025-11-25 或更早的版本；只对 `_meta` 中声明了 2026-07-28 的请求按该版本处理。',
    },
  },
  'init-cancelled': {
    title: '不要取消 initialize',
    found: '被取消的请求 {0} 是 `initialize`。',
    why: '没有 `initialize` 就没有会话，取消也就没有意义，服务器会忽略它。',
    fix: '`initialize` 耗时过长时关闭连接。',
  },
};

const offer = (version: string, more: object = {}) => client(offered(1, version, more));
const accepts = (version: string, capabilities: unknown = { tools: {} }) =>
  server(agreed(1, version, { capabilities }));
const initialized = client(notification('notifications/initialized'));
const hello = [offer('2025-11-25', { capabilities: { sampling: {} } }), accepts('2025-11-25')];
const list = client(request(2, 'tools/list'));

export const EXAMPLES = examples<typeof RULES>(SPAWNED, {
  'init-first': { violates: [list], conforms: [...hello, initialized, list] },
  'init-request-before-response': {
    violates: [offer('2025-06-18'), list, accepts('2025-06-18')],
    conforms: [offer('2025-06-18'), accepts('2025-06-18'), initialized, list],
  },
  'init-server-request-early': {
    violates: [...hello, server(request('s1', 'sampling/createMessage', { messages: [], maxTokens: 10 }))],
    conforms: [...hello, initialized, server(request('s1', 'sampling/createMessage', { messages: [], maxTokens: 10 }))],
  },
  'init-server-message-unprompted': {
    violates: [server(notification('notifications/resources/list_changed')), ...hello],
    conforms: [server(notification('notifications/message', { level: 'info', data: 'starting' })), ...hello],
  },
  'init-initialized-missing': { violates: [...hello, list], conforms: [...hello, initialized, list] },
  'init-initialized-once': { violates: [...hello, initialized, initialized], conforms: [...hello, initialized] },
  'init-initialized-early': {
    violates: [offer('2025-03-26'), initialized, accepts('2025-03-26')],
    conforms: [offer('2025-03-26'), accepts('2025-03-26'), initialized],
  },
  'init-repeated': {
    violates: [...hello, initialized, client(offered(2, '2025-11-25'))],
    conforms: [...hello, initialized, { k: 'process', event: 'spawn', pid: 4712 }, offer('2025-11-25')],
  },
  'init-params-required': {
    violates: [offer('2025-11-25', { clientInfo: { name: 'client' } })],
    conforms: [offer('2025-11-25')],
  },
  'init-result-required': { violates: [offer('2025-11-25'), accepts('2025-11-25', ['tools'])], conforms: hello },
  'init-version-unsupported-continue': {
    violates: [offer('2025-11-25'), accepts('2023-12-01'), initialized],
    conforms: [offer('2025-11-25'), accepts('2023-12-01'), { k: 'process', event: 'stdin-end' }],
  },
  'init-modern-version': { violates: [offer('2026-07-28')], conforms: [offer('2025-11-25')] },
  'init-cancelled': {
    violates: [offer('2025-11-25'), client(notification('notifications/cancelled', { requestId: 1 }))],
    conforms: [...hello, initialized, list, client(notification('notifications/cancelled', { requestId: 2 }))],
  },
});
