/** 比较结论的文字：最严重的变化及其原因。 */
import { comparison } from '#shared/words/zh-CN';
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
  definition: (of, name, what) => `${comparison.definitions[of]} ${name} ${what}`,
  operation: {
    fails: (name) => `${name} 现在失败`,
    unanswered: (name) => `${name} 不再有应答`,
    'not-reached': (name) => `${name} 未能执行到`,
    missing: (name) => `${name} 缺失`,
    extra: (name) => `${name} 为新增`,
    changed: (name) => `${name} 有差异`,
    moved: (name) => `${name} 的顺序不同`,
  },
  session: {
    crashed: (_fact, _path, now) => `服务器进程以 ${now} 结束`,
    failed: (_fact, _path, now) => `会话失败：${now}`,
    'capability-removed': (_fact, path) => `能力 ${path} 已移除`,
    'capability-added': (_fact, path) => `能力 ${path} 为新增`,
    changed: (fact, path) => (path === '' ? `${fact}有差异` : `${fact} ${path} 有差异`),
  },
  broken: {
    noise: (text) => `新出现的非 JSON-RPC 输出：${text}`,
    fault: (text, fault) => `新出现的协议违规：${fault}：${text}`,
    'no-longer': (text) => `不再出现：${text}`,
    more: (text) => `次数增多：${text}`,
    less: (text) => `次数减少：${text}`,
  },
  list: {
    order: (list) => `${comparison.lists[list]}：顺序不同`,
    'page-size': (list) => `${comparison.lists[list]}：每页数量不同`,
  },
  latency: { slower: (name) => `${name} 变慢`, faster: (name) => `${name} 变快` },
  notification: (method, now) => `${method}：${n(now)} 次`,
  brokenTitle: '服务器的错误输出',
  brokenNone: '没有新的错误行或错误消息。',
  brokenHint: '不是 JSON-RPC 的行和协议违规。新出现的会计入。',
  listsTitle: '列表的顺序和分页',
  listsNone: '列表的顺序和每页数量未变。',
  checkLists: '检查列表的顺序和每页数量',
  strict: '严格',
  strictHint: '标题、会话的所有信息和新类型的通知也计入',
};
