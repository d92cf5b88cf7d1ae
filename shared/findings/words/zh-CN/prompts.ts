export const PROMPTS = {
  'prompt-argument-strings': {
    title: '提示词参数必须是字符串',
    found: '提示词参数 {0} 为 {1}。',
    why: '所有协议版本中提示词参数都是字符串，强类型服务器会拒绝请求。',
    fix: '先转换为字符串：`String(value)`；数组和对象用 `JSON.stringify(value)`。',
  },
  'prompt-missing-required-accepted': {
    title: '缺少必需参数时拒绝 prompts/get',
    found: '缺少必需参数 {0}，响应却是：{1}。',
    why: '用户会得到有空缺的提示词，或看不出该填什么的错误。',
    fix: '先检查必需参数，缺少时返回错误 `-32602` 并写明参数名。',
  },
  'prompt-unknown-code': {
    title: '提示词名称未知时返回错误 -32602',
    found: '列表中没有提示词 {0}，响应却是：{1}。',
    why: '客户端凭此错误码得知列表已过期；其他结果看起来像服务器故障。',
    fix: '提示词未注册时返回 JSON-RPC 错误 `-32602`。',
  },
  'prompt-message-role': {
    title: '提示词消息的 role 只能是 user 或 assistant',
    found: '提示词消息的 `role` 为 {0}。',
    why: '这里没有 `system` 角色，强类型客户端会拒绝整个提示词。',
    fix: '把指令放进第一条 `"role": "user"` 的消息。',
  },
  'prompt-content-single': {
    title: '每条提示词消息只放一个内容对象',
    found: '提示词消息的 `content` 为 {0}。',
    why: '提示词中它是单个内容块，不是数组，也不是字符串；强类型客户端会拒绝整个提示词。',
    fix: '发送一个内容块 `{"type": "text", "text": …}`，其余内容块各用一条消息。',
  },
  'prompt-embedded-resource-mime': {
    title: '提示词内嵌的资源要有 uri、MIME 类型和内容',
    found: '提示词消息中的资源缺少 {0}。',
    why: '宿主根据 MIME 类型决定如何把资源交给模型。',
    fix: '设置 `uri`、`mimeType`，以及 `text` 或 `blob` 之一。',
  },
  'prompt-name-unique': {
    title: '提示词名称不得重复',
    found: '名称 {0} 在列表中出现多次。',
    why: '`prompts/get` 只凭名称区分，重名时无法确定返回哪一个。',
    fix: '给其中一个提示词改名，或只注册一次。',
  },
  'prompt-argument-undeclared': {
    title: '只传递提示词声明过的参数',
    found: '提示词没有声明参数 {0}。',
    why: '服务器会忽略它或拒绝请求，往往是参数名写错了。',
    fix: '使用所列提示词 `arguments` 中的名称。',
  },
};
