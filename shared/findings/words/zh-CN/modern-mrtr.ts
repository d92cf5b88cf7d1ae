export const MODERN_MRTR = {
  'mrtr-unsupported-method': {
    title: '仅在 tools/call、prompts/get、resources/read 中请求输入',
    found: '`{0}` 的结果请求了输入。',
    why: '客户端只在这三个方法中处理 `input_required`，在其他方法中会视为结果损坏。',
    fix: '其他请求应直接完成而不请求输入，或返回错误。',
  },
  'mrtr-empty': {
    title: 'input_required 须说明需要什么',
    found: '结果中既没有 `inputRequests` 也没有 `requestState`。',
    why: '客户端没有可回复的内容，也没有可带回的状态，重发同一请求只会陷入循环。',
    fix: '加上 `inputRequests`；若只需客户端重试，则加上 `requestState`。',
  },
  'mrtr-request-kind': {
    title: '输入请求须是有效的 elicitation、sampling 或 roots 请求',
    found: '条目 {0}（方法：{1}）不是有效的输入请求。',
    why: '客户端只能回复征询、采样和根（roots）请求。遇到无法理解的条目，整个调用都会失败。',
    fix: '使用 `elicitation/create`、`sampling/createMessage` 或 `roots/list`，并带上该方法必需的 `params`。',
  },
  'mrtr-undeclared-capability': {
    title: '只要求客户端在该请求中声明支持的输入',
    found: '条目 {0} 需要 `{1}`，而该请求的 `clientCapabilities` 中没有。',
    why: '客户端无法给出这样的回复，调用永远无法完成。',
    fix: '先查看请求的 `clientCapabilities`。若必须有该输入，返回错误 `-32021`。',
  },
  'mrtr-retry-id': {
    title: '重试须使用新的请求 id',
    found: '重试的 id 为 {0}，与之前的请求相同。',
    why: '重试是独立的请求。沿用旧 id，日志和代理会把它当作无需响应的重复消息。',
    fix: '每次重试都从计数器取下一个 id。',
  },
  'mrtr-state-echo': {
    title: '原样带回 requestState',
    found: '服务器给出的 `requestState` 为 {0}；重试中：{1}。',
    why: '服务器用这个值保存已完成的步骤。缺少它，调用会从头开始或失败。',
    fix: '把结果中的 `requestState` 复制到重试的 `params` 中，不解析也不修改。',
  },
  'mrtr-state-invented': {
    title: '仅在服务器给出时才发送 requestState',
    found: '`requestState` 为 {0}，服务器并未为该调用给出此值。',
    why: '服务器会校验该值，不是自己生成的会被拒绝。',
    fix: '除非该调用最近的 `input_required` 结果中有 `requestState`，否则不要发送。',
  },
  'mrtr-responses-complete': {
    title: '回复 inputRequests 的每一个键',
    found: '`inputResponses` 缺少 {0}。',
    why: '服务器只能再次询问，多一次往返，用户还可能重复看到同一问题。',
    fix: '收齐所有键的回复后再重试。被拒绝的问题也要回复：`{ "action": "decline" }`。',
  },
  'mrtr-response-shape': {
    title: 'inputResponses 中直接放结果对象',
    found: '键 {0} 下的回复不是 `{1}` 的有效结果。',
    why: '服务器把条目本身当作结果读取，外面包一层 JSON-RPC 结构会使回复无法识别。',
    fix: '把结果对象直接放在键下，例如 `{ "action": "accept", "content": {…} }`，外面不要有 `jsonrpc`、`id` 或 `result`。',
  },
  'mrtr-cross-request': {
    title: 'requestState 只能用于它所属的调用',
    found: '该 `requestState` 属于 `{0}` {1} 的调用，这里的方法、名称或参数不同。',
    why: '该值只属于一个调用。用在别处会得到错误结果，或跳过必要步骤。',
    fix: '把该值与待完成的调用一起保存，仅在方法、名称和参数都相同时发送。',
  },
  'mrtr-missing-input-error': {
    title: '缺少输入时再次询问',
    found: '缺少输入 {0}，服务器返回了错误。',
    why: '客户端未必能一次回复所有问题。错误会终止调用，再次询问则不会。',
    fix: '再次返回 `input_required`，并列出仍缺少的键。',
  },
  'mrtr-request-envelope': {
    title: 'inputRequests 的条目不带 jsonrpc 和 id',
    found: '条目 {0} 带有 {1}。',
    why: '映射的键已起到 id 的作用。带上 id 会让人以为要发送响应，而实际不会。',
    fix: '每个条目写成 `{ "method": …, "params": … }`。',
  },
};
