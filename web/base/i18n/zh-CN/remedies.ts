import type { remedies as english } from '../en/remedies.ts';

export const remedies: typeof english = {
  reconnect: '重新连接',
  edit: '编辑服务器',
  show: '在时序图中显示',
  connectWith: (version) => `使用 ${version} 连接`,
  addVariable: (name) => `添加 ${name}`,
  use: (url) => `使用 ${url}`,
  silent: '尚无响应',
  starting: (seconds) => `正在启动… ${seconds} s，尚未收到任何内容`,
  waiting: (seconds, method) => `正在等待 ${method} 的响应… ${seconds} s`,
  downloads: (program) => `${program} 可能正在下载服务器。`,
};
