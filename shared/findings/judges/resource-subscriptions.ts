/** Subscriptions to single resources up to 2025-11-25 (server/resources#subscriptions). */
import { textMember } from '#shared/jsonrpc';
import { RULES as RESOURCES } from '../rules/resources.ts';
import { emptyTables, judge, keep, quoted, RENEWED } from '../judging.ts';

const { 'resource-updated-unsubscribed': UPDATED, 'resource-unsubscribe-unknown': UNKNOWN } = RESOURCES;

interface State {
  /** Subscribed URIs, from the request on: the first update may come before its answer. */
  readonly active: Map<string, number>;
  /** Those that an answered request has ended: when, in microseconds, and at which event. */
  readonly over: Map<string, { readonly s: number; readonly t: number }>;
}
/** Time in which an update on another HTTP stream may have been sent before the subscription ended. */
const MAX_DELAY_US = 2_000_000;

export const RESOURCE_SUBSCRIPTIONS = judge<State>({
  rules: [UPDATED, UNKNOWN],
  init: () => ({ active: new Map(), over: new Map() }),
  ...RENEWED,
  requests: {
    initialize: (_turn, _request, state) => emptyTables(state),
    'resources/subscribe'(turn, { params }, { active, over }) {
      const uri = textMember(params, 'uri');
      if (uri === undefined) return;
      keep(active, uri, turn.s);
      over.delete(uri);
    },
    'resources/unsubscribe'(turn, { params }, { active, over }) {
      const uri = textMember(params, 'uri');
      if (uri === undefined || !turn.applies(UNKNOWN) || active.has(uri)) return;
      if (turn.historyComplete(UNKNOWN))
        turn.report(UNKNOWN, { pointer: '/params/uri', found: [quoted(uri)], related: [over.get(uri)?.s] });
    },
  },
  answers: {
    'resources/subscribe'(turn, { outcome, to }, { active, over }) {
      const uri = textMember(to.params, 'uri');
      if (uri === undefined || outcome !== 'error' || active.get(uri) !== to.s) return;
      active.delete(uri);
      keep(over, uri, { s: turn.s, t: turn.t });
    },
    'resources/unsubscribe'(turn, { outcome, to }, { active, over }) {
      const uri = textMember(to.params, 'uri');
      if (uri === undefined || outcome !== 'result' || (active.get(uri) ?? Infinity) > to.s) return;
      active.delete(uri);
      keep(over, uri, { s: turn.s, t: turn.t });
    },
  },
  notifications: {
    'notifications/resources/updated'(turn, { params }, { active, over }) {
      const uri = textMember(params, 'uri');
      if (uri === undefined || turn.dir !== 's2c' || !turn.applies(UPDATED)) return;
      if (isCovered(active, uri) || !turn.historyComplete(UPDATED)) return;
      const ended = over.get(uri);
      if (ended && turn.x !== undefined && turn.t - ended.t < MAX_DELAY_US) return;
      turn.report(UPDATED, { pointer: '/params/uri', found: [quoted(uri)], related: [ended?.s] });
    },
  },
});

/** True for a subscribed URI and what is below one. */
function isCovered(active: State['active'], uri: string): boolean {
  if (active.has(uri)) return true;
  for (const each of active.keys()) if (uri.startsWith(each.replace(/\/$/, ''))) return true;
  return false;
}
