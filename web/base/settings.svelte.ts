/** How the page looks, as the person chose it. */
import type { Language } from '#shared/words';
import { keepState, keptState } from './kept-state.ts';

export type Theme = 'system' | 'light' | 'dark';

function chosen<Choice extends string>(name: 'theme' | 'language', choices: readonly Choice[], usual: Choice): Choice {
  const kept = keptState(name);
  return choices.find((each) => each === kept) ?? usual;
}

class Settings {
  readonly theme = $derived(chosen<Theme>('theme', ['system', 'light', 'dark'], 'system'));
  readonly language = $derived(
    chosen<Language>('language', ['en', 'zh-CN'], navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'),
  );

  setTheme(theme: Theme): void {
    keepState({ theme });
  }
  setLanguage(language: Language): void {
    keepState({ language });
  }
}

export const settings = new Settings();
