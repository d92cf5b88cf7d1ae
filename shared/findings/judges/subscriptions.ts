/** Streams of news (2026-07-28, basic/patterns/subscriptions): how they are opened, acknowledged, filled and closed. */
import {
  idKey,
  isObject,
  type DecodedNotification,
  type DecodedRequest,
  type IdKey,
  type JsonObject,
} from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import { MODERN_SUBSCRIPTIONS } from '../catalogue/modern-subscriptions.ts';
import { isPerRequest } from '../in-force.ts';
import { judge, type Answer } from '../judge.ts';
import { RENEWED } from '../renewal.ts';
import { askedKey, type Asked } from '../scene.ts';
import { keep } from '../tables.ts';
import { pointerTo, quoted } from '../told.ts';
import type { Turn } from '../turn.ts';
import { objectAt } from '../values.ts';
import { filterOf, FILTERED, isEnabled, overreach } from './subscription-filter.ts';

const {
  'listen-ack-first': FIRST,
  'listen-filter-required': FILTER,
  'listen-subscription-id': ID,
  'listen-subscription-id-value': VALUE,
  'listen-unrequested': UNREQUESTED,
  'listen-request-scoped': SCOPED,
  'listen-result-meta': RESULT,
  'change-outside-listen': OUTSIDE,
  'listen-after-end': AFTER,
  'listen-graceful-close': CLOSE,
} = MODERN_SUBSCRIPTIONS;

const LISTEN = 'subscriptions/listen';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
/** What is on its way when a subscription ends. Microseconds. */
const RACE = 1_000_000;
const POINTER = `/params${pointerTo('_meta', META.subscriptionId)}`;

/** A subscription, by the id of its request. */
interface Listen {
  readonly s: number;
  readonly asked: Asked;
  /** The acknowledgement, or what came in its place. */
  readonly first?: { readonly s: number; readonly filter?: JsonObject };
  readonly ended?: { readonly s: number; readonly t: number; readonly by: 'answer' | 'cancel' };
}
interface State {
  readonly listens: Map<IdKey, Listen>;
  /** The session is being closed: nothing is owed any more, and what still comes breaks nothing. */
  readonly closing: Set<'closing'>;
}

function asks(turn: Turn, { params, id, key, large }: DecodedRequest, { listens }: State): void {
  if (turn.dir !== 'c2s' || !isPerRequest(turn.revision)) return;
  if (large && params === undefined) return void turn.unsure(FILTER, 'too-large');
  const filter = isObject(params) ? params['notifications'] : undefined;
  if (turn.tries(FILTER) && !isObject(filter))
    turn.broke(FILTER, {
      pointer: filter === undefined ? (isObject(params) ? '/params' : '') : '/params/notifications',
      found: [quoted(filter)],
    });
  const own = isObject(params) ? { params } : {};
  const asked: Asked = { s: turn.s, t: turn.t, dir: 'c2s', id, key, method: LISTEN, revision: turn.revision, ...own };
  keep(listens, key, { s: turn.s, asked }, 200);
}

function notified(turn: Turn, item: DecodedNotification, { listens, closing }: State): void {
  if (turn.dir !== 's2c' || closing.size > 0 || !isPerRequest(turn.revision)) return;
  const { method, params } = item;
  const { exchange, scene } = turn;
  const onStream = exchange?.asked?.method === LISTEN;
  const change = FILTERED.has(method);
  const id = metaValue(params, META.subscriptionId);
  if (id === undefined && !onStream && !change) return;
  if (!scene.perRequest) return;
  const key = typeof id === 'string' || typeof id === 'number' ? idKey(id) : undefined;
  // Beyond 2^53 the digits of this id are not known.
  const exact = typeof id !== 'number' || Number.isSafeInteger(id);
  const named = key === undefined ? undefined : listens.get(key);
  const own = onStream ? listens.get(exchange.asked.key) : undefined;
  const listen = onStream ? (own?.s === exchange.asked.s ? own : undefined) : named;
  if (!listen && (scene.partial || scene.gaps))
    return void turn.unsure(VALUE, scene.partial ? 'begins-in-the-middle' : 'events-missing');

  const rests = [exchange?.asked?.s];
  const news = change && method !== 'notifications/tasks';
  if ((onStream || (news && !exchange)) && turn.tries(ID) && id === undefined)
    turn.broke(ID, {
      pointer: objectAt(params, '_meta') ? '/params/_meta' : isObject(params) ? '/params' : '',
      found: [method],
      rests,
    });
  if (method === 'notifications/progress' && turn.tries(SCOPED))
    turn.broke(SCOPED, { ...(id === undefined ? {} : { pointer: POINTER }), rests });

  if (exact) valued(turn, id, key, listen, listens);
  if (news && !onStream) outside(turn, method, listens);
  if (!listen) return;
  if (listen.ended) return late(turn, listen);
  first(turn, item, listen, listens);
  filtered(turn, item, listens.get(listen.asked.key) ?? listen);
}

