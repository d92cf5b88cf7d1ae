import { Texts } from '../../base/i18n/index.svelte.ts';

export const exploreWords = Texts.later('explore', {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
});
