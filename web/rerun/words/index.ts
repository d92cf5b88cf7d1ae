import { Texts } from '../../base/i18n/index.svelte.ts';
import type { rerun } from './en.ts';

export const rerunWords = new Texts<typeof rerun>(
  {},
  { en: async () => (await import('./en.ts')).rerun, 'zh-CN': async () => (await import('./zh-CN.ts')).rerun },
);