/** The id has to be that of an open subscription; over HTTP, of the stream's own. */
function valued(
  turn: Turn,
  id: unknown,
  key: IdKey | undefined,
  listen: Listen | undefined,
  listens: State['listens'],
): void {
  if (id === undefined) return;
  const onStream = turn.exchange?.asked?.method === LISTEN;
  const open = [...listens.values()].filter(({ ended }) => !ended);
  if (!onStream && open.length === 0) return;
  if (!turn.tries(VALUE)) return;
  if (onStream ? key === listen?.asked.key : listen !== undefined) return;
  const { asked } = (onStream ? listen : open.at(-1)) ?? {};
  if (!asked) return;
  const own = asked.key.startsWith('s:') ? quoted(asked.key.slice(2)) : asked.key.slice(2);
  turn.broke(VALUE, { pointer: POINTER, found: [quoted(id), own], rests: [asked.s] });
}

/** News that no subscription asked for. */
function outside(turn: Turn, method: string, listens: State['listens']): void {
  const { exchange, t } = turn;
  if (exchange) {
    if (exchange.asked && turn.tries(OUTSIDE))
      turn.broke(OUTSIDE, { pointer: '/method', found: [method, exchange.asked.method], rests: [exchange.asked.s] });
    return;
  }
  if (turn.scene.transport !== 'stdio') return;
  for (const { ended } of listens.values()) if (!ended || t - ended.t < RACE) return;
  if (turn.tries(OUTSIDE)) turn.broke(OUTSIDE, { pointer: '/method', found: [method, undefined] });
}

function late(turn: Turn, { ended, s }: Listen): void {
  if (!ended || !turn.tries(AFTER)) return;
  if (ended.by === 'cancel' && turn.t - ended.t <= RACE) return;
  turn.broke(AFTER, {
    pointer: POINTER,
    found: [ended.by === 'cancel' ? 'notifications/cancelled' : 'result'],
    rests: [s, ended.s],
  });
}

function first(turn: Turn, { method, params }: DecodedNotification, listen: Listen, listens: State['listens']): void {
  if (listen.first) return;
  if (turn.scene.gaps) turn.unsure(FIRST, 'events-missing');
  const own = method === ACKNOWLEDGED ? objectAt(params, 'notifications') : undefined;
  keep(listens, listen.asked.key, { ...listen, first: { s: turn.s, ...(own ? { filter: own } : {}) } }, 200);
  if (!turn.scene.gaps && turn.tries(FIRST) && method !== ACKNOWLEDGED)
    turn.broke(FIRST, { pointer: '/method', found: [method], rests: [listen.s] });
}

