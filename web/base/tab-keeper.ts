/** Keeps values where no relay serves the page: what is no secret in the browser, and secrets for as long as the tab lives. */
import { parsedObject } from '#shared/jsonrpc';
import { STATE } from './kept-state.ts';
import { originStorage, tabStorage } from './safe-storage.ts';
import type { Keeper } from './values.svelte.ts';

const KEY = 'lifeline-values';
const KEPT = 'lifeline ';

const secrets = (): Record<string, string> => (parsedObject(tabStorage.get(KEY) ?? '') ?? {}) as Record<string, string>;

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
    // A browser that keeps nothing, or is full, knows them until the page is loaded anew.
    for (const [name, value] of Object.entries(changes)) {
      if (name.startsWith(STATE)) originStorage.set(KEPT + name, value ?? undefined);
      else if (value === null) left.delete(name);
      else left.set(name, value);
    }
    tabStorage.set(KEY, JSON.stringify(Object.fromEntries(left)));
    return Promise.resolve();
  },
};
