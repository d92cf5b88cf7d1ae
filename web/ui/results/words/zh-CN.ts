import type { result as english } from './en.ts';

export const result: typeof english = {
  layout: '显示方式',
  layouts: { json: 'JSON', markdown: 'Markdown', table: '表格', image: '图像', page: '预览', text: '文本' },
  toolError: '工具返回了错误（isError）。',
  empty: '结果为空。',
  block: (n) => `第 ${n} 块`,
  moreBlocks: (n) => `再显示 ${n} 块`,
  more: (rows, columns) =>
    [rows > 0 ? `另有 ${rows} 行` : '', columns > 0 ? `另有 ${columns} 列` : ''].filter(Boolean).join('，'),
  cut: (shown, all) => `${all} 个字符中的 ${shown} 个`,
  showAll: '全部显示',
  guessed: '未给出 MIME 类型：根据 URI 推断',
  noType: '没有 MIME 类型',
  tooDeep: '嵌套太深，无法在这里排版；请查看原始消息。',
  download: '下载',
  bytes: '开头的字节',
  image: (what) => `图像：${what}`,
  audio: (what) => `音频：${what}`,
  readLink: '读取',
  notMedia: (type) => `此内容无法作为 ${type} 显示。`,
};
