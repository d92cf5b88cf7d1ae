/** Ids of responses: each belongs to one request that waits (basic/index#responses). */
import { idKey, type DecodedResponse, type IdKey, type JsonRpcId } from '#shared/jsonrpc';
import { opposite } from '#shared/recording';
import { RULES as JSONRPC } from '../rules/jsonrpc.ts';
import { askedKey, isForeign, judge, keep, quoted, sameValue, wholeMessage } from '../judging.ts';
import type { AskedKey, Ended, Turn } from '../judging.ts';

const {
  'rpc-response-id-unknown': UNKNOWN,
  'rpc-response-duplicate': DUPLICATE,
  'rpc-response-id-type-changed': CHANGED,
} = JSONRPC;

/** From so many ended requests on, the oldest may be forgotten. */
const MAX_ENDED_COUNT = 2000;
const MAX_CROSSED_COUNT = 500;

interface State {
  /** The highest number that each side used as an id. */
  c2s: number;
  s2c: number;
  /** Cancelled requests that were answered all the same: event of the request, and of the answer. */
  readonly crossed: Map<AskedKey, { readonly asked: number; readonly s: number }>;
  /** Ids of what each side sent last that is no message. */
  readonly odd: Map<string, string>;
}

export const RESPONSE_IDS = judge<State>({
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
function isRemembered({ facts, dir = 'c2s' }: Turn, id: JsonRpcId, state: State): boolean {
  return facts.ended.size < MAX_ENDED_COUNT || (typeof id === 'number' && id > state[opposite(dir)]);
}

function again(turn: Turn, item: DecodedResponse, { asked, s, how, answer }: Ended, { crossed }: State): void {
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
function isReplay(turn: Turn, now: unknown, before: unknown): boolean {
  return isResumed(turn) && sameValue(now, before);
}
const isResumed = ({ exchange }: Turn): boolean => exchange?.method === 'GET' && exchange.headers.has('last-event-id');
