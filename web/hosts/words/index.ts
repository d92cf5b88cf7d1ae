import { Texts } from '../../base/i18n/index.svelte.ts';
import type { hosts } from './en.ts';

export const hostsWords = new Texts<typeof hosts>(
  {},
  { en: async () => (await import('./en.ts')).hosts, 'zh-CN': async () => (await import('./zh-CN.ts')).hosts },
);
