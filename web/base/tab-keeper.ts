/** Keeps values where no relay serves the page: what is no secret in the browser, and secrets for as long as the tab lives. */
import { STATE } from './kept-state.ts';
import type { Keeper } from './values.svelte.ts';

const KEY = 'lifeline-values';
const KEPT = 'lifeline ';

function secrets(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

function state(): Record<string, string> {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(KEPT + STATE));
    return Object.fromEntries(names.map((name) => [name.slice(KEPT.length), localStorage.getItem(name) ?? '']));
  } catch {
    return {};
  }
}

export const tabKeeper: Keeper = {
  read: () => Promise.resolve({ ...state(), ...secrets() }),
  write: (changes) => {
    const left = new Map(Object.entries(secrets()));
    try {
      for (const [name, value] of Object.entries(changes)) {
        const browser = name.startsWith(STATE);
        if (browser && value !== null) localStorage.setItem(KEPT + name, value);
        else if (browser) localStorage.removeItem(KEPT + name);
        else if (value === null) left.delete(name);
        else left.set(name, value);
      }
      sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(left)));
    } catch {
      // A browser that keeps nothing, or is full, knows them until the page is loaded anew.
    }
    return Promise.resolve();
  },
};
