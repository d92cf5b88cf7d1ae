import { Texts } from '../../base/i18n/index.svelte.ts';

export const asksWords = Texts.later('asks', { en: () => import('./en.ts'), 'zh-CN': () => import('./zh-CN.ts') });
