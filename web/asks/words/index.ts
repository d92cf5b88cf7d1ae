import { Texts } from '../../base/i18n/index.svelte.ts';
import type { asks } from './en.ts';

export const asksWords = new Texts<typeof asks>(
  {},
  { en: async () => (await import('./en.ts')).asks, 'zh-CN': async () => (await import('./zh-CN.ts')).asks },
);
