import { Texts } from '../../base/i18n/index.svelte.ts';

export const detailsWords = Texts.later('details', {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
});
