/** `Mcp-Session-Id`: what it looks like, who repeats it, and what becomes of a session that is over (basic/transports#session-management). */
import { isObject } from '#shared/jsonrpc';
import { headerOf, type HeaderPairs } from '#shared/recording';
import { RULES as MODERN_HTTP } from '../rules/modern-http.ts';
import { RULES as HTTP_SESSIONS } from '../rules/http-sessions.ts';
import { RULES as HTTP_RESUMING } from '../rules/http-resuming.ts';
import { isElsewhere, isModern, isProbe, isRedacted, isSuccess, judge, keep, openingPost, quoted } from '../judging.ts';
import type { Exchange, Turn } from '../judging.ts';

const {
  'http-session-id-charset': CHARSET,
  'http-session-header-missing': REPEATED,
  'http-session-missing-400': MISSING_400,
  'http-session-ended-404': ENDED_404,
  'http-session-404-reinit': STARTS_OVER,
  'http-session-delete': DELETED,
} = HTTP_SESSIONS;
const {
  'http-session-id-weak': WEAK,
  'http-session-id-twice': TWICE,
  'http-session-reassigned': REASSIGNED,
} = HTTP_RESUMING;
const { 'http-session-modern': MODERN } = MODERN_HTTP;
const NAME = 'mcp-session-id';

interface Sessions {
  /** Sessions that are over: by DELETE, or since a 404 to the exchange `x`. */
  readonly over: Map<string, { readonly s: number; readonly x?: string }>;
  readonly deleted: Map<string, true>;
  /** Ids that answers to later requests gave: a client that takes them up, as many do, is in the session all the same. */
  readonly others: Map<string, true>;
  /** Event that gave the present one. */
  given: number | undefined;
  /** One that the client brought along and the server took, without having given it here. */
  taken: string | undefined;
}

export const HTTP_SESSION = judge<Sessions>({
  rules: [CHARSET, WEAK, TWICE, REASSIGNED, REPEATED, MISSING_400, ENDED_404, STARTS_OVER, DELETED, MODERN],
  init: () => ({ over: new Map(), deleted: new Map(), others: new Map(), given: undefined, taken: undefined }),
  message(turn, item, state) {
    const exchange = openingPost(turn);
    if (exchange) asks(turn, exchange, item.kind === 'request' && item.method === 'initialize', state);
  },
  response(turn, { error }, { over }) {
    const { exchange, x } = turn;
    if (exchange?.status !== 404 || over.size === 0 || !isObject(error) || error['code'] !== -32601) return;
    // The method was not found; the session was.
    const id = exchange.headers.get(NAME);
    if (id !== undefined && over.get(id)?.x === x) over.delete(id);
  },
  http(turn, { phase, step, headers }, state) {
    const { exchange } = turn;
    if (step !== undefined) return;
    if (!exchange) {
      const given = phase === 'response' ? headerOf(headers, NAME) : undefined;
      if (given !== undefined) looks(turn, given, true, []);
      return;
    }
    if (phase === 'request' && (exchange.method === 'GET' || exchange.method === 'DELETE'))
      asks(turn, exchange, false, state);
    const ids = phase === 'response' ? valuesOf(headers ?? []) : [];
    if (new Set(ids).size > 1 && turn.applies(TWICE))
      turn.report(TWICE, { found: [quoted(ids.join(', '))], related: [turn.s] });
    if (phase === 'response') answered(turn, exchange, state);
  },
  connection(turn, { event, reason }, { over, deleted, others, given, taken }) {
    const { session = taken, partial } = turn.facts;
    if (event !== 'closed' || session === undefined || reason === 'http-unreachable') return;
    if (deleted.has(session) || over.has(session) || [...others.keys()].some((id) => deleted.has(id))) return;
    if (partial) turn.cannotJudge(DELETED, 'begins-in-the-middle');
    else if (turn.applies(DELETED)) turn.report(DELETED, { related: [given] });
  },
});

/** Each value: lines of their own, or joined as a browser gives them. No id has a blank. */
const valuesOf = (headers: HeaderPairs): string[] =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === NAME ? value.split(', ') : []));

