import { Texts } from '../../base/i18n/index.svelte.ts';

export const viewerWords = Texts.later('viewer', { en: () => import('./en.ts'), 'zh-CN': () => import('./zh-CN.ts') });
