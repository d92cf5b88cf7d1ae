/** `Mcp-Session-Id`: what it looks like, who repeats it, and what becomes of a session that is over (basic/transports#session-management). */
import { isObject } from '#shared/jsonrpc';
import { headerOf, type HeaderPairs } from '#shared/recording';
import { MODERN_HTTP } from '../catalogue/modern-http.ts';
import { STREAMABLE_HTTP } from '../catalogue/streamable-http.ts';
import { isElsewhere, isModern, isProbe, isRedacted, isSuccess, judge, keep, openingPost, quoted } from '../judging.ts';
import type { Exchange, Turn } from '../judging.ts';

const {
  'http-session-id-charset': CHARSET,
  'http-session-id-weak': WEAK,
  'http-session-id-twice': TWICE,
  'http-session-reassigned': REASSIGNED,
  'http-session-header-missing': REPEATED,
  'http-session-missing-400': MISSING_400,
  'http-session-ended-404': ENDED_404,
  'http-session-404-reinit': STARTS_OVER,
  'http-session-delete': DELETED,
} = STREAMABLE_HTTP;
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
    if (new Set(ids).size > 1 && turn.tries(TWICE))
      turn.broke(TWICE, { found: [quoted(ids.join(', '))], rests: [turn.s] });
    if (phase === 'response') answered(turn, exchange, state);
  },
  connection(turn, { event, reason }, { over, deleted, others, given, taken }) {
    const { session = taken, partial } = turn.scene;
    if (event !== 'closed' || session === undefined || reason === 'http-unreachable') return;
    if (deleted.has(session) || over.has(session) || [...others.keys()].some((id) => deleted.has(id))) return;
    if (partial) turn.unsure(DELETED, 'begins-in-the-middle');
    else if (turn.tries(DELETED)) turn.broke(DELETED, { rests: [given] });
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
  if (id !== undefined && turn.tries(MODERN, 'client'))
    turn.broke(MODERN, { ...at, side: 'client', found: [quoted(id)] });
  const ended = id === undefined ? undefined : over.get(id);
  if (ended?.x !== undefined && method !== 'DELETE' && turn.tries(STARTS_OVER))
    turn.broke(STARTS_OVER, { ...at, found: [quoted(id)], rests: [ended.s] });
  const { session } = turn.scene;
  // To begin anew is to name no session at all, not another one.
  const lost = initialize && !ended && id !== undefined && session !== undefined ? over.get(session) : undefined;
  if (lost?.x !== undefined && turn.tries(STARTS_OVER))
    turn.broke(STARTS_OVER, { ...at, found: [quoted(id)], rests: [lost.s] });
  if (initialize || session === undefined || over.has(session) || !turn.tries(REPEATED)) return;
  if (id === session || (id !== undefined && state.others.has(id))) return;
  if (id !== undefined && (isRedacted(id) || isRedacted(session))) return void turn.unsure(REPEATED, 'redacted');
  turn.broke(REPEATED, { ...at, found: [quoted(id), quoted(session)], rests: [given] });
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
    if (!about && turn.tries(ENDED_404) && status !== 404)
      turn.broke(ENDED_404, { found: [status, quoted(id)], rests: [s, ended.s] });
  } else if (!isModern(exchange)) {
    if (method === 'DELETE' && isSuccess(status)) keep(state.over, id, { s: turn.s }, 100);
    if (method === 'POST' && status === 404) keep(state.over, id, { s: turn.s, x: exchange.x }, 100);
  }
}

/** A request without a session id was answered. */
function nameless(turn: Turn, exchange: Exchange): void {
  const { status = 0, asked, method, s } = exchange;
  if (turn.scene.session === undefined || asked?.method === 'initialize' || isModern(exchange)) return;
  if (status < 400 || isElsewhere(status) || [405, 406, 413, 415].includes(status)) return;
  if (method !== 'POST' && method !== 'GET' && method !== 'DELETE') return;
  if (turn.tries(MISSING_400) && status !== 400) turn.broke(MISSING_400, { found: [status], rests: [s] });
}

/** What a session id is made of. */
function looks(turn: Turn, id: string, first: boolean, rests: readonly number[]): void {
  if (isRedacted(id)) {
    turn.unsure(CHARSET, 'redacted');
    turn.unsure(WEAK, 'redacted');
    return;
  }
  if (turn.tries(CHARSET) && /[^\x21-\x7e]/.test(id.replaceAll(', ', '')))
    turn.broke(CHARSET, { found: [quoted(id)], rests });
  if (first && turn.tries(WEAK) && (id.length < 16 || /^\d+$/.test(id)))
    turn.broke(WEAK, { found: [quoted(id)], rests });
}

function assigned(turn: Turn, exchange: Exchange, id: string, state: Sessions): void {
  const { asked, headers, s } = exchange;
  if (isModern(exchange)) {
    if (!isProbe(turn.scene, exchange) && turn.tries(MODERN, 'server'))
      turn.broke(MODERN, { side: 'server', found: [quoted(id)], rests: [s] });
    return;
  }
  looks(turn, id, asked?.method === 'initialize', [s]);
  if (asked?.method === 'initialize') {
    state.given = turn.s;
    state.over.delete(id);
    return;
  }
  const before = turn.scene.session ?? headers.get(NAME);
  if (before !== id) keep(state.others, id, true, 100);
  if (before === id || (before === undefined && turn.scene.partial) || !turn.tries(REASSIGNED)) return;
  if (isRedacted(id) || isRedacted(before)) return void turn.unsure(REASSIGNED, 'redacted');
  turn.broke(REASSIGNED, { found: [quoted(id), quoted(before)], rests: [s, state.given] });
}
