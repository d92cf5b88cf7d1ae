import { Texts } from '../../base/i18n/index.svelte.ts';
import type { exercise } from './en.ts';

export const exerciseWords = new Texts<typeof exercise>(
  {},
  { en: async () => (await import('./en.ts')).exercise, 'zh-CN': async () => (await import('./zh-CN.ts')).exercise },
);
