/** Caching hints of results (2026-07-28, server/utilities/caching). */
import { defined } from '#shared/base';
import { isObject, textMember } from '#shared/jsonrpc';
import type { SessionLog } from '#shared/session';
import { duration } from '../base/i18n/index.svelte.ts';
import { words } from '../base/i18n/all.ts';
import { exploreWords } from './words/index.ts';

export interface CacheHint {
  /** Milliseconds the result may be taken for fresh; 0 says not at all. */
  readonly ttlMs?: number;
  /** `public` or `private`, or whatever else the server wrote. */
  readonly scope?: string;
}

export function cacheHint(result: unknown): CacheHint | undefined {
  if (!isObject(result)) return undefined;
  const [ttlMs, scope] = [result['ttlMs'], textMember(result, 'cacheScope')];
  const hint = defined({ ttlMs: typeof ttlMs === 'number' ? ttlMs : undefined, scope });
  return Object.keys(hint).length > 0 ? hint : undefined;
}

/** The hint of the answer that is event `s`. Too large answers are not looked into. */
export function cacheHintAt(log: SessionLog, s: number | undefined): CacheHint | undefined {
  const decoded = s === undefined ? undefined : log.decoded(s);
  return decoded?.kind === 'response' ? cacheHint(decoded.result) : undefined;
}

/** `fresh for 5 s, private`. A negative time counts as none (server/utilities/caching#time-to-live-ttl-field). */
export function cacheWords({ ttlMs, scope }: CacheHint): string {
  const { fresh, stale } = exploreWords.now.cache;
  const time = ttlMs === undefined ? '' : ttlMs > 0 ? fresh(duration(ttlMs * 1000)) : stale;
  return [time, scope ?? ''].filter(Boolean).join(words.now.comparison.comma);
}