function filtered(turn: Turn, { method, params }: DecodedNotification, { asked, first: begun }: Listen): void {
  const wanted = filterOf(asked);
  if (!wanted || !(method === ACKNOWLEDGED || FILTERED.has(method)) || !turn.tries(UNREQUESTED)) return;
  if (method === ACKNOWLEDGED) {
    const more = overreach(wanted, objectAt(params, 'notifications') ?? {});
    if (more)
      turn.broke(UNREQUESTED, {
        pointer: `/params/notifications${more.pointer}`,
        found: [more.what],
        rests: [asked.s],
      });
    return;
  }
  const what = isEnabled(wanted, method, params);
  const granted = begun?.filter && isEnabled(begun.filter, method, params);
  if (what.enabled && granted?.enabled !== false) return;
  const rests = [asked.s, ...(what.enabled ? [begun?.s] : [])];
  turn.broke(UNREQUESTED, { pointer: what.pointer, found: [what.what], rests });
}

function answered(turn: Turn, { to, outcome, result }: Answer, { listens }: State): void {
  const listen = listens.get(to.key);
  if (outcome === 'result') {
    const id = metaValue(result, META.subscriptionId);
    const same = (typeof id === 'string' || typeof id === 'number') && idKey(id) === to.key;
    const exact = typeof to.id !== 'number' || Number.isSafeInteger(to.id);
    if (exact && turn.tries(RESULT) && !same) {
      const pointer = id === undefined ? '/result' : `/result${pointerTo('_meta', META.subscriptionId)}`;
      turn.broke(RESULT, { pointer, found: [quoted(id), quoted(to.id)], rests: [to.s] });
    }
    if (listen?.s === to.s && !listen.first && !turn.scene.gaps && turn.tries(FIRST))
      turn.broke(FIRST, { pointer: '/result', found: ['result'], rests: [to.s] });
  }
  if (listen?.s === to.s) keep(listens, to.key, { ...listen, ended: { s: turn.s, t: turn.t, by: 'answer' } }, 200);
}

function cancelled(turn: Turn, { params }: DecodedNotification, { listens }: State): void {
  const id = isObject(params) ? params['requestId'] : undefined;
  const key = typeof id === 'string' || typeof id === 'number' ? idKey(id) : undefined;
  const listen = key === undefined ? undefined : listens.get(key);
  // An answer says so itself; who cancels a subscription of the client's is either of the two.
  if (!key || !listen || listen.ended || turn.scene.pending.get(askedKey('c2s', key))?.s !== listen.s) return;
  const by = turn.dir === 'c2s' ? 'cancel' : 'answer';
  keep(listens, key, { ...listen, ended: { s: turn.s, t: turn.t, by } }, 200);
}

export const SUBSCRIPTIONS = judge<State>({
  name: 'subscriptions',
  rules: [FIRST, FILTER, ID, VALUE, UNREQUESTED, SCOPED, RESULT, OUTSIDE, AFTER, CLOSE],
  init: () => ({ listens: new Map(), closing: new Set() }),
  ...RENEWED,
  requests: { [LISTEN]: asks },
  notification: notified,
  notifications: { 'notifications/cancelled': cancelled },
  answers: { [LISTEN]: answered },
  http: (turn, { phase, by }, { listens }) => {
    const { exchange } = turn;
    if (phase !== 'end' || exchange?.asked?.method !== LISTEN) return;
    const { asked, answered: closed, stream, status } = exchange;
    const listen = listens.get(asked.key);
    if (listen?.s !== asked.s || listen.ended) return;
    keep(listens, asked.key, { ...listen, ended: { s: turn.s, t: turn.t, by: 'cancel' } }, 200);
    if (by !== 'server' || closed || !stream || status !== 200) return;
    turn.by(asked.revision, () => {
      if (turn.tries(CLOSE)) turn.broke(CLOSE, { rests: [asked.s] });
    });
  },
  process: (turn, event, state) => {
    RENEWED.process?.(turn, event, state);
    // Who closes the input, or sends a signal, ends the session.
    if (event.event === 'stdin-end' || event.event === 'signal') state.closing.add('closing');
    if (event.event !== 'exit' || event.code !== 0 || state.closing.size > 0) return;
    for (const { asked, ended } of state.listens.values())
      if (!ended)
        turn.by(asked.revision, () => {
          if (turn.tries(CLOSE)) turn.broke(CLOSE, { rests: [asked.s] });
        });
  },
});
