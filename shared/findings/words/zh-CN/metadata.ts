export const METADATA = {
  'meta-object': {
    title: '_meta 必须是对象',
    found: '`_meta` 为 {0}。',
    why: '对方按名称读取 `_meta` 的成员。其他类型会让强类型 SDK 拒绝整条消息。',
    fix: '发送对象；没有内容时省略 `_meta`。',
  },
  'meta-key-prefix': {
    title: '_meta 键的前缀应为点分标签加斜杠',
    found: '键 {0} 的前缀不是由合法标签组成。',
    why: '前缀用来区分不同作者的键。会检查键名的实现将拒绝或丢弃它。',
    fix: '使用反写的自有域名，例如 `com.example/`。每个标签以字母开头，以字母或数字结尾，中间只用字母、数字和连字符。',
  },
  'meta-key-name': {
    title: '_meta 键名的首尾必须是字母或数字',
    found: '键 {0} 的名称不符合语法。',
    why: '会检查键名的实现将拒绝或丢弃它。',
    fix: '斜杠之后只用字母、数字、连字符、下划线和点，首尾为字母或数字；不能以下划线开头。',
  },
  'meta-reserved-prefix': {
    title: '不要使用为 MCP 保留的 _meta 前缀',
    found: '键 {0} 的前缀为 MCP 保留，而规范没有定义这个键。',
    why: '以后的协议版本可能赋予它其他含义。',
    fix: '使用自有域名作前缀，第二个标签不要用 `mcp` 或 `modelcontextprotocol`。',
  },
  'meta-trace-context': {
    title: 'traceparent、tracestate、baggage 使用 W3C 格式',
    found: '`{0}` 为 {1}。',
    why: '追踪库会丢弃无法读取的值，链路到此中断且没有任何提示。',
    fix: '由追踪库写入这些值（OpenTelemetry 的 `propagation.inject`），不要手工拼接。',
  },
  'icon-src-scheme': {
    title: '图标来源只用 https: 或 data:',
    found: '图标使用了 `{0}` 协议：{1}。',
    why: '这类地址可能执行代码、读取本地文件或调用程序，客户端会拒绝加载。',
    fix: '用 https: 提供图标，或写成 data: URI。',
  },
  'annotation-priority': {
    title: 'priority 应在 0 到 1 之间',
    found: '`priority` 为 {0}。',
    why: '上下文放不下时，客户端据此决定舍弃什么。超出 0 到 1 的值无法比较。',
    fix: '发送 0（最不重要）到 1（必需）之间的数字。',
  },
  'annotation-audience': {
    title: 'audience 只能是 user 和 assistant',
    found: '`audience` 为 {0}。',
    why: '客户端据此决定内容给谁看。遇到未知的名称，谁都看不到。',
    fix: '发送由 `"user"`、`"assistant"` 组成的数组；只有一个时也用数组。',
  },
  'annotation-last-modified': {
    title: 'lastModified 应为 ISO 8601 时间',
    found: '`lastModified` 为 {0}。',
    why: '客户端按这个时间排序和显示，其他写法无法读取。',
    fix: '写成 `2025-01-12T15:00:58Z`（`date.toISOString()`、`datetime.isoformat()`）。',
  },
  'icon-sizes': {
    title: '图标 sizes 应为 WxH 或 any 的数组',
    found: '`{0}` 为 {1}。',
    why: '客户端按尺寸和主题选择图标，读不懂的会跳过，或选错图标。',
    fix: '`sizes` 用 `"48x48"` 这样的字符串数组，SVG 用 `["any"]`；`theme` 用 `"light"` 或 `"dark"`。',
  },
  'deprecated-feature': {
    title: '避免使用已弃用的功能',
    found: '已弃用：`{0}`。',
    why: '它在此协议版本中仍可使用，但以后的版本可能移除，新代码不应依赖它。',
    fix: '改用替代方式：roots 用参数或配置，sampling 用模型提供商的 API，logging 用 stderr 或 OpenTelemetry。',
  },
};
