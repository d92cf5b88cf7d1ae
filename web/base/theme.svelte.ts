/** The look of the page as the person chose it. */
import { MediaQuery } from 'svelte/reactivity';
import { loadWords } from './i18n/index.svelte.ts';
import { settings } from './settings.svelte.ts';

/** Put the theme (the person's, or the system's as it changes) and the language in force. Call while a component is made. */
export function followSettings(): void {
  const systemDark = new MediaQuery('(prefers-color-scheme: dark)');
  $effect(() => {
    const { theme, language } = settings;
    document.documentElement.dataset['theme'] = theme !== 'system' ? theme : systemDark.current ? 'dark' : 'light';
    document.documentElement.lang = language;
  });
  $effect(() => void loadWords());
}
