/** What leads to the feature, and is there before it. */
import { Texts } from '../../base/i18n/index.svelte.ts';

export const exerciseEntry = new Texts({
  en: { dock: 'Call everything', open: 'Call everything…' },
  'zh-CN': { dock: '全部调用', open: '全部调用…' },
});
