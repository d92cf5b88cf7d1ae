export const COMPLETION = {
  'completion-max-values': {
    title: '补全值最多返回 100 个',
    found: '响应中有 {0} 个值。',
    why: '客户端在用户输入时只显示短列表，强类型客户端会拒绝超过 100 个值的响应。',
    fix: '返回最匹配的 100 个，把 `hasMore` 设为 true，并在 `total` 中给出总数。',
  },
  'completion-ref-type': {
    title: '只为提示词或资源模板请求补全',
    found: '`ref` 为 {0}。',
    why: '只有这两种可以补全；工具参数在任何协议版本中都不能补全。',
    fix: '发送 `{"type": "ref/prompt", "name": …}` 或 `{"type": "ref/resource", "uri": …}`。',
  },
  'completion-context-strings': {
    title: '补全上下文以字符串传递',
    found: '上下文参数 {0} 为 {1}。',
    why: '服务器把这些值用作提示词和模板的参数，而它们是字符串。',
    fix: '发送前把每个值转换为字符串。',
  },
  'completion-totals': {
    title: 'total 和 hasMore 要与值一致',
    found: '`total` 为 {0}，`hasMore` 为 {1}，实际有 {2} 个值。',
    why: '客户端据此显示是否还有更多，会显示错误的信息。',
    fix: '`total` 设为匹配总数，`hasMore` 表示总数是否多于返回的数量。',
  },
  'completion-unknown-ref-code': {
    title: '补全引用未知提示词时返回错误 -32602',
    found: '列表中没有提示词 {0}，错误码却是 {1}。',
    why: '客户端凭 `-32602` 得知列表已过期，其他错误码看起来像服务器故障。',
    fix: '`ref` 指向未注册的名称时返回错误 `-32602`。',
  },
  'completion-context-version': {
    title: '2025-06-18 之前不要发送补全上下文',
    found: '发送了 `context`，但当前协议版本没有定义它。',
    why: '旧服务器会忽略它，补全结果不会考虑其他参数。',
    fix: '只有协商到 2025-06-18 或更新的版本时才发送 `context`。',
  },
};
