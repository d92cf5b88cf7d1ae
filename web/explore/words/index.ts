import { Texts } from '../../base/i18n/index.svelte.ts';
import type { explore } from './en.ts';

export const exploreWords = new Texts<typeof explore>(
  {},
  { en: async () => (await import('./en.ts')).explore, 'zh-CN': async () => (await import('./zh-CN.ts')).explore },
);
