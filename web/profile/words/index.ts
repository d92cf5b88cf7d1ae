import { Texts } from '../../base/i18n/index.svelte.ts';
import type { profile } from './en.ts';

export const profileWords = new Texts<typeof profile>(
  {},
  { en: async () => (await import('./en.ts')).profile, 'zh-CN': async () => (await import('./zh-CN.ts')).profile },
);
