import { Texts } from '../../base/i18n/index.svelte.ts';

export const exerciseWords = Texts.later('exercise', {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
});
