export const LOGGING = {
  'logging-setlevel-value': {
    title: '设置的日志级别须符合 RFC 5424',
    found: '`level` 为 {0}。',
    why: '服务器会拒绝其他名称，或继续使用之前的级别。',
    fix: '使用 `debug`、`info`、`notice`、`warning`、`error`、`critical`、`alert` 或 `emergency`；是 `warning`，不是 `warn`。',
  },
  'logging-setlevel-invalid-code': {
    title: '日志级别未知时返回错误 -32602',
    found: '级别 {0} 不存在，响应却是：{1}。',
    why: '客户端以为级别已设置，却不明白为何收到这些消息。',
    fix: '与八个名称比较，不在其中时返回错误 `-32602`。',
  },
  'logging-message-level': {
    title: '日志级别须符合 RFC 5424',
    found: '日志消息的 `level` 为 {0}。',
    why: '客户端按级别过滤，强类型客户端会拒绝整条消息。',
    fix: '转换日志库的级别：`warn` 转为 `warning`，`trace` 转为 `debug`，`fatal` 转为 `critical`。',
  },
  'logging-message-data': {
    title: '日志内容放在 data 中',
    found: '日志消息没有 `data`，只有：{0}。',
    why: '客户端只显示 `data`，日志行会是空的，或消息被拒绝。',
    fix: '发送 `{"level": …, "logger": …, "data": …}`；`data` 可以是字符串或其他任意 JSON 值。',
  },
  'logging-below-level': {
    title: '不要发送低于所请求级别的日志',
    found: '消息的级别为 {0}，而请求的最低级别是 {1}。',
    why: '客户端要求减少日志，多余的消息会淹没它要找的内容。',
    fix: '发送前比较两者在八个级别中的次序。',
  },
  'logging-no-opt-in': {
    title: '只为要求日志的请求发送日志',
    found: '收到级别为 {0} 的消息，但没有等待中的请求通过 `io.modelcontextprotocol/logLevel` 要求它。',
    why: '自 2026-07-28 起由请求自己声明是否需要日志，未声明的客户端可能因此出错。',
    fix: '读取请求的 `_meta["io.modelcontextprotocol/logLevel"]`；没有时只写入 stderr。',
  },
  'logging-wrong-stream': {
    title: '日志只在所属请求的流上发送',
    found: '消息出现在 `{0}` 的流上。',
    why: '客户端无法判断消息属于哪个请求，会丢弃它。',
    fix: '在要求日志的请求的响应流上发送，不带 `subscriptionId`。',
  },
  'logging-level-meta-invalid': {
    title: 'logLevel 未知时返回错误 -32602',
    found: '`logLevel` 为 {0}，响应却是：{1}。',
    why: '客户端会等待永远不来的日志，或收到过多日志。',
    fix: '先与八个名称比较，不在其中时返回错误 `-32602`。',
  },
  'logging-secret': {
    title: '日志消息中不要含有凭据',
    found: '日志消息疑似含有敏感信息：{0}。',
    why: '日志消息会到达宿主及其日志文件，往往还会交给模型。',
    fix: '记录前去掉或遮盖该值；若是真实凭据，应予以吊销。',
  },
};
