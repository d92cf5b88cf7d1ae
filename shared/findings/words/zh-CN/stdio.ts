export const STDIO = {
  'stdio-stdout-nonmessage': {
    title: 'stdout 只能输出 MCP 消息',
    found: 'stdout 上的这一行是 {0}。',
    why: 'stdout 承载协议。横幅或日志会使客户端报告 JSON 错误或断开连接。',
    fix: '日志写到 stderr：`console.error`、`print(..., file=sys.stderr)` 或输出到 stderr 的日志库。检查会打印内容的依赖库和启动脚本。',
  },
  'stdio-stdin-nonmessage': {
    title: '写入服务器 stdin 的只能是 MCP 消息',
    found: 'stdin 上的这一行是 {0}。',
    why: '服务器把每一行当作 JSON-RPC 解析，遇到其他内容可能退出。',
    fix: '每行写一条 JSON-RPC 消息，不要写提示符或保活文本。',
  },
  'stdio-embedded-newline': {
    title: '每条消息须写在一行内',
    found: '一条消息占了 {0} 行。',
    why: '换行符表示消息结束，接收方会把每一行当作一条残缺的消息。',
    fix: '序列化时不要缩进：`JSON.stringify(message)`、`json.dumps(message)`，之后写一个换行符。',
  },
  'stdio-content-length': {
    title: '以换行分隔消息，不得使用 Content-Length',
    found: '这一行是 {0}。',
    why: '这是 LSP 的分帧方式，对方会把该头部当作损坏的消息。',
    fix: '直接写 JSON 和一个换行符，前面不加头部。',
  },
  'stdio-utf8': {
    title: '消息须编码为不带 BOM 的 UTF-8',
    found: '这一行含有字节 `{0}`。',
    why: 'JSON 解析器遇到 BOM 或非 UTF-8 字节会报错。',
    fix: '设置流的编码：`sys.stdout.reconfigure(encoding="utf-8")`、`new UTF8Encoding(false)`；Windows PowerShell 默认可能输出 UTF-16。',
  },
  'stdio-shutdown-order': {
    title: '应依次关闭 stdin、发送 SIGTERM、再发送 SIGKILL',
    found: '`{0}` 之前缺少一步：`{1}`。',
    why: '立即被终止的服务器无法完成手头的工作，也无法结束其子进程。',
    fix: '先关闭 stdin 并等待几秒，再发送 SIGTERM 并等待，最后才发送 SIGKILL。',
  },
  'stdio-exit-on-eof': {
    title: 'stdin 结束时应退出',
    found: 'stdin 结束 {0} s 后进程仍在运行。',
    why: 'stdin 结束即客户端断开。不退出的服务器会在后台越积越多。',
    fix: 'stdin 结束时退出：`process.stdin.on("end", …)`；关闭使进程保持运行的定时器、套接字和子进程。',
  },
  'stdio-unexpected-exit': {
    title: '服务器只在收到要求时退出，退出码为 0',
    found: '进程以退出码或信号 `{0}` 结束，待响应的请求：{1} 个。',
    why: '待响应的请求会丢失；退出码不是 0 时，即使 stdin 已结束，宿主也会视为崩溃。',
    fix: '查看 stderr 中的原因；出错时返回 JSON-RPC 错误，不要让进程退出。',
  },
  'stdio-partial-line': {
    title: '最后一条消息须以换行符结束',
    found: '流在这一行中途结束：{0}。',
    why: '等待换行符的接收方永远看不到这条消息。',
    fix: '消息与换行符一起写出，进程结束前刷新输出；写入后不要立即调用 `process.exit()`。',
  },
  'stdio-listen-not-reissued': {
    title: '重启后须重新发送 subscriptions/listen',
    found: '服务器已重新启动，但未再次发送 `subscriptions/listen`。',
    why: '新进程不知道之前的订阅，此后的变更不会被通知。',
    fix: '记录订阅内容，新进程可用后重新发送 `subscriptions/listen`。',
  },
};
