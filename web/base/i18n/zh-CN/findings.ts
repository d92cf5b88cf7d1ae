import type { findings as english } from '../en/findings.ts';

const n = (value: number): string => value.toLocaleString('zh-CN');

export const findings: typeof english = {
  worst: {
    same: ['相同', '没有差异。'],
    informational: ['相同', '没有需要计入的差异。'],
    changed: ['有变化', '有需要计入的差异。原本可用的客户端应仍可使用。'],
    breaking: ['不兼容', '原本可用的客户端可能无法继续使用。'],
  },
  also: (breaking, changed) =>
    [
      ...(breaking > 0 ? [`另有 ${n(breaking)} 处不兼容`] : []),
      ...(changed > 0 ? [`另有 ${n(changed)} 处变化`] : []),
    ].join('，'),
  rules: { came: '新增：', went: '消除：' },
  rulesNone: '没有新增或消除的规范问题。',
  rulesHint: '只有一份录制文件违反的规范规则。新增的计入结论；消除的和建议不计入。',
  ruleWhat: '发现的内容',
  ruleWhere: '位置',
  brokenNone: '没有新的格式错误或违反协议的消息。',
  brokenHint: '不是 JSON-RPC 的行和违反协议之处。新出现的计入结论。',
  listsNone: '列表的顺序和每页数量未变。',
  checkLists: '检查列表的顺序和每页数量',
  strict: '严格',
  strictHint: '标题、会话的所有信息和新类型的通知也计入结论',
};
