import type { exchange as english } from './en.ts';

export const exchange: typeof english = {
  show: '在时序图中显示',
  token: '令牌',
  awaitsInput: (n) => `服务器需要 ${n} 项输入才能响应。`,
  toAsks: '去回复',
  becameTask: '作为任务继续',
  toTask: '显示任务',
  taskAsks: '任务需要输入才能继续。',
  timedOut: (why) => `请求已取消：${why}。`,
  sessionLost: '会话已过期（404），因此没有执行此请求。已建立新会话。',
  sendAgain: '重新发送',
  takenBack: { client: '客户端已取消此请求。', server: '服务器已取消此请求。' },
  progress: '进度',
  earlier: '之前的调用',
  tooLarge: '结果太大，无法在这里显示。请从时序图中打开。',
  noStructured: '此工具声明了输出 schema，但结果中没有 structuredContent。',
  likeSchema: 'structuredContent 符合输出 schema。',
  unlikeSchema: 'structuredContent 与输出 schema 不符：',
  cannotFile: '从文件打开，不能发送',
  cannotClosed: '未连接',
};
