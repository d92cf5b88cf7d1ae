import type { FindingsWords } from '../types.ts';
import { misfit } from './misfit.ts';

const figure = (count: number): string => count.toLocaleString('zh-CN');

export const REPORT: FindingsWords['report'] = {
  severity: { error: '错误', warning: '警告', info: '提示' },
  side: { client: '客户端', server: '服务器', both: '客户端和服务器' },
  by: { server: '服务器违反的规则', client: '客户端违反的规则' },
  why: '原因',
  fix: '修复',
  see: '参见',
  example: '违反规则的示例',
  kept: '符合规则的示例',
  heuristic: '启发式规则，仅在使用 --all 时检查。',
  leftOut: '不检查',
  absent: '缺失',
  misfit,
  at: (s, places = 1, others = false) =>
    others || places > 1 ? `${s}（${others ? '另有 ' : ''}${figure(places)} 处）` : String(s),
  event: (at) => `事件 ${at}`,
  levelIn: (level, revisions) => `${level}（${revisions}）`,
  also: (events, more) => `另见${events}${more > 0 ? `，还有 ${figure(more)} 个事件` : ''}`,
  follows: (s, rule, sentence) => `由此导致（事件 ${s}）：${sentence}（\`${rule}\`）`,
  counts: ({ error, warning, info }) =>
    [
      error > 0 ? `${figure(error)} 个错误` : '',
      warning > 0 ? `${figure(warning)} 个警告` : '',
      info > 0 ? `${figure(info)} 个提示` : '',
    ]
      .filter((each) => each !== '')
      .join('，'),
  nothing: '未发现规范问题',
  checked: (checked, broken, unchecked) =>
    `检查了 ${figure(checked)} 条规则，违反 ${broken} 条${unchecked > 0 ? `，${unchecked} 条无法检查` : ''}`,
  known: (findings) => `基线中的 ${figure(findings)} 处已知规范问题未显示`,
};

export const UNSURE: FindingsWords['unsure'] = {
  'begins-in-the-middle': '录制文件从会话中途开始。',
  'revision-unknown': '当前协议版本未知。',
  'headers-hidden': '浏览器对页面隐藏了部分响应头。',
  redacted: '该值已脱敏。',
  'too-large': '消息过大，无法完整读取，或只录制了一部分。',
  'events-missing': '录制文件中缺少部分事件。',
  'cut-short': '录制结束得太早，无法判断。',
  'schema-unknown': 'schema 使用了此处无法检查的方言或关键字。',
  'one-connection': '该规则比较两个连接，而一份录制文件只包含一个连接。',
};
