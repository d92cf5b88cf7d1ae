/** Streams of news (2026-07-28, basic/patterns/subscriptions): how they are opened and closed, and what comes on them and beside them. */
import { idKey, isObject } from '#shared/jsonrpc';
import type { DecodedNotification, DecodedRequest, IdKey, JsonObject } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import { askedKey, isPerRequest, judge, keep, objectAt, pointerTo, quoted, RENEWED } from '../judging.ts';
import type { Answer, Asked, Turn } from '../judging.ts';
import { RULES as MODERN_SUBSCRIPTIONS } from '../rules/modern-subscriptions.ts';

const {
  'listen-ack-first': FIRST,
  'listen-subscription-id': ID,
  'listen-subscription-id-value': VALUE,
  'listen-unrequested': UNREQUESTED,
  'listen-request-scoped': SCOPED,
  'change-outside-listen': OUTSIDE,
  'listen-after-end': AFTER,
  'listen-filter-required': FILTER,
  'listen-result-meta': RESULT,
  'listen-graceful-close': CLOSE,
} = MODERN_SUBSCRIPTIONS;

/** The member of a filter that each kind of news needs. */
export const MEMBERS: { readonly [method: string]: string } = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
  'notifications/resources/updated': 'resourceSubscriptions',
  'notifications/tasks': 'taskIds',
};
/** News that come only to those who asked for them. */
const FILTERED: ReadonlySet<string> = new Set(Object.keys(MEMBERS));
const SWITCHES = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'];
const LISTS = ['resourceSubscriptions', 'taskIds'];

/** What a subscription asked for. */
function filterOf({ params }: Asked): JsonObject | undefined {
  const filter = params?.['notifications'];
  return isObject(filter) ? filter : undefined;
}

const listOf = (filter: JsonObject, member: string): readonly unknown[] => {
  const list = filter[member];
  return Array.isArray(list) ? (list as unknown[]) : [];
};

/** Whether a filter lets one notification through, and `what` that is about: the member of the filter, or the resource or task. */
function isEnabled(filter: JsonObject, method: string, params: unknown) {
  const member = MEMBERS[method] ?? '';
  if (SWITCHES.includes(member)) return { enabled: filter[member] === true, what: `\`${member}\``, pointer: '/method' };
  const name = method === 'notifications/tasks' ? 'taskId' : 'uri';
  const value = isObject(params) ? params[name] : undefined;
  const list = listOf(filter, member);
  // What lies below a resource that was asked for belongs to it.
  const below = (each: unknown): boolean =>
    name === 'uri' && typeof each === 'string' && String(value).startsWith(each);
  const enabled = typeof value !== 'string' || list.some((each) => each === value || below(each));
  return { enabled, what: quoted(value), pointer: `/params/${name}` };
}

/** What an acknowledgement grants beyond what was asked for. */
function overreach(wanted: JsonObject, granted: JsonObject) {
  const on = SWITCHES.find((member) => granted[member] === true && wanted[member] !== true);
  if (on !== undefined) return { what: `\`${on}\``, pointer: `/${on}` };
  for (const member of LISTS) {
    const asked = listOf(wanted, member);
    const at = listOf(granted, member).findIndex((each) => !asked.includes(each));
    if (at >= 0) return { what: quoted(listOf(granted, member)[at]), pointer: `/${member}/${at}` };
  }
  return undefined;
}

/** What comes on subscriptions, and beside them (2026-07-28, basic/patterns/subscriptions#receiving-notifications). */
const LISTEN = 'subscriptions/listen';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
/** What is on its way when a subscription ends breaks nothing. */
const RACE_US = 1_000_000;
const MAX_LISTEN_COUNT = 200;
const POINTER = `/params${pointerTo('_meta', META.subscriptionId)}`;

/** A subscription, by the id of its request. */
interface Listen {
  readonly s: number;
  readonly asked: Asked;
  /** The acknowledgement, or what came in its place. */
  readonly first?: { readonly s: number; readonly filter?: JsonObject };
  readonly ended?: { readonly s: number; readonly t: number; readonly by: 'answer' | 'cancel' };
}
interface Subscriptions {
  readonly listens: Map<IdKey, Listen>;
  /** The session is being closed: nothing is owed any more, and what still comes breaks nothing. */
  readonly closing: Map<'closing', true>;
}

