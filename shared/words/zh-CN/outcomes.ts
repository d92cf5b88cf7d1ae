import type { outcomes as labels, timeouts as english } from '../en/outcomes.ts';

export const outcomes: typeof labels = {
  result: '结果',
  error: '错误',
  'tool-error': '工具错误',
  refused: '被拒绝',
  cancelled: '已取消',
  timeout: '超时',
  'no-answer': '无应答',
  silence: '无回复',
  ended: '连接先结束',
  'session-lost': '会话丢失',
  unanswered: '需要输入',
  skipped: '已跳过',
  open: '等待应答',
  sent: '已发送',
};

export const outcomesSaid: typeof labels = {
  ...outcomes,
  result: '已应答',
  error: '以错误应答',
  'tool-error': '以 isError 应答',
  silence: '无应答（格式错误的文本通常如此）',
  ended: '应答前连接已结束',
  unanswered: '要求输入，但没有可用的回答',
};

export const timeouts: typeof english = {
  name: '超时',
  names: '超时',
  idle: '无应答',
  total: '总时长',
  probe: '等待 server/discover',
  passed: {
    idle: (time) => `${time} 没有应答`,
    total: (time) => `总计 ${time} 仍未完成`,
    probe: (time) => `${time} 没有应答，改为尝试握手`,
  },
};
