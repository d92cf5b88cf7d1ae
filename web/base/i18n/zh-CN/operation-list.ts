import type { operationList as english } from '../en/operation-list.ts';

export const operationList: typeof english = {
  title: '调用',
  messages: '消息',
  toggle: '在调用与消息之间切换',
  nested: '调用期间的服务器请求',
  soFar: (time) => `已用 ${time}`,
  person: (time) => `等待用户输入 ${time}`,
  sampling: (time) => `等待客户端（采样）${time}`,
  questions: (n) => `${n.toLocaleString('zh-CN')} 个服务器请求`,
  progress: (n) => `${n.toLocaleString('zh-CN')} 条进度通知`,
  retries: (n) => `重试 ${n.toLocaleString('zh-CN')} 次`,
  slowest: '最慢',
  showSlowest: '选择初始化后最慢的操作',
  byServer: '等待服务器',
  spentByServer: '服务器处理',
  notByServer: '服务器未响应',
};
