export const MODERN_SUBSCRIPTIONS = {
  'listen-ack-first': {
    title: '订阅上的第一条消息须为确认',
    found: '该订阅的第一条消息是 `{0}`。',
    why: '在确认之前，客户端不知道会收到哪些通知，可能会丢弃提前到达的通知。',
    fix: '订阅建立后先发送 `notifications/subscriptions/acknowledged`，再发送其他通知。',
  },
  'listen-filter-required': {
    title: 'subscriptions/listen 须写明要接收的通知',
    found: '`notifications` 为 {0}。',
    why: '服务器不会发送未请求的通知，或直接拒绝该请求。',
    fix: '在 `params` 中加上 `"notifications": { "toolsListChanged": true }`，列出客户端能处理的类型。',
  },
  'listen-subscription-id': {
    title: '订阅的每条通知都须带订阅 ID',
    found: '`{0}` 没有 `io.modelcontextprotocol/subscriptionId`。',
    why: '在 stdio 上所有消息共用一个管道，只有该 ID 能说明通知属于哪个订阅。',
    fix: '把 `params._meta["io.modelcontextprotocol/subscriptionId"]` 设为 `subscriptions/listen` 请求的 id。',
  },
  'listen-subscription-id-value': {
    title: '订阅 ID 须为 listen 请求的 id',
    found: '订阅 ID 为 {0}，当前 `subscriptions/listen` 请求的 id 为 {1}。',
    why: '客户端找不到对应的订阅，会丢弃该通知。',
    fix: '原样复制请求 id，包括 JSON 类型：`2` 与 `"2"` 不同。',
  },
  'listen-unrequested': {
    title: '只发送客户端请求的通知',
    found: '客户端未请求 {0}，或服务器未确认它。',
    why: '客户端不会处理未请求的通知，徒增双方开销，还可能泄露其他资源。',
    fix: '每次发送前检查 `subscriptions/listen` 请求的过滤条件；确认的范围不得超出请求。',
  },
  'listen-request-scoped': {
    title: '进度通知不得走订阅',
    found: '订阅上出现了进度通知。',
    why: '进度属于某个请求。走另一个流会乱序，或到不了等待它的一方。',
    fix: '在该请求的响应流上发送进度，且不带订阅 ID。',
  },
  'listen-result-meta': {
    title: '结束订阅的结果须带订阅 ID',
    found: '订阅 ID：{0}；请求 id：{1}。',
    why: '客户端按该 ID 关闭对应的订阅。',
    fix: '在结果的 `_meta["io.modelcontextprotocol/subscriptionId"]` 中写入请求 id。',
  },
  'change-outside-listen': {
    title: '变更通知只能在订阅上发送',
    found: '`{0}` 不是在订阅上发送的。',
    why: '2026-07-28 的客户端只在订阅上等待变更，其他位置的通知会被丢弃。',
    fix: '`list_changed` 和 `resources/updated` 只发送给未结束的 `subscriptions/listen` 请求。',
  },
  'listen-after-end': {
    title: '订阅结束后不再发送通知',
    found: '该订阅已因 `{0}` 结束。',
    why: '它的 ID 可能已用于另一个请求。',
    fix: '发送结果之前，以及订阅被取消时，先把它从列表中移除。',
  },
  'listen-graceful-close': {
    title: '用结果结束订阅',
    found: '服务器未作响应就结束了订阅。',
    why: '客户端分不清是正常结束还是连接中断，会立即重连。',
    fix: '关闭流或退出进程之前，先用只含 `resultType` 和 `_meta` 的结果响应 `subscriptions/listen` 请求。',
  },
};
