export const common = {
  bytes: (n: number): string => `${n.toLocaleString('zh-CN')} 字节`,
  events: (n: number): string => `${n.toLocaleString('zh-CN')} 个事件`,
  cancel: '取消',
  close: '关闭',
  copy: '复制',
  copied: '已复制',
  remove: '移除',
  add: '添加',
  client: '客户端',
  server: '服务器',
  clientToServer: '客户端 → 服务器',
  serverToClient: '服务器 → 客户端',
};
