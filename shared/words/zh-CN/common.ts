export const common = {
  locale: 'zh-CN',
  bytes: (n: number): string => `${n.toLocaleString('zh-CN')} 字节`,
  events: (n: number): string => `${n.toLocaleString('zh-CN')} 个事件`,
  colon: '：',
  aside: (more: string): string => `（${more}）`,
  client: '客户端',
  server: '服务器',
  relay: '中继',
  tap: 'tap',
  clientToServer: '客户端 → 服务器',
  serverToClient: '服务器 → 客户端',
};
