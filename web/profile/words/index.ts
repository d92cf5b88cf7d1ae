import { Texts } from '../../base/i18n/index.svelte.ts';

export const profileWords = Texts.later('profile', {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
});
