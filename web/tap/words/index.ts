import { Texts } from '../../base/i18n/index.svelte.ts';
import type { tapping } from './en.ts';

export const tappingWords = new Texts<typeof tapping>(
  {},
  { en: async () => (await import('./en.ts')).tapping, 'zh-CN': async () => (await import('./zh-CN.ts')).tapping },
);
