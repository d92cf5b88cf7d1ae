export const CANCELLATION = {
  'cancel-unknown-id': {
    title: '只能取消自己发出的请求',
    found: '发送取消通知的一方没有发送过 id 为 {0} 的请求。',
    why: '接收方会忽略该通知，真正想取消的请求继续执行。',
    fix: '从已发送请求的记录中取 id，并保持 JSON 类型：`4` 与 `"4"` 不同。',
  },
  'cancel-response-after': {
    title: '已取消的请求不要再响应',
    found: '`{0}` 在取消 {1} ms 之后仍得到响应。',
    why: '已无人等待，工作却还在继续。发送方已丢弃该 id，可能会记录错误。',
    fix: '收到 `notifications/cancelled` 后停止工作，并丢弃其响应。',
  },
  'cancel-messages-after': {
    title: '请求取消后不再发送与其有关的消息',
    found: '请求 `{0}` 取消 {1} ms 之后，仍收到它的消息。',
    why: '其 id 和进度令牌可能已被再次使用，消息会被当作属于另一个请求。',
    fix: '收到 `notifications/cancelled` 后停止工作，丢弃其响应、进度和日志消息。',
  },
  'cancel-request-id-missing': {
    title: '取消通知须指明请求',
    found: '缺少 `requestId`。',
    why: '接收方不知道该停止哪个请求。',
    fix: '加上 `params.requestId`，值为请求的 id。',
  },
  'cancel-task-by-notification': {
    title: '用 tasks/cancel 取消任务',
    found: '请求 {0}（`{1}`）以任务方式运行。',
    why: '请求本身已经得到响应，该通知不起作用，任务继续运行。',
    fix: '发送带 `taskId` 的 `tasks/cancel`。',
  },
  'cancel-server-scope': {
    title: '服务器只能取消订阅',
    found: '请求 {0} 不是未结束的订阅。',
    why: '在 2026-07-28 中只有客户端能取消自己的请求，它仍在等待该请求的响应。',
    fix: '用错误响应该请求。`notifications/cancelled` 仅用于在 stdio 上结束 `subscriptions/listen`。',
  },
  'cancel-already-answered': {
    title: '只取消仍在进行的请求',
    found: '请求 {0} 在 {1} ms 之前已得到响应。',
    why: '已没有可停止的工作。取消已响应的请求，说明发送方可能没有读取响应。',
    fix: '收到响应时，从未完成请求中移除该请求，并清除其计时器。',
  },
  'cancel-http-notification': {
    title: '在 HTTP 上通过关闭响应流来取消',
    found: '客户端用 POST 发送了 `notifications/cancelled`。',
    why: '该通知可能到达的不是正在执行该请求的服务器实例。',
    fix: '中止 HTTP 请求（例如用 `AbortController`），服务器会发现流已关闭。',
  },
};
