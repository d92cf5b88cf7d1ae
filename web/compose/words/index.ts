import { Texts } from '../../base/i18n/index.svelte.ts';

export const composeWords = Texts.later('compose', {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
});
