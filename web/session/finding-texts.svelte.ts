/** What findings are told with: the sentences about rules and the labels of the panel, as scripts of their own. */
import type { FindingsWords } from '#shared/findings/words';
import type { Language } from '#shared/words';
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import { settings } from '../base/settings.svelte.ts';
import { findingsWords } from './findings.svelte.ts';
import type { panel } from './finding-words/en.ts';

interface Texts extends FindingsWords {
  readonly panel: typeof panel;
}

const PANELS: { readonly [language in Language]: () => Promise<{ readonly panel: typeof panel }> } = {
  en: () => import('./finding-words/en.ts'),
  'zh-CN': () => import('./finding-words/zh-CN.ts'),
};

class FindingTexts {
  #loaded: { readonly [language in Language]?: Texts } = $state.raw({});

  /** In the person's language; those of another while they come, undefined before any came. Reactive. */
  get now(): Texts | undefined {
    const { language } = settings;
    const { [language]: own, en } = this.#loaded;
    return own ?? en ?? Object.values(this.#loaded)[0];
  }

  async want(): Promise<void> {
    const { language } = settings;
    if (this.#loaded[language]) return;
    try {
      const [sentences, { panel: labels }] = await Promise.all([findingsWords(language), PANELS[language]()]);
      this.#loaded = { ...this.#loaded, [language]: { ...sentences, panel: labels } };
    } catch {
      notices.add(words.now.common.notFetched, 'error');
    }
  }
}

export const findingTexts = new FindingTexts();
