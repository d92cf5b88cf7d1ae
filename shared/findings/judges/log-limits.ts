/** Which log messages a server may send, and where: the level that was set, or that each request asks for (server/utilities/logging). */
import { isObject } from '#shared/jsonrpc';
import { eraOf, META, metaValue } from '#shared/mcp';
import { RULES as LOGGING } from '../rules/logging.ts';
import { askedKey, emptyTables, judge, keep, pointerTo, quoted, RENEWED } from '../judging.ts';
import type { Asked, AskedKey, Turn } from '../judging.ts';

const { 'logging-below-level': BELOW, 'logging-no-opt-in': NO_OPT_IN, 'logging-wrong-stream': WRONG_STREAM } = LOGGING;

/** Severities of log messages, least severe first (RFC 5424; server/utilities/logging#log-levels). */
const LEVELS: readonly unknown[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Place of a level among all, 0 for `debug`; undefined for what is no level. */
export function severityOf(level: unknown): number | undefined {
  const place = LEVELS.indexOf(level);
  return place < 0 ? undefined : place;
}

interface Level {
  readonly level: unknown;
  readonly s: number;
  readonly t: number;
}
interface State {
  /** The level that was set, once the server has confirmed it. */
  readonly set: Map<'level', Level>;
  /** Requests to set one that wait for their answer. */
  readonly setting: Map<AskedKey, number>;
  /** Unanswered requests that asked for messages. Of those that were cancelled some may still come. */
  readonly opted: Map<AskedKey, Level>;
}
/** Time in which a message on another HTTP stream may have been sent before the level was set. */
const MAX_DELAY_US = 2_000_000;

export const LOG_LIMITS = judge<State>({
  interestedIn: {
    // What asks for a level is of the per-request era, whatever else is agreed.
    request: ({ dir, modern, meta }) => dir === 'c2s' && modern && meta,
    response: ({ dir, modern }) => dir === 's2c' && modern,
  },
  rules: [BELOW, NO_OPT_IN, WRONG_STREAM],
  init: () => ({ set: new Map(), setting: new Map(), opted: new Map() }),
  ...RENEWED,
  request(turn, { key, params }, { opted }) {
    const level = turn.dir === 'c2s' ? metaValue(params, META.logLevel) : undefined;
    if (level !== undefined) keep(opted, askedKey('c2s', key), { level, s: turn.s, t: turn.t }, 100);
  },
  requests: {
    initialize: (_turn, _request, state) => emptyTables(state),
    'logging/setLevel': (turn, { key }, { setting }) => keep(setting, askedKey('c2s', key), turn.s, 100),
  },
  response({ asked, dir }, _response, { opted }) {
    if (asked && dir === 's2c' && opted.size > 0) opted.delete(askedKey('c2s', asked.key));
  },
  answers: {
    'logging/setLevel'({ s, t }, { outcome, to }, { set, setting }) {
      setting.delete(askedKey('c2s', to.key));
      const level = to.params?.['level'];
      if (outcome === 'result' && severityOf(level) !== undefined) set.set('level', { level, s, t });
    },
  },
  notifications: {
    'notifications/message'(turn, { params }, state) {
      if (turn.dir !== 's2c' || turn.revision === undefined) return;
      const level = isObject(params) ? params['level'] : undefined;
      if (eraOf(turn.revision) === 'per-request') perRequest(turn, level, params, state);
      else perSession(turn, level, state);
    },
  },
});

function perSession(turn: Turn, level: unknown, { set, setting }: State): void {
  const held = set.get('level');
  if (!held || setting.size > 0 || (turn.x !== undefined && turn.t - held.t < MAX_DELAY_US)) return;
  against(turn, level, [held]);
}

/** Holds a message against the least of some levels. */
function against(turn: Turn, level: unknown, asked: readonly Level[]): void {
  const own = severityOf(level);
  if (own === undefined || asked.length === 0 || !turn.applies(BELOW)) return;
  if (asked.some((each) => own >= (severityOf(each.level) ?? 0))) return;
  const related = asked.slice(0, 10).map(({ s }) => s);
  turn.report(BELOW, { pointer: '/params/level', found: [quoted(level), quoted(asked[0]?.level)], related });
}

function perRequest(turn: Turn, level: unknown, params: unknown, { opted }: State): void {
  const asked = turn.exchange?.asked;
  if (turn.applies(WRONG_STREAM) && isOfSubscription(turn, params, asked)) return;
  if (turn.exchange && !asked) return;
  const all = [...opted.values()];
  if (!asked) against(turn, level, all);
  const wanted = asked ? metaValue(asked.params, META.logLevel) : undefined;
  if (asked && wanted !== undefined) against(turn, level, [{ level: wanted, s: asked.s, t: asked.t }]);
  if (!turn.applies(NO_OPT_IN) || wanted !== undefined || (!asked && all.length > 0)) return;
  if (asked?.large) return void turn.cannotJudge(NO_OPT_IN, 'too-large');
  if (!asked && !turn.historyComplete(NO_OPT_IN)) return;
  turn.report(NO_OPT_IN, { pointer: '/params', found: [quoted(level)], related: [asked?.s] });
  const [other] = all;
  if (asked && other)
    turn.report(WRONG_STREAM, { pointer: '/params', found: [asked.method], related: [asked.s, other.s] });
}

function isOfSubscription(turn: Turn, params: unknown, asked: Asked | undefined): boolean {
  const named = metaValue(params, META.subscriptionId) !== undefined;
  if (!named && asked?.method !== 'subscriptions/listen') return false;
  const pointer = named ? pointerTo('params', '_meta', META.subscriptionId) : '/params';
  turn.report(WRONG_STREAM, { pointer, found: ['subscriptions/listen'], related: [asked?.s] });
  return true;
}
