import { Texts } from '../../base/i18n/index.svelte.ts';
import type { details } from './en.ts';

export const detailsWords = new Texts<typeof details>(
  {},
  { en: async () => (await import('./en.ts')).details, 'zh-CN': async () => (await import('./zh-CN.ts')).details },
);
