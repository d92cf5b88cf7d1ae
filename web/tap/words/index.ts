import { Texts } from '../../base/i18n/index.svelte.ts';

export const tappingWords = Texts.later('tapping', {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
});
