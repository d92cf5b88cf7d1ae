/** How a server refuses for want of authorization, and who sends the token how (basic/authorization#error-handling, #token-requirements). */
import { isObject } from '#shared/jsonrpc';
import { challengeIn } from '#shared/mcp';
import { RULES as AUTH } from '../rules/auth.ts';
import { RULES as AUTH_GRANTS } from '../rules/auth-grants.ts';
import { RULES as AUTH_EXTRA } from '../rules/auth-extra.ts';
import { addressOf, isSuccess, judge, keep, quoted, type Exchange, type Turn } from '../judging.ts';

const { 'auth-401-required': WITH_401, 'auth-401-www-authenticate': HINTED } = AUTH;
const {
  'auth-insufficient-scope': INSUFFICIENT,
  'auth-offline-access-scope': OFFLINE,
  'auth-token-in-query': IN_QUERY,
  'auth-bearer-every-request': EVERY,
} = AUTH_GRANTS;
const { 'auth-scope-in-challenge': SCOPED, 'auth-retry-limit': LIMIT } = AUTH_EXTRA;

/** Of authorization, for one request. */
const MAX_ROUND_COUNT = 3;

interface Challenges {
  /** Event of the first request with a token that was accepted, and the address it went to. */
  accepted: number | undefined;
  endpoint: string | undefined;
  /** By request: refusals for want of scope, one after the other, the last event, and whether consent was asked for since. */
  readonly refused: Map<string, { readonly count: number; readonly s: number; readonly asked: boolean }>;
}

export const AUTH_CHALLENGE = judge<Challenges>({
  rules: [WITH_401, HINTED, SCOPED, INSUFFICIENT, OFFLINE, IN_QUERY, EVERY, LIMIT],
  init: () => ({ accepted: undefined, endpoint: undefined, refused: new Map() }),
  http(turn, { phase, step, url = '' }, state) {
    if (step === 'authorization' && phase === 'request' && /[?&]response_type=/.test(url)) rounds(turn, state);
    const { exchange } = turn;
    if (step !== undefined || !exchange) return;
    if (phase === 'request') asks(turn, exchange, state);
    else if (phase === 'response') answered(turn, exchange, state);
  },
  failure(turn, { error }) {
    const { exchange, event } = turn;
    if (event.k !== 'message' || event.dir !== 's2c' || !exchange?.asked) return;
    // What a tool, resource or prompt says of another service is its own affair.
    const { asked, status, headers, answeredS } = exchange;
    if (/\/(?:call|read|get|complete)$/.test(asked.method) || !isSuccess(status) || headers.has('authorization'))
      return;
    const text = isObject(error) ? error['message'] : undefined;
    if (
      typeof text !== 'string' ||
      text.length > 1000 ||
      !/\bunauthori[sz]ed\b|\bauthentication required\b/i.test(text)
    )
      return;
    if (turn.applies(WITH_401))
      turn.report(WITH_401, { found: [status], pointer: '/error/message', related: [answeredS, asked.s] });
  },
  connection(_turn, { event }, state) {
    if (event === 'restarted') state.accepted = undefined;
  },
});

function asks(turn: Turn, { url, headers, s }: Exchange, state: Challenges): void {
  if (turn.applies(IN_QUERY)) {
    const [name] = /[?&](?:access_token|token)=/i.exec(url) ?? [];
    if (name !== undefined) turn.report(IN_QUERY, { found: [name.slice(1, -1)] });
  }
  if (state.accepted === undefined || addressOf(url)?.pathname !== state.endpoint || !turn.applies(EVERY)) return;
  if (!headers.has('authorization')) turn.report(EVERY, { related: [state.accepted, s] });
}

function answered(turn: Turn, exchange: Exchange, state: Challenges): void {
  const { status, headers, answer, s, url, asked } = exchange;
  const related = [s, asked?.s];
  const request = asked && `${asked.method} ${quoted(asked.params?.['name'] ?? asked.params?.['uri'])}`;
  if (isSuccess(status)) {
    if (state.accepted === undefined && /^(?:bearer|dpop) /i.test(headers.get('authorization') ?? '')) {
      state.accepted = s;
      state.endpoint = addressOf(url)?.pathname;
    }
    if (request !== undefined && state.refused.size > 0) state.refused.delete(request);
    return;
  }
  const text = answer.get('www-authenticate');
  if (status !== 401 && text === undefined) return;
  const { scheme, error, scope, metadata } = challengeIn(text ?? '');
  if (turn.applies(WITH_401) && status !== 401) {
    const tokenless = scheme && !headers.has('authorization') && error !== 'insufficient_scope' && (status ?? 0) < 500;
    if (error === 'invalid_token' || tokenless) turn.report(WITH_401, { found: [status], related });
  }
  if (status === 401) {
    if (turn.applies(HINTED) && !(scheme && metadata !== undefined))
      turn.report(HINTED, { found: [quoted(text)], related });
    if (scheme && error !== 'insufficient_scope' && turn.applies(SCOPED) && scope === undefined)
      turn.report(SCOPED, { found: [quoted(text)], related });
  }
  if (error === 'insufficient_scope') {
    if (turn.applies(INSUFFICIENT) && (status !== 403 || (scope === undefined && metadata === undefined)))
      turn.report(INSUFFICIENT, { found: [status, quoted(text)], related });
    if (request !== undefined && status === 403) {
      const { count, asked: again } = state.refused.get(request) ?? { count: 0, asked: true };
      keep(state.refused, request, { count: again ? count + 1 : count, s: turn.s, asked: false }, 50);
    }
  }
  if (scope !== undefined && turn.applies(OFFLINE) && scope.split(/\s+/).includes('offline_access'))
    turn.report(OFFLINE, { found: [quoted(scope)], related });
}

/** A person is asked for consent once more. */
function rounds(turn: Turn, { refused }: Challenges): void {
  for (const [request, each] of refused) {
    if (each.asked) continue;
    refused.set(request, { ...each, asked: true });
    if (turn.applies(LIMIT) && each.count > MAX_ROUND_COUNT)
      turn.report(LIMIT, { found: [each.count], related: [each.s] });
  }
}
