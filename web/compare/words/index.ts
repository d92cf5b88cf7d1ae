import { Texts } from '../../base/i18n/index.svelte.ts';

export const compareWords = Texts.later('compare', {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
});
