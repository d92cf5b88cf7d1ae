import type { httpReasons as english } from '../en/http.ts';

export const httpReasons: typeof english = {
  'http-unreachable': { title: '无法连接服务器', text: '此地址没有响应。服务器在运行吗？端口正确吗？' },
  'http-blocked': {
    title: '响应被浏览器阻止或丢失',
    text: '浏览器不说明为何没有这条响应。若服务器在运行，常见原因有：响应缺少 Access-Control-Allow-Origin（错误响应和事件流常如此）、循环重定向、连接被重置，或 HTTP 格式错误（如两个 Content-Length）。浏览器控制台可能有更多信息；经由中继则会记录该响应。',
  },
  'http-redirected': {
    title: '重定向后的响应不是对该消息的响应',
    text: '服务器重定向了 POST，浏览器跟随时不显示方式：301、302 或 303 之后它会改发不带消息的 GET。请直接连接最终地址。',
  },
  'http-cut': {
    title: '响应未能完整读取',
    text: '连接中断，或响应体与其 Content-Length 或 Content-Encoding 不符。浏览器不说明是哪一种；经由中继则会记录原因。',
  },
  'http-nobody-listens': { title: '连接被拒绝', text: '此地址没有程序在监听。服务器在运行吗？端口正确吗？' },
  'http-unknown-host': { title: '找不到主机', text: '无法解析 URL 中的主机名。请检查拼写和网络。' },
  'http-no-way': { title: '主机没有响应', text: '主机未在限定时间内接受连接。请检查地址、防火墙和 VPN。' },
  'http-broken-off': {
    title: '连接被关闭，没有响应',
    text: '服务器或途中的设备关闭了连接。这是 HTTP 端口吗？',
  },
  'http-malformed': {
    title: '响应不是有效的 HTTP',
    text: '收到的字节不符合 HTTP 规范。这是 HTTP 端口吗？如果是，说明服务器自行写入了错误的响应头，例如第二个 Content-Length。',
  },
  'http-unauthorized': {
    title: '服务器要求身份验证（401）',
    text: '请先授权，或在连接中添加请求头，例如 Authorization: Bearer …。',
  },
  'http-forbidden': {
    title: '访问被拒绝（403）',
    text: '令牌可能缺少某个 scope，或服务器不接受请求的 Host 或 Origin。localhost 上的服务器常会检查这两项。',
  },
  'http-not-found': {
    title: '此 URL 没有 MCP 端点（404）',
    text: '该地址有服务器响应，但此路径不存在。请检查路径，常见的是 /mcp。',
  },
  'http-method': {
    title: '此 URL 不接受 POST（405）',
    text: 'MCP 端点接受 POST 请求。请检查路径，常见的是 /mcp。',
  },
  'http-not-acceptable': {
    title: '服务器拒绝了 Accept 请求头（406）',
    text: '请求必须接受 application/json 和 text/event-stream。请检查连接的请求头和途中的代理。',
  },
  'http-media-type': {
    title: '服务器拒绝了内容类型（415）',
    text: '请求以 application/json 发送。请检查路径、连接的请求头和途中的代理。',
  },
  'http-too-large': {
    title: '请求过大（413）',
    text: '服务器或其前面的代理限制请求大小。请提高限制，或减少内容。',
  },
  'http-misdirected': {
    title: '服务器不接受此主机名（421）',
    text: '防范 DNS 重绑定的服务器只接受列表中的主机名。请在 URL 中使用列表中的名称，或把此名称加入服务器允许的主机。',
  },
  'http-unprocessable': {
    title: '服务器无法处理请求（422）',
    text: '服务器读取了请求，但拒绝其内容，原因见服务器原文。请检查协议版本，以及这是否是 MCP 端点。',
  },
  'http-gateway': {
    title: '网关没有收到服务器的响应（502、504）',
    text: '代理代替服务器作出响应：服务器已停止或过慢。请检查代理后面的服务器。',
  },
  'http-busy': { title: '请求过于频繁（429）', text: '服务器限制请求频率。请稍候再重新连接。' },
  'http-unavailable': {
    title: '服务不可用（503）',
    text: '服务器正在启动、过载或已停止，或网关无法访问它。请稍候再重新连接。',
  },
  'http-server-error': { title: '服务器出错（5xx）', text: '服务器返回了内部错误。详情请看服务器自己的日志。' },
  'http-page': {
    title: '返回的是网页，不是 MCP',
    text: '此 URL 指向网页：可能是登录页，或同一站点的其他路径。请检查 URL，常见的路径是 /mcp。',
  },
  'http-not-mcp': {
    title: '响应不是 MCP 消息',
    text: '服务器返回的不是 JSON-RPC 消息。请检查路径，常见的是 /mcp。',
  },
  'http-empty': { title: '空响应', text: '服务器接受了 initialize，但没有返回响应。请检查路径，常见的是 /mcp。' },
};
