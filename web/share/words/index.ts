import { Texts } from '../../base/i18n/index.svelte.ts';
import type { share } from './en.ts';

export const shareWords = new Texts<typeof share>(
  {},
  { en: async () => (await import('./en.ts')).share, 'zh-CN': async () => (await import('./zh-CN.ts')).share },
);
