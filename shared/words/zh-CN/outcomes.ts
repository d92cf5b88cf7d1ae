import type { outcomes as labels, timeouts as english } from '../en/outcomes.ts';

export const outcomes: typeof labels = {
  result: '结果',
  error: '错误',
  'tool-error': '工具错误',
  refused: '被拒绝',
  cancelled: '已取消',
  timeout: '超时',
  'no-answer': '无响应',
  silence: '无响应',
  ended: '连接已关闭',
  dropped: '被 tap 丢弃',
  unheard: '响应被 tap 丢弃',
  'tap-answered': '由 tap 响应',
  'session-lost': '会话丢失',
  unanswered: '需要输入',
  skipped: '已跳过',
  held: '在 tap 处暂停',
  open: '待响应',
  sent: '已发送',
};

export const outcomeSentences: typeof labels = {
  ...outcomes,
  result: '响应为结果',
  error: '响应为错误',
  'tool-error': '响应带 isError',
  silence: '无响应（格式错误的文本通常如此）',
  ended: '响应前连接已关闭',
  unanswered: '要求输入，但没有可用的回复',
};

export const timeouts: typeof english = {
  name: '超时',
  names: '超时',
  idle: '无响应',
  total: '总时长',
  probe: 'server/discover 探测',
  passed: {
    idle: (time) => `${time} 没有响应`,
    total: (time) => `总计 ${time} 仍未完成`,
    probe: (time) => `${time} 没有响应，改为尝试握手`,
  },
};
