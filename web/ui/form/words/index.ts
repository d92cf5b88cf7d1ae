import { Texts } from '../../../base/i18n/index.svelte.ts';
import type { form } from './en.ts';

export const formWords = new Texts<typeof form>(
  {},
  { en: async () => (await import('./en.ts')).form, 'zh-CN': async () => (await import('./zh-CN.ts')).form },
);
