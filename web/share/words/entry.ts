/** What leads to the feature, and is there before it. */
import { Texts } from '../../base/i18n/index.svelte.ts';

export const shareEntry = new Texts({
  en: { title: 'Share this session', share: 'Share…' },
  'zh-CN': { title: '分享此会话', share: '分享…' },
});
