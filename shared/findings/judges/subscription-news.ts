/** What comes on subscriptions, and beside them (2026-07-28, basic/patterns/subscriptions#receiving-notifications). */
import { idKey, isObject, type DecodedNotification, type IdKey, type JsonObject } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import { RULES as MODERN_SUBSCRIPTIONS } from '../rules/modern-subscriptions.ts';
import { isPerRequest, keep, objectAt, pointerTo, quoted, type Asked, type Turn } from '../judging.ts';
import { filterOf, FILTERED, isEnabled, overreach } from './subscription-filter.ts';

const {
  'listen-ack-first': FIRST,
  'listen-subscription-id': ID,
  'listen-subscription-id-value': VALUE,
  'listen-unrequested': UNREQUESTED,
  'listen-request-scoped': SCOPED,
  'change-outside-listen': OUTSIDE,
  'listen-after-end': AFTER,
} = MODERN_SUBSCRIPTIONS;

export const LISTEN = 'subscriptions/listen';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
/** What is on its way when a subscription ends breaks nothing. */
const RACE_US = 1_000_000;
export const MAX_LISTEN_COUNT = 200;
const POINTER = `/params${pointerTo('_meta', META.subscriptionId)}`;

/** A subscription, by the id of its request. */
export interface Listen {
  readonly s: number;
  readonly asked: Asked;
  /** The acknowledgement, or what came in its place. */
  readonly first?: { readonly s: number; readonly filter?: JsonObject };
  readonly ended?: { readonly s: number; readonly t: number; readonly by: 'answer' | 'cancel' };
}
export interface Subscriptions {
  readonly listens: Map<IdKey, Listen>;
  /** The session is being closed: nothing is owed any more, and what still comes breaks nothing. */
  readonly closing: Set<'closing'>;
}

/** A notification of the server. */
export function notified(turn: Turn, item: DecodedNotification, { listens, closing }: Subscriptions): void {
  if (turn.dir !== 's2c' || closing.size > 0 || !isPerRequest(turn.revision)) return;
  const { method, params } = item;
  const { exchange, facts } = turn;
  const onStream = exchange?.asked?.method === LISTEN;
  const change = FILTERED.has(method);
  const id = metaValue(params, META.subscriptionId);
  const accepts = method === ACKNOWLEDGED;
  if (id === undefined && !onStream && !change && !accepts) return;
  if (!facts.perRequest) return;
  const key = typeof id === 'string' || typeof id === 'number' ? idKey(id) : undefined;
  // Beyond 2^53 the digits of this id are not known.
  const exact = typeof id !== 'number' || Number.isSafeInteger(id);
  const named = key === undefined ? (accepts ? onlyNew(listens) : undefined) : listens.get(key);
  const own = onStream ? listens.get(exchange.asked.key) : undefined;
  const listen = onStream ? (own?.s === exchange.asked.s ? own : undefined) : named;
  if (!listen && !turn.historyComplete(VALUE)) return;

  const related = [exchange?.asked?.s];
  const news = change && method !== 'notifications/tasks';
  if ((onStream || ((news || accepts) && !exchange)) && turn.applies(ID) && id === undefined)
    turn.report(ID, {
      pointer: objectAt(params, '_meta') ? '/params/_meta' : isObject(params) ? '/params' : '',
      found: [method],
      related,
    });
  if (method === 'notifications/progress' && turn.applies(SCOPED))
    turn.report(SCOPED, { ...(id === undefined ? {} : { pointer: POINTER }), related });

  if (exact) valued(turn, id, key, listen, listens);
  if (news && !onStream) outside(turn, method, listens);
  if (!listen) return;
  if (listen.ended) return late(turn, listen);
  first(turn, item, listen, listens);
  filtered(turn, item, listens.get(listen.asked.key) ?? listen);
}

