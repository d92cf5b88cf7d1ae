/** What leads to the feature, and is there before it. */
import { Texts } from '../../base/i18n/index.svelte.ts';

export const profileEntry = new Texts({
  en: { command: 'Client profile of this session', back: 'Back to the client profile' },
  'zh-CN': { command: '此会话的客户端画像', back: '返回客户端画像' },
});
