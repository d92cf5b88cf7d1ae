/** The page's words. English is the type: a missing or extra text won't compile. Protocol terms stay English. */
import * as figures from '#shared/words';
import type { Language } from '#shared/words';
import { settings } from '../settings.svelte.ts';
import * as en from './en/index.ts';

export type Messages = typeof en;

/** Languages beside English come when they are chosen: nobody reads two at once. */
const LOADERS: { readonly [language in Exclude<Language, 'en'>]: () => Promise<Messages> } = {
  'zh-CN': () => import('./zh-CN/index.ts'),
};

class Words {
  #loaded = $state.raw<{ readonly [language in Language]?: Messages }>({ en });

  /** The dictionary in force; English until another has come. Reactive: use it inside templates and `$derived`. */
  get now(): Messages {
    return this.#loaded[settings.language] ?? en;
  }

  /** Get the dictionary of a language. Resolves when `now` has it; English stays when it cannot be had. */
  async load(language: Language): Promise<void> {
    if (language === 'en' || this.#loaded[language]) return;
    const messages = await LOADERS[language]().catch(() => undefined);
    if (messages) this.#loaded = { ...this.#loaded, [language]: messages };
  }
}

export const words = new Words();

/** The formatters of `#shared/words` in the person's language. */
export const number = (value: number): string => figures.number(value, settings.language);
export const duration = (us: number): string => figures.duration(us, settings.language);
export const size = (bytes: number): string => figures.size(bytes, words.now);

/** When a session began; text that is no date stays what it is. Messages without times begin at the epoch. */
export function dateText(iso: string, format: Intl.DateTimeFormat): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.getTime() === 0 ? words.now.common.noDate : format.format(date);
}
