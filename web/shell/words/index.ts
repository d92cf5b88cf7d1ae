import { Texts } from '../../base/i18n/index.svelte.ts';
import type { help } from './en.ts';

export const helpWords = new Texts<typeof help>(
  {},
  { en: async () => (await import('./en.ts')).help, 'zh-CN': async () => (await import('./zh-CN.ts')).help },
);
