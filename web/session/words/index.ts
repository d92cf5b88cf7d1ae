import { Texts } from '../../base/i18n/index.svelte.ts';

export const exchangeWords = Texts.later('exchange', {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
});
