/** Streams of news (2026-07-28, basic/patterns/subscriptions): how they are opened and closed. */
import { idKey, isObject, type DecodedNotification, type DecodedRequest } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import { RULES as MODERN_SUBSCRIPTIONS } from '../rules/modern-subscriptions.ts';
import { askedKey, isPerRequest, judge, keep, pointerTo, quoted, RENEWED } from '../judging.ts';
import type { Answer, Asked, Turn } from '../judging.ts';
import { LISTEN, MAX_LISTEN_COUNT, notified, type Subscriptions } from './subscription-news.ts';

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

export const SUBSCRIPTIONS = judge<Subscriptions>({
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
    if (event.event === 'stdin-end' || event.event === 'signal') state.closing.add('closing');
    if (event.event !== 'exit' || event.code !== 0 || state.closing.size > 0) return;
    for (const { asked, ended } of state.listens.values())
      if (!ended)
        turn.judgeAs(asked.revision, () => {
          if (turn.applies(CLOSE)) turn.report(CLOSE, { related: [asked.s] });
        });
  },
});
