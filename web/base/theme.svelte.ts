/** The theme in force: the person's choice, or the system's as it changes. */
import { MediaQuery } from 'svelte/reactivity';
import { settings } from './settings.svelte.ts';

/** `now` is the theme; reactive. Call while a component is made. */
export function themeInForce(): { readonly now: 'light' | 'dark' } {
  const systemDark = new MediaQuery('(prefers-color-scheme: dark)');
  return {
    get now() {
      if (settings.theme !== 'system') return settings.theme;
      return systemDark.current ? 'dark' : 'light';
    },
  };
}
