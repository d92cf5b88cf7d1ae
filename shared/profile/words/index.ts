/** The sentences about what clients do by language; each language comes when it is asked for. */
import type { PROFILE_WORDS } from './en.ts';

export type ProfileWords = typeof PROFILE_WORDS;

const LOADERS: { readonly [language in 'en' | 'zh-CN']: () => Promise<{ readonly PROFILE_WORDS: ProfileWords }> } = {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
};

/** The sentences of a language. Rejects when their file can't be loaded. */
export async function profileWordsIn(language: 'en' | 'zh-CN'): Promise<ProfileWords> {
  return (await LOADERS[language]()).PROFILE_WORDS;
}
