import { Texts } from '../../base/i18n/index.svelte.ts';
import type { viewer } from './en.ts';

export const viewerWords = new Texts<typeof viewer>(
  {},
  { en: async () => (await import('./en.ts')).viewer, 'zh-CN': async () => (await import('./zh-CN.ts')).viewer },
);
