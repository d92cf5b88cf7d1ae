import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: typeof english = {
  result: '结果',
  error: '错误',
  'tool-error': '工具错误',
  cancelled: '已取消',
  timeout: '超时',
  'no-answer': '无应答',
  silence: '格式错误的文本无应答',
  ended: '连接先结束',
  open: '仍未完成',
  sent: '已发送',
};
