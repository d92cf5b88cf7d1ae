/**
 * The page's words. A feature declares its own as `Texts`, in both languages, in its folder; they load with it. English is the type:
 * a missing or extra text won't compile. Protocol terms stay English.
 */
import { duration as durationIn, number as numberIn, size as sizeIn, type Language } from '#shared/words';
import { settings } from '../settings.svelte.ts';
import * as en from './en/index.ts';

export type FirstMessages = typeof en;

const declared = new Set<Texts<object>>();
/** The language of every text on the screen: it changes once all have come. */
let inForce = $state<Language>('en');

/** The texts of one feature. Declared while its module is evaluated; what loads it later waits for them by `withWords`. */
export class Texts<T extends object> {
  #here: { readonly [language in Language]?: T } = $state.raw({});
  readonly #later: { readonly [language in Language]?: () => Promise<T> };

  /** With those that are `here` already, and what fetches the others: nobody reads two languages at once. */
  constructor(
    here: { readonly en?: T; readonly 'zh-CN'?: NoInfer<T> },
    later: { readonly [language in Language]?: () => Promise<NoInfer<T>> } = {},
  ) {
    this.#here = here;
    this.#later = later;
    declared.add(this);
  }

  /** Those that the module of a language exports as `name`, fetched when they are wanted. */
  static later<Name extends string, T extends object>(
    name: Name,
    { en, 'zh-CN': zh }: Readonly<Record<Language, () => Promise<{ readonly [name in Name]: T }>>>,
  ): Texts<T> {
    return new Texts<T>({}, { en: async () => (await en())[name], 'zh-CN': async () => (await zh())[name] });
  }

  /** In the language in force, or in another until it has come. Reactive: use it inside templates and `$derived`. */
  get now(): T {
    const now = this.in(inForce) ?? this.in('en') ?? this.in('zh-CN');
    if (!now) throw new Error('words are used before they have come: see withWords');
    return now;
  }

  /** In one language; undefined until it has come. */
  in(language: Language): T | undefined {
    return this.#here[language];
  }

  /** Resolves when `now` can be asked. Rejects when no language can be had. */
  async fetch(language: Language): Promise<void> {
    if (this.in(language)) return;
    try {
      const texts = await this.#later[language]?.();
      if (texts) this.#here = { ...this.#here, [language]: texts };
    } catch (error) {
      if (language === 'en' && Object.keys(this.#here).length === 0) throw error;
      if (language !== 'en') await this.fetch('en');
    }
  }
}

/** What the first screen uses, and every feature besides. */
export const words = new Texts<FirstMessages>({ en }, { 'zh-CN': () => import('./zh-CN/index.ts') });

/**
 * Get all texts that are declared by now in the person's language, and put it in force. What cannot be had stays in a language that
 * is there; rejects when there is none.
 */
export async function loadWords(): Promise<void> {
  const { language } = settings;
  await Promise.all([...declared].map((each) => each.fetch(language)));
  if (language === settings.language) inForce = language;
}

/** What is imported when it is wanted, once the texts that are declared in it have come. Rejects when either cannot be had. */
export async function withWords<Part>(part: Promise<Part>): Promise<Part> {
  const come = await part;
  await loadWords();
  return come;
}

/** The formatters of `#shared/words` in the person's language. */
export const number = (value: number): string => numberIn(value, settings.language);
export const duration = (us: number): string => durationIn(us, settings.language);
export const size = (bytes: number): string => sizeIn(bytes, words.now);

/** When a session began; text that is no date stays what it is. Messages without times begin at the epoch. */
export function dateText(iso: string, format: Intl.DateTimeFormat): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.getTime() === 0 ? words.now.common.noDate : format.format(date);
}
