import { duration, type Messages } from '../base/i18n/index.svelte.ts';
import type { exploreWords } from './words/index.ts';
import type { CacheHint } from './caching.ts';

/** `fresh for 5 s, private`. A negative time counts as none (server/utilities/caching#time-to-live-ttl-field). */
export function cacheWords(
  { ttlMs, scope }: CacheHint,
  { comparison }: Messages,
  { cache }: typeof exploreWords.now,
): string {
  const { fresh, stale } = cache;
  return [ttlMs === undefined ? '' : ttlMs > 0 ? fresh(duration(ttlMs * 1000)) : stale, scope ?? '']
    .filter(Boolean)
    .join(comparison.comma);
}
