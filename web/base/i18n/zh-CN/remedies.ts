import type { remedies as english } from '../en/remedies.ts';

export const remedies: typeof english = {
  reconnect: '重新连接',
  edit: '编辑服务器',
  show: '在时序图中显示',
  connectWith: (version) => `使用 ${version} 连接`,
  addVariable: (name) => `添加 ${name}`,
  use: (url) => `使用 ${url}`,
  silent: '尚无响应',
  waiting: (seconds, method) => `${method} 已发送 ${seconds} 秒，尚无响应`,
  stop: '停止',
  wait: '继续等待',
  process: '查看进程',
  downloads: (program) => `${program} 可能正在下载服务器。`,
};
