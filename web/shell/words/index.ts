import { Texts } from '../../base/i18n/index.svelte.ts';

export const helpWords = Texts.later('help', { en: () => import('./en.ts'), 'zh-CN': () => import('./zh-CN.ts') });
