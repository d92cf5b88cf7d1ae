export const LIFECYCLE = {
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
  'init-version-not-echoed': {
    title: '支持客户端请求的版本时应原样返回',
    found: '响应给出 {0}，而客户端请求 {1}；服务器此前表明支持该版本。',
    why: '双方退回到别的版本，较新版本的功能就用不上了。',
    fix: '支持请求的版本时原样返回；不支持时才给出其他版本。',
  },
  'init-version-error-instead': {
    title: '应给出其他版本，而不是让 initialize 失败',
    found: '`initialize` 失败，错误中列出了支持的版本 {0}。',
    why: '客户端期望得到带版本的结果，多数会把错误视为最终失败。',
    fix: '返回结果并给出服务器支持的最新版本；客户端不支持时会自行断开。',
  },
  'init-version-unpublished': {
    title: '使用已发布的协议版本',
    found: '`protocolVersion` 为 {0}。',
    why: '对方不可能认识这个版本，只能退回到别的版本或放弃。',
    fix: '使用已发布的版本：2024-11-05、2025-03-26、2025-06-18 或 2025-11-25。它不是程序自身的版本号。',
  },
  'lifecycle-shutdown-method': {
    title: '关闭传输即可，不要发送关闭消息',
    found: '协议中没有 {0} 这种消息。',
    why: '没有任何一方会处理它：作为请求会以 -32601 失败，作为通知会丢失。',
    fix: 'stdio 下关闭 stdin 并等待进程退出；HTTP 下发送带会话 ID 的 DELETE，或直接停止。',
  },
  'request-timeout-cancel': {
    title: '不再等待的请求要取消',
    found: '`{0}` 等待 {1} s 后被放弃，但没有取消。',
    why: '接收方会继续做无人需要的工作，迟到的响应也找不到对应的请求。',
    fix: '超时后发送 `notifications/cancelled`，带上请求的 id；2026-07-28 的 HTTP 下则关闭该请求的流。',
  },
};
