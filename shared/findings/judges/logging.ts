/** Which log messages a server may send, and where: the level that was set, or that each request asks for (server/utilities/logging). */
import { escapeName, isObject } from '#shared/jsonrpc';
import { eraOf, META, metaValue } from '#shared/mcp';
import { RULES as LOGGING } from '../rules/logging.ts';
import { askedKey, emptyTables, judge, keep, namesOf, pointerTo, quoted, RENEWED } from '../judging.ts';
import type { Asked, AskedKey, Turn } from '../judging.ts';
import { errorCode, toldOutcome } from './outcomes.ts';

const {
  'logging-below-level': BELOW,
  'logging-no-opt-in': NO_OPT_IN,
  'logging-wrong-stream': WRONG_STREAM,
  'logging-setlevel-value': SET_VALUE,
  'logging-setlevel-invalid-code': SET_CODE,
  'logging-message-level': LEVEL,
  'logging-message-data': DATA,
  'logging-level-meta-invalid': META_LEVEL,
  'logging-secret': SECRET,
} = LOGGING;

/** Severities of log messages, least severe first (RFC 5424; server/utilities/logging#log-levels). */
const LEVELS: readonly unknown[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Place of a level among all, 0 for `debug`; undefined for what is no level. */
function severityOf(level: unknown): number | undefined {
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

/** Shapes that nothing else has. */
const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['Bearer', /\bBearer [\w.~+/=-]{20}/i],
  ['PRIVATE KEY', /-----BEGIN (?:[A-Z]{1,12} ){0,3}PRIVATE KEY-----/],
  ['JWT', /\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,2000}\.[\w-]{8}/],
  [
    'API key',
    /\b(?:sk-[\w-]{20}|sk_live_\w{16}|gh[pousr]_\w{30}|github_pat_\w{20}|glpat-[\w-]{20}|xox[abprs]-[\w-]{10}|AKIA[0-9A-Z]{16}|AIza[\w-]{30})/,
  ],
];
const NAMES =
  /^(?:\w*[_-])?(?:password|passwd|secret|token)$|^(?:access|refresh|auth|id|api|bearer)Token$|^clientSecret$|^(?:x-)?api[_-]?key$/i;
/** Tokens that are none of access. */
const HARMLESS = /^(?:progress|page|next|cursor|continuation|sync)[_-]?token$/i;
/** What stands for a secret that was left out. */
const MASKED =
  /^[\s*•x.#-]*$|\*{3}|^[[<({]|‹|redacted|hidden|masked|^(?:none|null|undefined|true|false|unset|missing)$/i;
const MAX_VALUE_COUNT = 2000;
const MAX_VALUE_CHARS = 20_000;

/**
 * The first secret in a value: its RFC 6901 pointer, and the `kind` that it looks like, never the secret. Undefined where there is
 * none. Never throws; looks at the beginning of what is very large.
 */
function secretIn(data: unknown) {
  const waiting: (readonly [value: unknown, at: string, name: string])[] = [[data, '', '']];
  for (let next = 0; next < waiting.length && next < MAX_VALUE_COUNT; next++) {
    const [value, at, name] = waiting[next] ?? [undefined, '', ''];
    if (typeof value === 'string') {
      const kind = kindOf(value.slice(0, MAX_VALUE_CHARS), name);
      if (kind !== undefined) return { at, kind };
    } else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) {
        if (waiting.length >= MAX_VALUE_COUNT) break;
        waiting.push([each, `${at}/${escapeName(key)}`, key]);
      }
  }
  return undefined;
}

/** What every shape has, looked for at once: most texts have none of it. */
const SIGNS = /bearer |PRIVATE KEY|eyJ|sk[-_]|gh[pousr]_|github_pat_|glpat-|xox|AKIA|AIza/i;

function kindOf(text: string, name: string): string | undefined {
  const shape = SIGNS.test(text) ? SHAPES.find(([, pattern]) => pattern.test(text))?.[0] : undefined;
  if (shape !== undefined) return shape;
  return NAMES.test(name.slice(0, 100)) && !HARMLESS.test(name.slice(0, 100)) && !MASKED.test(text) ? name : undefined;
}

/** Errors about something else: the method, headers, capabilities, the version, JSON. */
const OF_OTHERS: ReadonlySet<number> = new Set([-32601, -32020, -32021, -32022, -32700]);

/** Log messages, and levels as they are asked for (server/utilities/logging). */
export const LOG_MESSAGES = judge({
  interestedIn: { response: ({ modern }) => modern },
  rules: [SET_VALUE, SET_CODE, LEVEL, DATA, META_LEVEL, SECRET],
  requests: {
    'logging/setLevel'(turn, { params }) {
      const level = isObject(params) ? params['level'] : undefined;
      if (turn.applies(SET_VALUE) && severityOf(level) === undefined)
        turn.report(SET_VALUE, { pointer: level === undefined ? '/params' : '/params/level', found: [quoted(level)] });
    },
  },
  answers: {
    'logging/setLevel'(turn, answer) {
      const level = answer.to.params?.['level'];
      if (answer.to.large || severityOf(level) !== undefined || !turn.applies(SET_CODE)) return;
      if (errorCode(answer) === -32602) return;
      const pointer = answer.outcome === 'error' ? '/error/code' : '/result';
      turn.report(SET_CODE, { pointer, found: [quoted(level), toldOutcome(answer)], related: [answer.to.s] });
    },
  },
  /** The level that any request of the per-request era asks for (2026-07-28, #per-request-log-level). */
  response(turn, response) {
    const { asked } = turn;
    if (!asked) return;
    const level = metaValue(asked.params, META.logLevel);
    if (level === undefined || !turn.applies(META_LEVEL) || severityOf(level) !== undefined) return;
    const answer = { ...response, to: asked };
    const code = errorCode(answer);
    if (code === -32602 || (code !== undefined && OF_OTHERS.has(code))) return;
    turn.report(META_LEVEL, {
      pointer: code === undefined ? '/result' : '/error/code',
      found: [quoted(level), toldOutcome(answer)],
      related: [asked.s],
    });
  },
  notifications: {
    'notifications/message'(turn, { params, large }) {
      if (!isObject(params)) {
        if (large) for (const rule of [LEVEL, DATA, SECRET]) turn.cannotJudge(rule, 'too-large');
        else if (turn.applies(DATA)) {
          const absent = params === undefined;
          turn.report(DATA, { pointer: absent ? '' : '/params', found: [absent ? namesOf(params) : quoted(params)] });
        }
        return;
      }
      const { level, data } = params;
      if (turn.applies(LEVEL) && severityOf(level) === undefined)
        turn.report(LEVEL, { pointer: level === undefined ? '/params' : '/params/level', found: [quoted(level)] });
      if (turn.applies(DATA) && data === undefined) turn.report(DATA, { pointer: '/params', found: [namesOf(params)] });
      const secret = turn.applies(SECRET) ? secretIn(data) : undefined;
      if (secret) turn.report(SECRET, { pointer: pointerTo('params', 'data') + secret.at, found: [secret.kind] });
    },
  },
});
