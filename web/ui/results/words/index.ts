import { Texts } from '../../../base/i18n/index.svelte.ts';
import type { result } from './en.ts';

export const resultWords = new Texts<typeof result>(
  {},
  { en: async () => (await import('./en.ts')).result, 'zh-CN': async () => (await import('./zh-CN.ts')).result },
);
