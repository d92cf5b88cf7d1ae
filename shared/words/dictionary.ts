/** The dictionaries. English is the type: a language that lacks a text, or has one too many, does not compile. */
import * as en from './en/index.ts';

export type Words = typeof en;
export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

export const ENGLISH: Words = en;

/** Languages beside English come when they are chosen: nobody reads two at once. */
const LOADERS: { readonly [language in Exclude<Language, 'en'>]: () => Promise<Words> } = {
  'zh-CN': () => import('./zh-CN/index.ts'),
};

/** The dictionary of a language. Rejects when its file can't be loaded. */
export const wordsIn = async (language: Language): Promise<Words> =>
  language === 'en' ? ENGLISH : LOADERS[language]();
