/** The sentences about what clients do by language; each language comes when it is asked for. */
import type { PROFILE_WORDS } from './en.ts';

export type ProfileWords = typeof PROFILE_WORDS;

/** The sentences of a language. Rejects when their file can't be loaded. */
export async function profileWordsIn(language: 'en' | 'zh-CN'): Promise<ProfileWords> {
  return (await (language === 'en' ? import('./en.ts') : import('./zh-CN.ts'))).PROFILE_WORDS;
}
