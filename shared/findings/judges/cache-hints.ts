/** How long and for whom results may be kept (2026-07-28, server/utilities/caching). */
import { isObject } from '#shared/jsonrpc';
import { RULES as MODERN_RESULTS } from '../rules/modern-results.ts';
import { isPerRequest, judge, keep, quoted, RENEWED, type Answer, type Turn } from '../judging.ts';

const { 'cache-ttl': TTL, 'cache-scope': SCOPE, 'cache-scope-pages': PAGES } = MODERN_RESULTS;

interface State {
  /** By method and cursor: the scope of the page that gave the cursor. */
  readonly pages: Map<string, { readonly scope: string; readonly s: number }>;
}

function kept(turn: Turn, { to, result }: Answer): void {
  if (!isObject(result) || result['resultType'] !== 'complete') return;
  const { ttlMs, cacheScope } = result;
  const related = [to.s];
  const pointer = (name: string): string => (result[name] === undefined ? '/result' : `/result/${name}`);
  if (turn.applies(TTL) && !(Number.isInteger(ttlMs) && Number(ttlMs) >= 0))
    turn.report(TTL, { pointer: pointer('ttlMs'), found: [quoted(ttlMs)], related });
  if (turn.applies(SCOPE) && cacheScope !== 'public' && cacheScope !== 'private')
    turn.report(SCOPE, { pointer: pointer('cacheScope'), found: [quoted(cacheScope)], related });
}

function listed(turn: Turn, answer: Answer, { pages }: State): void {
  kept(turn, answer);
  const { to, result } = answer;
  if (!isObject(result) || !isPerRequest(to.revision)) return;
  const { cacheScope: scope, nextCursor } = result;
  if (typeof scope !== 'string') return;
  const cursor = to.params?.['cursor'];
  const before = typeof cursor === 'string' ? pages.get(`${to.method} ${cursor}`) : undefined;
  if (before && turn.applies(PAGES) && before.scope !== scope)
    turn.report(PAGES, {
      pointer: '/result/cacheScope',
      found: [quoted(before.scope), quoted(scope)],
      related: [before.s, to.s],
    });
  if (typeof nextCursor === 'string') keep(pages, `${to.method} ${nextCursor}`, { scope, s: turn.s });
}

export const CACHE_HINTS = judge<State>({
  rules: [TTL, SCOPE, PAGES],
  init: () => ({ pages: new Map() }),
  ...RENEWED,
  answers: {
    'server/discover': kept,
    'resources/read': kept,
    'tools/list': listed,
    'prompts/list': listed,
    'resources/list': listed,
    'resources/templates/list': listed,
  },
});
