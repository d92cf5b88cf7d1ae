import { common as shared } from '#shared/words/zh-CN';

export const common = {
  ...shared,
  noDate: '无日期',
  notFetched: '页面的这一部分无法加载。Lifeline 还在运行吗？',
  cancel: '取消',
  close: '关闭',
  copy: '复制',
  copied: '已复制',
  remove: '移除',
  moreTabs: '更多',
  add: '添加',
  more: (n: number): string => `另有 ${n.toLocaleString('zh-CN')} 个`,
  endOfList: '已到末尾',
  moreBelow: (n: number): string => `下面还有 ${n.toLocaleString('zh-CN')} 行`,
  saved: (name: string): string => `已保存 ${name}`,
  shownOf: (shown: string, whole: string): string => `已显示 ${shown} / ${whole}。`,
  showMore: (n: number): string => `再显示 ${n} 个`,
};
