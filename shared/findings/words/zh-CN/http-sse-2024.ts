export const HTTP_SSE_2024 = {
  'sse-endpoint-first': {
    title: '须首先发送 endpoint 事件',
    found: '流的第一个事件为 `{0}`，应为 `endpoint`。',
    why: '客户端拿到地址之前无法发送任何消息，会话无法开始。',
    fix: '流打开后立即写入 `event: endpoint`，data 为地址。',
  },
  'sse-endpoint-uri': {
    title: 'endpoint 事件的 data 须为纯地址',
    found: '`endpoint` 事件的 data 为 {0}。',
    why: '客户端把该文本当作地址解析。JSON 或引号会成为路径的一部分，所有 POST 都会失败。',
    fix: '直接写地址：`data: /messages?sessionId=…`。',
  },
  'sse-post-target': {
    title: '消息须 POST 到服务器给出的端点',
    found: 'POST 发往 `{0}`，服务器给出的端点为 `{1}`。',
    why: '服务器把该地址与流绑定。发往别处的消息会丢失，或进入其他会话。',
    fix: '等待 `endpoint` 事件，按流的地址解析其 data，原样（包括查询参数）用作 POST 地址。',
  },
  'sse-message-event': {
    title: '消息须以 message 事件和 JSON data 发送',
    found: '事件 `{0}` 的 data 为 {1}。',
    why: '客户端监听 `message` 并将其 data 当作 JSON-RPC 解析，其他内容会被丢弃或导致会话结束。',
    fix: '写入 `event: message`，data 为一条 JSON-RPC 消息；保活用注释行。',
  },
  'sse-response-in-post': {
    title: '响应须经 SSE 流发送，不得放在 POST 的 HTTP 响应中',
    found: 'POST 的 HTTP 响应中包含 id 为 {0} 的响应。',
    why: '客户端在流上等待，不读取 POST 的 HTTP 响应，请求因此超时。',
    fix: 'POST 返回 202 且不带消息，响应作为 `message` 事件写入流。',
  },
  'sse-endpoint-origin': {
    title: 'endpoint 应与流同源',
    found: '端点位于 `{0}`，流位于 `{1}`。',
    why: '客户端会拒绝，因为发给该服务器的内容会被送到别处。',
    fix: '发送相对地址；位于代理之后时，正确设置对外的主机和协议（`X-Forwarded-*`）。',
  },
  'sse-transport-deprecated': {
    title: 'HTTP+SSE 应迁移到 Streamable HTTP',
    found: '在协议版本 {0} 下使用了 HTTP+SSE。',
    why: '该传输自 2025-03-26 起已被取代，客户端正逐步停止支持。',
    fix: {
      client: '先 POST `initialize`，返回 4xx 时再用 GET 打开 SSE 流。',
      server: '提供一个接受 POST 的端点，旧的两个地址仅为旧客户端保留。',
    },
  },
};
