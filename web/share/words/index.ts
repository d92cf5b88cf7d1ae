import { Texts } from '../../base/i18n/index.svelte.ts';

export const shareWords = Texts.later('share', { en: () => import('./en.ts'), 'zh-CN': () => import('./zh-CN.ts') });
