/** Caching hints of results (2026-07-28, server/utilities/caching). */
import { isObject } from '#shared/jsonrpc';
import type { SessionLog } from '#shared/session';

export interface CacheHint {
  /** Milliseconds the result may be taken for fresh; 0 says not at all. */
  readonly ttlMs?: number;
  /** `public` or `private`, or whatever else the server wrote. */
  readonly scope?: string;
}

export function cacheHint(result: unknown): CacheHint | undefined {
  if (!isObject(result)) return undefined;
  const { ttlMs, cacheScope } = result;
  if (typeof ttlMs !== 'number' && typeof cacheScope !== 'string') return undefined;
  return {
    ...(typeof ttlMs === 'number' ? { ttlMs } : {}),
    ...(typeof cacheScope === 'string' ? { scope: cacheScope } : {}),
  };
}

/** The hint of the answer that is event `s`. Too large answers are not looked into. */
export function cacheHintAt(log: SessionLog, s: number | undefined): CacheHint | undefined {
  const decoded = s === undefined ? undefined : log.decoded(s);
  return decoded?.kind === 'response' ? cacheHint(decoded.result) : undefined;
}
