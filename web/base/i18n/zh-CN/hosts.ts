/** 接入宿主的对话框。 */
import type { hosts as english } from '../en/hosts.ts';

export const hosts: typeof english = {
  title: '接入宿主（tap）',
  open: '接入宿主…',
  openHelp: '录制本机应用程序发送给其服务器的内容。',
  intro: '接入后，服务器通过 Lifeline 启动，宿主与服务器之间的全部内容都会被录制。配置中只改动服务器的启动命令。',
  looking: '正在查找配置…',
  none: '本机没有找到带服务器的宿主。',
  ofProject: '位于工作文件夹中。接入期间不要提交此文件。',
  fetched: 'Lifeline 正从 npx 缓存运行，接入的服务器每次启动大约多用一秒。安装后可避免。',
  all: '全部',
  allOf: (host, file) => `${host} 在 ${file} 中的全部服务器`,
  serverOf: (server, host) => `接入 ${host} 的 ${server}`,
  states: {
    direct: '',
    tapped: '已接入',
    gone: '已接入，但 tap 的程序已不存在',
    http: 'HTTP，不能在此接入',
    other: '没有命令',
  },
  changesOf: (file) => `${file} 的改动`,
  noChanges: '没有选择改动',
  refused: (servers) => `无法安全修改，保持不变：${servers}`,
  notWritten: (file, why) => `无法写入 ${file}：${why}`,
  unread: (file, why) => (why === '' ? `无法解析 ${file}，保持不变` : `无法读取 ${file}：${why}`),
  write: '写入改动',
  count: (servers) => `将改动 ${servers} 个服务器`,
  written: (names) => `已写入。请重启 ${names}，使服务器重新启动。`,
  failed: (why) => `中继没有响应：${why}`,
};
