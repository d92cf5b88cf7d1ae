import type { hosts as english } from './en.ts';

export const hosts: typeof english = {
  intro:
    '宿主（Host）是使用 MCP 服务器的应用程序，例如 Claude Desktop 或编辑器。接入后，宿主经由 Lifeline 启动服务器，两者之间的全部通信都会被录制。配置中只改动服务器的启动命令。',
  looking: '正在查找配置…',
  none: '本机没有找到配置了 MCP 服务器的宿主（Host）。',
  ofProject: '此文件位于工作目录中，含有本机路径。接入期间请勿提交。',
  fetched:
    'Lifeline 正从 npx 缓存运行，接入的服务器启动时会多花约一秒。如需避免，请先运行 npm install --global mcp-lifeline。',
  all: '全部',
  allOf: (host, file) => `${host} 在 ${file} 中的全部服务器`,
  serverOf: (server, host) => `接入 ${host} 的 ${server}`,
  states: {
    direct: '',
    tapped: '已接入',
    gone: '无法启动：找不到 Lifeline',
    http: 'HTTP：请用 mcp-lifeline tap --listen',
    other: '没有命令',
  },
  changesOf: (file) => `${file} 的改动`,
  noChanges: '没有选择改动',
  refused: (servers) => `无法安全修改，保持不变：${servers}`,
  notWritten: (file, why) => `无法写入 ${file}：${why}`,
  unread: (file, why) => (why === '' ? `无法解析 ${file}，保持不变` : `无法读取 ${file}：${why}`),
  write: '写入改动',
  count: (servers) => `将改动 ${servers} 个服务器`,
  written: (names) => `已保存。请重启 ${names}，改动才会生效。`,
  failed: (why) => `中继没有响应：${why}`,
};