/** The one subscription that waits for its acknowledgement: one without an id can be of no other. */
function onlyNew(listens: Subscriptions['listens']): Listen | undefined {
  const waiting = [...listens.values()].filter(({ first, ended }) => !first && !ended);
  return waiting.length === 1 ? waiting[0] : undefined;
}

/** The id has to be that of an open subscription; over HTTP, of the stream's own. */
function valued(
  turn: Turn,
  id: unknown,
  key: IdKey | undefined,
  listen: Listen | undefined,
  listens: Subscriptions['listens'],
): void {
  if (id === undefined) return;
  const onStream = turn.exchange?.asked?.method === LISTEN;
  const open = [...listens.values()].filter(({ ended }) => !ended);
  if (!onStream && open.length === 0) return;
  if (!turn.applies(VALUE)) return;
  if (onStream ? key === listen?.asked.key : listen !== undefined) return;
  const { asked } = (onStream ? listen : open.at(-1)) ?? {};
  if (!asked) return;
  const own = asked.key.startsWith('s:') ? quoted(asked.key.slice(2)) : asked.key.slice(2);
  turn.report(VALUE, { pointer: POINTER, found: [quoted(id), own], related: [asked.s] });
}

/** News that no subscription asked for. */
function outside(turn: Turn, method: string, listens: Subscriptions['listens']): void {
  const { exchange, t } = turn;
  if (exchange) {
    if (exchange.asked && turn.applies(OUTSIDE))
      turn.report(OUTSIDE, { pointer: '/method', found: [method, exchange.asked.method], related: [exchange.asked.s] });
    return;
  }
  if (turn.facts.transport !== 'stdio') return;
  for (const { ended } of listens.values()) if (!ended || t - ended.t < RACE_US) return;
  if (turn.applies(OUTSIDE)) turn.report(OUTSIDE, { pointer: '/method', found: [method, undefined] });
}

function late(turn: Turn, { ended, s }: Listen): void {
  if (!ended || !turn.applies(AFTER)) return;
  if (ended.by === 'cancel' && turn.t - ended.t <= RACE_US) return;
  turn.report(AFTER, {
    pointer: POINTER,
    found: [ended.by === 'cancel' ? 'notifications/cancelled' : 'result'],
    related: [s, ended.s],
  });
}

function first(
  turn: Turn,
  { method, params }: DecodedNotification,
  listen: Listen,
  listens: Subscriptions['listens'],
): void {
  if (listen.first) return;
  if (turn.facts.gaps) turn.cannotJudge(FIRST, 'events-missing');
  const own = method === ACKNOWLEDGED ? objectAt(params, 'notifications') : undefined;
  keep(
    listens,
    listen.asked.key,
    { ...listen, first: { s: turn.s, ...(own ? { filter: own } : {}) } },
    MAX_LISTEN_COUNT,
  );
  if (!turn.facts.gaps && turn.applies(FIRST) && method !== ACKNOWLEDGED)
    turn.report(FIRST, { pointer: '/method', found: [method], related: [listen.s] });
}

function filtered(turn: Turn, { method, params }: DecodedNotification, { asked, first: begun }: Listen): void {
  const wanted = filterOf(asked);
  if (!wanted || !(method === ACKNOWLEDGED || FILTERED.has(method)) || !turn.applies(UNREQUESTED)) return;
  if (method === ACKNOWLEDGED) {
    const more = overreach(wanted, objectAt(params, 'notifications') ?? {});
    if (more)
      turn.report(UNREQUESTED, {
        pointer: `/params/notifications${more.pointer}`,
        found: [more.what],
        related: [asked.s],
      });
    return;
  }
  const what = isEnabled(wanted, method, params);
  const granted = begun?.filter && isEnabled(begun.filter, method, params);
  if (what.enabled && granted?.enabled !== false) return;
  const related = [asked.s, ...(what.enabled ? [begun?.s] : [])];
  turn.report(UNREQUESTED, { pointer: what.pointer, found: [what.what], related });
}
