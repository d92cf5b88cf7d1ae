/** How the page looks, as the person chose it: kept in the browser. */
import type { Language } from '#shared/words';
import { storedSettings, storeSettings } from './stored-settings.ts';

export type Theme = 'system' | 'light' | 'dark';

interface Look {
  readonly theme: Theme;
  readonly language: Language;
}

function load(): Look {
  const language: Language = navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
  return { theme: 'system', language, ...(storedSettings() as Partial<Look>) };
}

class Settings {
  #look: Look = $state.raw(load());

  get theme(): Theme {
    return this.#look.theme;
  }
  get language(): Language {
    return this.#look.language;
  }

  setTheme(theme: Theme): void {
    this.#put({ theme });
  }
  setLanguage(language: Language): void {
    this.#put({ language });
  }

  #put(change: Partial<Look>): void {
    this.#look = { ...this.#look, ...change };
    storeSettings(change);
  }
}

export const settings = new Settings();
