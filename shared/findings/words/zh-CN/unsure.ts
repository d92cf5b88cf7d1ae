import type { FindingsWords } from '../types.ts';

export const UNSURE: FindingsWords['unsure'] = {
  'begins-in-the-middle': '录制从会话中途开始。',
  'revision-unknown': '当前协议版本未知。',
  'headers-hidden': '浏览器只让页面看到部分标头。',
  redacted: '该值已脱敏。',
  'too-large': '消息过大，无法完整读取，或只录制了一部分。',
  'events-missing': '录制中缺少部分事件。',
  'cut-short': '录制在此之前已结束。',
  'schema-unknown': 'Schema 使用了此处无法检查的方言或关键字。',
};
