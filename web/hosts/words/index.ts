import { Texts } from '../../base/i18n/index.svelte.ts';

export const hostsWords = Texts.later('hosts', { en: () => import('./en.ts'), 'zh-CN': () => import('./zh-CN.ts') });
