/** The sentences about rules and findings by language; each language comes when it is asked for. */
import type { FindingsWords } from './types.ts';

export type { FindingsWords, RuleWords } from './types.ts';

const LOADERS: { readonly [language in 'en' | 'zh-CN']: () => Promise<{ readonly FINDINGS_WORDS: FindingsWords }> } = {
  en: () => import('./en/index.ts'),
  'zh-CN': () => import('./zh-CN/index.ts'),
};

/** The sentences of a language. Rejects when their file can't be loaded. */
export async function findingsWordsIn(language: 'en' | 'zh-CN'): Promise<FindingsWords> {
  return (await LOADERS[language]()).FINDINGS_WORDS;
}
