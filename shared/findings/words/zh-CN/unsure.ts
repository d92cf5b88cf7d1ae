import type { FindingsWords } from '../types.ts';

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
