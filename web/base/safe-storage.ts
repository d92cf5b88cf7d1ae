/** The browser's own storage. Some browsers refuse even to be asked for it: then nothing is there, and nothing is kept. */
const safeStorage = (storage: () => Storage) => ({
  get(key: string): string | undefined {
    try {
      return storage().getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  /** Keep a value, or with undefined forget it. False when it could not be done. */
  set(key: string, value: string | undefined): boolean {
    try {
      if (value === undefined) storage().removeItem(key);
      else storage().setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
});

/** Kept for reloads of this tab. */
export const tabStorage = safeStorage(() => sessionStorage);
/** Kept for all pages of this origin. */
export const originStorage = safeStorage(() => localStorage);
