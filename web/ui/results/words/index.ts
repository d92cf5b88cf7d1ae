import { Texts } from '../../../base/i18n/index.svelte.ts';

export const resultWords = Texts.later('result', { en: () => import('./en.ts'), 'zh-CN': () => import('./zh-CN.ts') });
