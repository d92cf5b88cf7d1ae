import type { profile as english } from './en.ts';

export const profile: typeof english = {
  title: '客户端画像',
  close: '关闭客户端画像',
  onlyDifferences: (n) => `仅显示不同（${n}）`,
  explain: '说明',
  markdown: '复制为 Markdown',
  json: '保存 JSON',
  again: '重新读取',
  againHint: '按当前内容读取录制文件',
  add: '与其他客户端比较…',
  addHint: '在录制库中选择多个客户端的录制文件，然后点击“客户端画像”',
  working: '正在读取…',
  none: '所有录制文件都无法读取。',
  noDifferences: '就录制内容来看，各客户端没有差异。',
  problem: (title) => `无法读取“${title}”`,
  differs: '不同',
  recordings: (n) => `${n} 份录制文件`,
  host: (name) => `宿主：${name}`,
  show: (s, title, more) => `显示“${title}”的事件 ${s}${more > 0 ? `（共 ${more + 1} 处，这是第一处）` : ''}`,
  fact: '项目',
};