function notified(turn: Turn, item: DecodedNotification, { listens, closing }: Subscriptions): void {
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

function asks(turn: Turn, { params, id, key, large }: DecodedRequest, { listens }: Subscriptions): void {
  if (turn.dir !== 'c2s' || !isPerRequest(turn.revision)) return;
  if (large && params === undefined) return void turn.cannotJudge(FILTER, 'too-large');
  const filter = isObject(params) ? params['notifications'] : undefined;
  if (turn.applies(FILTER) && !isObject(filter))
    turn.report(FILTER, {
      pointer: filter === undefined ? (isObject(params) ? '/params' : '') : '/params/notifications',
      found: [quoted(filter)],
    });
  const own = isObject(params) ? { params } : {};
  const asked: Asked = { s: turn.s, t: turn.t, dir: 'c2s', id, key, method: LISTEN, revision: turn.revision, ...own };
  keep(listens, key, { s: turn.s, asked }, MAX_LISTEN_COUNT);
}

function answered(turn: Turn, { to, outcome, result }: Answer, { listens }: Subscriptions): void {
  const listen = listens.get(to.key);
  if (outcome === 'result') {
    const id = metaValue(result, META.subscriptionId);
    const same = (typeof id === 'string' || typeof id === 'number') && idKey(id) === to.key;
    const exact = typeof to.id !== 'number' || Number.isSafeInteger(to.id);
    if (exact && turn.applies(RESULT) && !same) {
      const pointer = id === undefined ? '/result' : `/result${pointerTo('_meta', META.subscriptionId)}`;
      turn.report(RESULT, { pointer, found: [quoted(id), quoted(to.id)], related: [to.s] });
    }
    if (listen?.s === to.s && !listen.first && !turn.facts.gaps && turn.applies(FIRST))
      turn.report(FIRST, { pointer: '/result', found: ['result'], related: [to.s] });
  }
  if (listen?.s === to.s)
    keep(listens, to.key, { ...listen, ended: { s: turn.s, t: turn.t, by: 'answer' } }, MAX_LISTEN_COUNT);
}

function cancelled(turn: Turn, { params }: DecodedNotification, { listens }: Subscriptions): void {
  const id = isObject(params) ? params['requestId'] : undefined;
  const key = typeof id === 'string' || typeof id === 'number' ? idKey(id) : undefined;
  const listen = key === undefined ? undefined : listens.get(key);
  // An answer says so itself; who cancels a subscription of the client's is either of the two.
  if (!key || !listen || listen.ended || turn.facts.pending.get(askedKey('c2s', key))?.s !== listen.s) return;
  const by = turn.dir === 'c2s' ? 'cancel' : 'answer';
  keep(listens, key, { ...listen, ended: { s: turn.s, t: turn.t, by } }, MAX_LISTEN_COUNT);
}

/** Streams of news (2026-07-28, basic/patterns/subscriptions): how they are opened and closed. */
export const SUBSCRIPTIONS = judge<Subscriptions>({
  rules: [FIRST, FILTER, ID, VALUE, UNREQUESTED, SCOPED, RESULT, OUTSIDE, AFTER, CLOSE],
  init: () => ({ listens: new Map(), closing: new Map() }),
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
    keep(listens, asked.key, { ...listen, ended: { s: turn.s, t: turn.t, by: 'cancel' } }, MAX_LISTEN_COUNT);
    if (by !== 'server' || closed || !stream || status !== 200) return;
    turn.judgeAs(asked.revision, () => {
      if (turn.facts.gaps) turn.cannotJudge(CLOSE, 'events-missing');
      else if (turn.applies(CLOSE)) turn.report(CLOSE, { related: [asked.s] });
    });
  },
  process: (turn, event, state) => {
    RENEWED.process?.(turn, event, state);
    // Who closes the input, or sends a signal, ends the session.
    if (event.event === 'stdin-end' || event.event === 'signal') state.closing.set('closing', true);
    if (event.event !== 'exit' || event.code !== 0 || state.closing.size > 0) return;
    for (const { asked, ended } of state.listens.values())
      if (!ended)
        turn.judgeAs(asked.revision, () => {
          if (turn.applies(CLOSE)) turn.report(CLOSE, { related: [asked.s] });
        });
  },
});
