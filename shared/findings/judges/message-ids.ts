/** Ids of requests: their type, and that they are used once (basic/index#requests). */
import { idKey, isObject, type DecodedResponse, type IdKey, type JsonRpcId } from '#shared/jsonrpc';
import { opposite } from '#shared/recording';
import { RULES as JSONRPC } from '../rules/jsonrpc.ts';
import { RULES as JSONRPC_RESPONSES } from '../rules/jsonrpc-responses.ts';
import { askedKey, isApart, isForeign, judge, keep, quoted, sameValue, wholeMessage } from '../judging.ts';
import type { Asked, AskedKey, Ended, Rule, SessionFacts, Turn } from '../judging.ts';

const {
  'rpc-request-id-null': NULL_ID,
  'rpc-request-id-type': TYPE,
  'rpc-request-id-reused': REUSED,
  'rpc-request-id-in-flight': IN_FLIGHT,
  'rpc-response-id-unknown': UNKNOWN,
  'rpc-response-duplicate': DUPLICATE,
  'rpc-response-id-type-changed': CHANGED,
} = JSONRPC;
const { 'rpc-notification-has-id': NOTIFICATION } = JSONRPC_RESPONSES;

export const REQUEST_IDS = judge({
  pureWhileAgreed: { notification: () => true },
  rules: [NULL_ID, TYPE, NOTIFICATION, REUSED, IN_FLIGHT],
  init: () => ({
    /** Over HTTP: the `initialize` that began the present session. Ids of earlier ones are free again. */
    since: 0,
  }),
  other(turn, item) {
    if (item.kind !== 'invalid' || item.faults.includes('not-a-message')) return;
    const isNull = item.faults.includes('null-id');
    if (!isNull && !item.faults.includes('bad-id')) return;
    const whole = wholeMessage(turn, item);
    const id = quoted(isNull ? null : whole?.['id']);
    if (isNull ? !item.faults.includes('bad-method') && turn.applies(NULL_ID) : turn.applies(TYPE))
      turn.report(isNull ? NULL_ID : TYPE, { pointer: '/id', found: [id] });
    const method = isObject(whole) ? whole['method'] : undefined;
    if (typeof method === 'string' && method.startsWith('notifications/') && turn.applies(NOTIFICATION))
      turn.report(NOTIFICATION, { pointer: '/id', found: [id, method] });
  },
  request(turn, { id, key, method, faults }, state) {
    const { facts, dir = 'c2s', key: own = askedKey(dir, key) } = turn;
    if (turn.applies(TYPE) && faults.includes('id-not-integer'))
      turn.report(TYPE, { pointer: '/id', found: [quoted(id)] });
    if (method.startsWith('notifications/') && turn.applies(NOTIFICATION))
      turn.report(NOTIFICATION, { pointer: '/id', found: [quoted(id), method] });
    if (method === 'initialize' && dir === 'c2s' && turn.x !== undefined && !hasSession(turn)) state.since = turn.s;
    const waiting = facts.pending.get(own);
    if (waiting && turn.applies(IN_FLIGHT) && !isOver(facts, waiting) && !isApart(turn, waiting.x))
      report(turn, IN_FLIGHT, waiting);
    if (!turn.applies(REUSED)) return;
    const before = waiting ?? facts.ended.get(own)?.asked;
    if (!before || before.s < state.since || before.revision >= '2026-07-28' || wasRefused(facts, before)) return;
    if (isApart(turn, before.x)) return;
    report(turn, REUSED, before);
  },
  notification(turn, { method }) {
    if (method.startsWith('notifications/')) turn.applies(NOTIFICATION);
  },
});

const hasSession = ({ exchange }: Turn): boolean => exchange?.headers.has('mcp-session-id') ?? false;

function report(turn: Turn, rule: Rule, before: Asked): void {
  turn.report(rule, { pointer: '/id', found: [quoted(before.id), before.method], related: [before.s] });
}

/** Its exchange is over: in the per-request era that ends the request, answered or not. */
const isOver = ({ lost }: SessionFacts, { dir, key, s }: Asked): boolean => lost.get(askedKey(dir, key))?.asked === s;

/** HTTP refused what carried it, or it never arrived: sending it again is no second request. */
function wasRefused({ lost, exchanges }: SessionFacts, { dir, key, s, x }: Asked): boolean {
  const over = lost.get(askedKey(dir, key));
  if (over?.asked === s) return over.status === undefined || over.status >= 300;
  const open = x === undefined ? undefined : exchanges.get(x);
  return open?.asked?.s === s && (open.status ?? 200) >= 300;
}

/** From so many ended requests on, the oldest may be forgotten. */
const MAX_ENDED_COUNT = 2000;
const MAX_CROSSED_COUNT = 500;

