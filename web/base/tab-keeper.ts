/** Keeps values for as long as the tab lives, where no relay serves the page. */
import type { Keeper } from './values.svelte.ts';

const KEY = 'lifeline-values';

function kept(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

export const tabKeeper: Keeper = {
  read: () => Promise.resolve(kept()),
  write: (changes) => {
    const all = { ...kept(), ...changes };
    const left = Object.entries(all).filter(([, value]) => value !== null);
    try {
      sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(left)));
    } catch {
      // A browser that keeps nothing knows them until the page is loaded anew.
    }
    return Promise.resolve();
  },
};
