export const SAMPLING = {
  'sampling-max-tokens': {
    title: '每个采样请求都要设置 maxTokens',
    found: '`maxTokens` 为 {0}。',
    why: '客户端把它传给模型 API，而 API 需要整数；没有它客户端会拒绝请求。',
    fix: '把 `maxTokens` 设为适合该任务的整数。',
  },
  'sampling-content-array': {
    title: '每条采样消息只有一个内容对象',
    found: '`content` 是数组。',
    why: '内容数组自 2025-11-25 才有，较早的实现无法解析消息。',
    fix: '发送一个内容块，其余内容块各用一条消息。',
  },
  'sampling-tool-result-only': {
    title: '工具结果单独放在一条 user 消息中',
    found: '角色为 {0} 的消息含有这些内容块：{1}。',
    why: '模型 API 只接受单独一条 user 消息中的工具结果，否则拒绝请求。',
    fix: '把 `tool_result` 块放进一条 user 消息，其他内容放进下一条。',
  },
  'sampling-tool-use-balance': {
    title: '每个 tool_use 之后要有对应的 tool_result',
    found: '{1} 对应的 `{0}` 不在应包含它的消息中。',
    why: '工具调用没有结果，或结果没有调用时，模型 API 会拒绝整个对话。',
    fix: '在含 `tool_use` 的 assistant 消息之后，发送一条 user 消息，为每个 id 给出 `tool_result`。',
  },
  'sampling-priority-range': {
    title: '模型优先级取 0 到 1',
    found: '`{0}` 为 {1}。',
    why: '客户端要在各优先级之间权衡，强类型客户端会拒绝其他数值。',
    fix: '把优先级换算到 0（不重要）到 1（最重要）。',
  },
  'sampling-tool-choice': {
    title: '遵守 toolChoice',
    found: '`toolChoice.mode` 为 `{0}`，结果却没有照做。',
    why: '服务器依赖它：要么此时无法执行工具，要么正等待工具调用。',
    fix: '把 `toolChoice` 传给模型 API，发送前检查结果。',
  },
  'sampling-rejected-code': {
    title: '用户拒绝采样时使用错误码 -1',
    found: '错误码为 {0}，消息为 {1}。',
    why: '服务器凭 `-1` 得知是用户拒绝，不会再次尝试。',
    fix: '返回 `{"code": -1, "message": "User rejected sampling request"}`。',
  },
  'sampling-stop-reason': {
    title: 'stopReason 要与内容一致',
    found: '`stopReason` 为 {0}，与结果的内容块不一致。',
    why: '服务器据此决定是否执行工具并继续。',
    fix: '仅当内容含有 `tool_use` 块时把 `stopReason` 设为 `toolUse`。',
  },
};
