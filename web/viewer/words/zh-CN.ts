import type { viewer as en } from './en.ts';

export const viewer: typeof en = {
  recording: '录制文件',
  server: '服务器',
  revision: '协议版本',
  connection: '连接',
  recordedAt: '录制时间',
  recordedBy: '录制程序',
  secrets: '敏感信息',
  replaced: (n) => `已脱敏 ${n} 处`,
  fold: (line) => `折叠第 ${line} 行`,
  unfold: (line) => `展开第 ${line} 行`,
  folded: (n) => `${n} 行`,
  refused: {
    damaged: '此文件中的录制内容已损坏，无法解压。',
    'too-large': '此文件中的录制内容解压后超过 1 GB，因此未打开。',
    'from-the-future': '此文件中的录制内容使用了更新的格式版本。',
    other: '此文件中没有可读取的录制内容。',
  },
};
