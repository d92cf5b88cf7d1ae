import { Texts } from '../../../base/i18n/index.svelte.ts';

export const formWords = Texts.later('form', { en: () => import('./en.ts'), 'zh-CN': () => import('./zh-CN.ts') });
