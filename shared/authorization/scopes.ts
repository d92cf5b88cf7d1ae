/** Lists of scopes, as OAuth writes them: words separated by spaces. */

const wordsOf = (scopes: string | undefined): string[] => (scopes ?? '').split(/\s+/).filter((word) => word !== '');

/** Every scope of some lists, once; undefined when there is none. */
export function scopeUnion(...lists: readonly (string | undefined)[]): string | undefined {
  const all = new Set(lists.flatMap(wordsOf));
  return all.size === 0 ? undefined : [...all].join(' ');
}

export function scopesWithin(some: string | undefined, all: string | undefined): boolean {
  const has = new Set(wordsOf(all));
  return wordsOf(some).every((word) => has.has(word));
}

/**
 * Scopes to ask for: what the person set, else what the server wants (2026-07-28
 * basic/authorization#scope-selection-strategy), with `offline_access` where the authorization server offers it, because
 * that is how one gets a refresh token.
 */
export function scopeToAsk(
  set: string | undefined,
  wanted: string | undefined,
  offered: readonly string[] | undefined,
): string | undefined {
  const own = scopeUnion(set);
  if (own !== undefined) return own;
  const scopes = scopeUnion(wanted);
  return scopes !== undefined && offered?.includes('offline_access') === true
    ? scopeUnion(scopes, 'offline_access')
    : scopes;
}
