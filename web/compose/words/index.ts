import { Texts } from '../../base/i18n/index.svelte.ts';
import type { compose } from './en.ts';

export const composeWords = new Texts<typeof compose>(
  {},
  { en: async () => (await import('./en.ts')).compose, 'zh-CN': async () => (await import('./zh-CN.ts')).compose },
);
