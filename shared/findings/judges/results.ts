/** What every result says of itself, and who sends requests at all (2026-07-28, basic/index#resulttype, basic/patterns/index). */
import { isObject, type DecodedRequest, type DecodedResponse } from '#shared/jsonrpc';
import { META, metaValue, TASKS_EXTENSION } from '#shared/mcp';
import { RULES as MODERN_REQUEST_META } from '../rules/modern-request-meta.ts';
import { RULES as MODERN_RESULTS } from '../rules/modern-results.ts';
import { isPerRequest, judge, keep, objectAt, published, quoted, RENEWED } from '../judging.ts';
import type { Answer, Asked, Turn } from '../judging.ts';

const {
  'result-type-missing': MISSING,
  'result-type-unknown': UNKNOWN,
  'no-server-requests': REQUESTS,
  'no-client-responses': RESPONSES,
  'cache-ttl': TTL,
  'cache-scope': SCOPE,
  'cache-scope-pages': PAGES,
} = MODERN_RESULTS;
const { 'res-meta-server-info': INFO } = MODERN_REQUEST_META;

interface State {
  /** Rules that are reported once in a session. */
  readonly reported: Map<string, true>;
}

function request(turn: Turn, { method }: DecodedRequest): void {
  if (turn.dir !== 's2c' || !turn.facts.perRequest) return;
  if (turn.applies(REQUESTS)) turn.report(REQUESTS, { pointer: '/method', found: [method] });
}

function response(turn: Turn, { result, outcome }: DecodedResponse, state: State): void {
  const { asked } = turn;
  if (turn.dir === 'c2s') {
    if (turn.facts.perRequest && turn.applies(RESPONSES))
      turn.report(RESPONSES, { pointer: `/${outcome}`, related: [asked?.s] });
    return;
  }
  if (!asked || outcome !== 'result' || !isObject(result) || !isPerRequest(asked.revision)) return;
  const type = result['resultType'];
  if (typeof type === 'string') {
    typed(turn, type, asked);
    if (asked.method !== 'server/discover') identified(turn, result, asked, state);
  } else if (declares(asked) && !isProbe(asked, result) && turn.applies(MISSING))
    turn.report(MISSING, {
      pointer: type === undefined ? '/result' : '/result/resultType',
      found: [quoted(type)],
      related: [asked.s],
    });
}

function declares({ params }: Asked): boolean {
  const version = published(metaValue(params, META.protocolVersion));
  return version !== undefined && isPerRequest(version);
}

/** A server of the handshake that answers anything with something: that it was asked in the other way is not its fault. */
function isProbe({ method }: Asked, result: object): boolean {
  return method === 'server/discover' && !('supportedVersions' in result);
}

function typed(turn: Turn, type: string, asked: Asked): void {
  if (!turn.applies(UNKNOWN) || type === 'complete' || type === 'input_required' || asked.large) return;
  const own = Object.keys(extensionsOf(metaValue(asked.params, META.clientCapabilities)));
  const server = turn.facts.server && extensionsOf(turn.facts.server);
  const shared = own.filter((name) => !server || Object.hasOwn(server, name));
  // Another extension may define types.
  const adds = type === 'task' ? shared.includes(TASKS_EXTENSION) : shared.some((name) => name !== TASKS_EXTENSION);
  if (!adds) turn.report(UNKNOWN, { pointer: '/result/resultType', found: [quoted(type)], related: [asked.s] });
}

const extensionsOf = (capabilities: unknown): object => objectAt(capabilities, 'extensions') ?? {};

function identified(turn: Turn, result: object, asked: Asked, { reported }: State): void {
  if (reported.has(INFO.id) || !turn.applies(INFO) || metaValue(result, META.serverInfo) !== undefined) return;
  reported.set(INFO.id, true);
  turn.report(INFO, { pointer: '/result', related: [asked.s] });
}

export const RESULT_TYPES = judge<State>({
  rules: [MISSING, UNKNOWN, REQUESTS, RESPONSES, INFO],
  init: () => ({ reported: new Map() }),
  ...RENEWED,
  request,
  response,
});

interface CacheState {
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

function listed(turn: Turn, answer: Answer, { pages }: CacheState): void {
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

/** How long and for whom results may be kept (2026-07-28, server/utilities/caching). */
export const CACHE_HINTS = judge<CacheState>({
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
