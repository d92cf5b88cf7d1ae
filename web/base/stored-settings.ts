/** What the person chose, as the browser stores it: one JSON object, of which each reader knows its own members. */

const KEY = 'lifeline-settings';

/** All that is stored; nothing where the storage is closed to this page, or holds something else. */
export function storedSettings(): { readonly [name: string]: unknown } {
  try {
    return { ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as object) };
  } catch {
    return {};
  }
}

/** Store some members anew. A page without storage (full, forbidden, or in a sandbox) keeps the choice for as long as it lives. */
export function storeSettings(changed: object): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...storedSettings(), ...changed }));
  } catch {
    // Said above.
  }
}