/** The client asks: at the head of GET and DELETE, at the message of a POST. */
function asks(turn: Turn, { headers, s, method }: Exchange, initialize: boolean, state: Sessions): void {
  const { over, deleted, given } = state;
  const id = headers.get(NAME);
  if (id !== undefined && method === 'DELETE') keep(deleted, id, true, 100);
  const at = { at: s };
  if (id !== undefined && turn.applies(MODERN, 'client'))
    turn.report(MODERN, { ...at, side: 'client', found: [quoted(id)] });
  const ended = id === undefined ? undefined : over.get(id);
  if (ended?.x !== undefined && method !== 'DELETE' && turn.applies(STARTS_OVER))
    turn.report(STARTS_OVER, { ...at, found: [quoted(id)], related: [ended.s] });
  const { session } = turn.facts;
  // To begin anew is to name no session at all, not another one.
  const lost = initialize && !ended && id !== undefined && session !== undefined ? over.get(session) : undefined;
  if (lost?.x !== undefined && turn.applies(STARTS_OVER))
    turn.report(STARTS_OVER, { ...at, found: [quoted(id)], related: [lost.s] });
  if (initialize || session === undefined || over.has(session) || !turn.applies(REPEATED)) return;
  if (id === session || (id !== undefined && state.others.has(id))) return;
  if (id !== undefined && (isRedacted(id) || isRedacted(session))) return void turn.cannotJudge(REPEATED, 'redacted');
  turn.report(REPEATED, { ...at, found: [quoted(id), quoted(session)], related: [given] });
}

function answered(turn: Turn, exchange: Exchange, state: Sessions): void {
  const { status = 0, method, asked, s, headers, answer } = exchange;
  const id = headers.get(NAME);
  const given = answer.get(NAME);
  if (asked?.method === 'initialize' && isSuccess(status)) state.taken = undefined;
  else if (id !== undefined && method !== 'DELETE' && isSuccess(status) && !isModern(exchange)) state.taken = id;
  if (given !== undefined) assigned(turn, exchange, given, state);
  const ended = id === undefined ? undefined : state.over.get(id);
  if (id === undefined) nameless(turn, exchange);
  else if (ended && ended.s < s) {
    const about = asked?.method === 'initialize' || isElsewhere(status) || status === 405;
    if (!about && turn.applies(ENDED_404) && status !== 404)
      turn.report(ENDED_404, { found: [status, quoted(id)], related: [s, ended.s] });
  } else if (!isModern(exchange)) {
    if (method === 'DELETE' && isSuccess(status)) keep(state.over, id, { s: turn.s }, 100);
    if (method === 'POST' && status === 404) keep(state.over, id, { s: turn.s, x: exchange.x }, 100);
  }
}

/** A request without a session id was answered. */
function nameless(turn: Turn, exchange: Exchange): void {
  const { status = 0, asked, method, s } = exchange;
  if (turn.facts.session === undefined || asked?.method === 'initialize' || isModern(exchange)) return;
  if (status < 400 || isElsewhere(status) || [405, 406, 413, 415].includes(status)) return;
  if (method !== 'POST' && method !== 'GET' && method !== 'DELETE') return;
  if (turn.applies(MISSING_400) && status !== 400) turn.report(MISSING_400, { found: [status], related: [s] });
}

/** What a session id is made of. */
function looks(turn: Turn, id: string, first: boolean, related: readonly number[]): void {
  if (isRedacted(id)) {
    turn.cannotJudge(CHARSET, 'redacted');
    turn.cannotJudge(WEAK, 'redacted');
    return;
  }
  if (turn.applies(CHARSET) && /[^\x21-\x7e]/.test(id.replaceAll(', ', '')))
    turn.report(CHARSET, { found: [quoted(id)], related });
  if (first && turn.applies(WEAK) && (id.length < 16 || /^\d+$/.test(id)))
    turn.report(WEAK, { found: [quoted(id)], related });
}

function assigned(turn: Turn, exchange: Exchange, id: string, state: Sessions): void {
  const { asked, headers, s } = exchange;
  if (isModern(exchange)) {
    if (!isProbe(turn.facts, exchange) && turn.applies(MODERN, 'server'))
      turn.report(MODERN, { side: 'server', found: [quoted(id)], related: [s] });
    return;
  }
  looks(turn, id, asked?.method === 'initialize', [s]);
  if (asked?.method === 'initialize') {
    state.given = turn.s;
    state.over.delete(id);
    return;
  }
  const before = turn.facts.session ?? headers.get(NAME);
  if (before !== id) keep(state.others, id, true, 100);
  if (before === id || (before === undefined && turn.facts.partial) || !turn.applies(REASSIGNED)) return;
  if (isRedacted(id) || isRedacted(before)) return void turn.cannotJudge(REASSIGNED, 'redacted');
  turn.report(REASSIGNED, { found: [quoted(id), quoted(before)], related: [s, state.given] });
}