interface ResponseState {
  /** The highest number that each side used as an id. */
  c2s: number;
  s2c: number;
  /** Cancelled requests that were answered all the same: event of the request, and of the answer. */
  readonly crossed: Map<AskedKey, { readonly asked: number; readonly s: number }>;
  /** Ids of what each side sent last that is no message. */
  readonly odd: Map<string, string>;
}

/** Ids of responses: each belongs to one request that waits (basic/index#responses). */
export const RESPONSE_IDS = judge<ResponseState>({
  rules: [UNKNOWN, DUPLICATE, CHANGED],
  init: () => ({ c2s: -1, s2c: -1, crossed: new Map(), odd: new Map() }),
  request({ dir = 'c2s' }, { id }, state) {
    if (typeof id === 'number' && id > state[dir]) state[dir] = id;
  },
  other(turn, item, { odd }) {
    if (turn.dir !== undefined && item.kind === 'invalid') odd.set(turn.dir, quoted(wholeMessage(turn, item)?.['id']));
  },
  response(turn, item, state) {
    turn.applies(DUPLICATE);
    if (turn.late) return again(turn, item, turn.late, state);
    if (!turn.applies(UNKNOWN) || turn.asked || turn.dir === undefined) return;
    const { id } = item;
    const carrier = turn.exchange?.asked;
    if (id === undefined) return idOfNobody(turn, item);
    // It answers what was no request, which is reported there.
    if (state.odd.get(opposite(turn.dir)) === quoted(id)) return;
    // The session may have begun anew meanwhile; the request is still the one that this exchange carried.
    if (carrier && carrier.key === item.key && carrier.dir === opposite(turn.dir)) return;
    const other = otherType(id);
    const meant = other && turn.facts.pending.get(askedKey(opposite(turn.dir), other));
    if (turn.applies(CHANGED) && meant)
      return turn.report(CHANGED, { pointer: '/id', found: [quoted(id), quoted(meant.id)], related: [meant.s] });
    if (turn.historyComplete(UNKNOWN) && isRemembered(turn, id, state))
      turn.report(UNKNOWN, { pointer: '/id', found: [quoted(id)] });
  },
});

/** A response with an id of null or of a wrong type, or a result without an id. An error without one is another rule's. */
function idOfNobody(turn: Turn, item: DecodedResponse): void {
  const isNull = item.faults.includes('null-id');
  if (item.outcome === 'error' && !item.faults.includes('bad-id')) return;
  if (item.large || isForeign(turn, item) || (turn.dir === 's2c' && turn.exchange?.requests === 0)) return;
  const id = isNull ? null : wholeMessage(turn, item)?.['id'];
  turn.report(UNKNOWN, id === undefined ? { pointer: '', found: ['', ''] } : { pointer: '/id', found: [quoted(id)] });
}

/** The id as a number where it is a text, and the other way round. */
function otherType(id: JsonRpcId): IdKey | undefined {
  if (typeof id === 'number') return idKey(String(id));
  const number = id.trim() === '' ? Number.NaN : Number(id);
  return Number.isFinite(number) ? idKey(number) : undefined;
}

/** Whether a request with this id would still be known. */
function isRemembered({ facts, dir = 'c2s' }: Turn, id: JsonRpcId, state: ResponseState): boolean {
  return facts.ended.size < MAX_ENDED_COUNT || (typeof id === 'number' && id > state[opposite(dir)]);
}

function again(turn: Turn, item: DecodedResponse, { asked, s, how, answer }: Ended, { crossed }: ResponseState): void {
  const { key = askedKey(asked.dir, asked.key) } = turn;
  if (how === 'cancelled') {
    // One answer may cross the cancellation; its content is not kept.
    const before = crossed.get(key);
    if (before?.asked !== asked.s) return void keep(crossed, key, { asked: asked.s, s: turn.s }, MAX_CROSSED_COUNT);
    if (!isResumed(turn))
      turn.report(DUPLICATE, { pointer: '/id', found: [quoted(asked.id), asked.method], related: [asked.s, before.s] });
    return;
  }
  if (isReplay(turn, how === 'error' ? item.error : item.result, answer)) return;
  turn.report(DUPLICATE, { pointer: '/id', found: [quoted(asked.id), asked.method], related: [asked.s, s] });
}

/** A resumed stream repeats what the client may have missed (basic/transports#resumability-and-redelivery). */
const isReplay = (turn: Turn, now: unknown, before: unknown): boolean => isResumed(turn) && sameValue(now, before);
const isResumed = ({ exchange }: Turn): boolean => exchange?.method === 'GET' && exchange.headers.has('last-event-id');
