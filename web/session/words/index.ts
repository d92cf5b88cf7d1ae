import { Texts } from '../../base/i18n/index.svelte.ts';
import type { exchange } from './en.ts';

export const exchangeWords = new Texts<typeof exchange>(
  {},
  { en: async () => (await import('./en.ts')).exchange, 'zh-CN': async () => (await import('./zh-CN.ts')).exchange },
);
