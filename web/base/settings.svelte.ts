/** How the page looks, as the person chose it. The browser has a copy, for what is drawn before all that is kept is here. */
import type { Language } from '#shared/words';
import { keepState, keptState } from './kept-state.ts';

export type Theme = 'system' | 'light' | 'dark';

const COPY = 'lifeline-copy-';

function looked<Choice extends string>(name: 'theme' | 'language', choices: readonly Choice[], usual: Choice): Choice {
  const is = (value: unknown): value is Choice => choices.includes(value as Choice);
  const kept = keptState(name);
  try {
    if (is(kept)) localStorage.setItem(COPY + name, kept);
    const copy = localStorage.getItem(COPY + name);
    return is(copy) ? copy : usual;
  } catch {
    return is(kept) ? kept : usual;
  }
}

class Settings {
  readonly #theme = $derived(looked<Theme>('theme', ['system', 'light', 'dark'], 'system'));
  readonly #language = $derived(
    looked<Language>('language', ['en', 'zh-CN'], navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'),
  );

  get theme(): Theme {
    return this.#theme;
  }
  get language(): Language {
    return this.#language;
  }

  setTheme(theme: Theme): void {
    keepState({ theme });
  }
  setLanguage(language: Language): void {
    keepState({ language });
  }
}

export const settings = new Settings();
