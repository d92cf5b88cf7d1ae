import type { palette as english } from '../en/palette.ts';

export const palette: typeof english = {
  search: '搜索命令、工具、会话、事件…',
  call: (name) => `调用 ${name}`,
  read: (name) => `读取 ${name}`,
  prompt: (name) => `获取提示词 ${name}`,
  event: (s) => `转到事件 ${s}`,
  connect: (name) => `连接 ${name}`,
  kinds: {
    tool: '工具',
    resource: '资源',
    prompt: '提示词',
    panel: '面板',
    session: '会话',
    server: '服务器',
    recording: '录制文件',
  },
  nextRegion: '页面的下一个区域',
  previousRegion: '页面的上一个区域',
  tab: '切换所在区域的标签页（输入时加按 Alt）',
};
