export const MODERN_HTTP = {
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
