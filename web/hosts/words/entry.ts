/** What leads to the feature, and is there before it. */
import { Texts } from '../../base/i18n/index.svelte.ts';

export const hostsEntry = new Texts({
  en: {
    title: 'Tap hosts',
    open: 'Tap hosts…',
    openHelp: 'Record the traffic between an application on this computer and its MCP servers.',
  },
  'zh-CN': {
    title: '监听宿主（tap）',
    open: '监听宿主…',
    openHelp: '录制本机应用程序与其 MCP 服务器之间的通信。',
  },
});
