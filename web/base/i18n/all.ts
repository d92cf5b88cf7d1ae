/** What the first screen uses, with all that several features say of a session: the words of events and those of its parts. */
import type * as en from './en/all.ts';
import { Texts } from './index.svelte.ts';

export type Messages = typeof en;

export const words = new Texts<Messages>(
  {},
  { en: () => import('./en/all.ts'), 'zh-CN': () => import('./zh-CN/all.ts') },
);
