import { Texts } from '../../base/i18n/index.svelte.ts';
import type { compare } from './en.ts';

export const compareWords = new Texts<typeof compare>(
  {},
  { en: async () => (await import('./en.ts')).compare, 'zh-CN': async () => (await import('./zh-CN.ts')).compare },
);
