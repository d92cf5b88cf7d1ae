import { Texts } from '../../base/i18n/index.svelte.ts';

export const rerunWords = Texts.later('rerun', { en: () => import('./en.ts'), 'zh-CN': () => import('./zh-CN.ts') });
