/** The order of the handshake: `initialize`, its result, `notifications/initialized`, then everything else (basic/lifecycle). */
import { idKey, isObject, type IdKey } from '#shared/jsonrpc';
import { eraOf, SPEC_REVISIONS } from '#shared/mcp';
import { RULES as LIFECYCLE } from '../rules/lifecycle.ts';
import { askedKey, judge, keep, objectAt, pointerTo, quoted, type Rule, type Turn } from '../judging.ts';
import { RULES as LIFECYCLE_EXTRA } from '../rules/lifecycle-extra.ts';

const {
  'init-first': FIRST,
  'init-request-before-response': BEFORE_RESPONSE,
  'init-server-request-early': SERVER_EARLY,
  'init-server-message-unprompted': UNPROMPTED,
  'init-initialized-missing': MISSING,
  'init-initialized-once': ONCE,
  'init-initialized-early': EARLY,
  'init-repeated': REPEATED,
  'init-cancelled': CANCELLED,
  'init-params-required': PARAMS,
  'init-result-required': RESULT,
  'init-version-unsupported-continue': CONTINUED,
  'init-modern-version': MODERN,
} = LIFECYCLE;
const {
  'init-version-not-echoed': NOT_ECHOED,
  'init-version-error-instead': ERROR_INSTEAD,
  'init-version-unpublished': UNPUBLISHED,
} = LIFECYCLE_EXTRA;

const begun = () => ({
  /** The last `initialize`. */
  asked: undefined as { readonly s: number; readonly key: IdKey } | undefined,
  /** The last `notifications/initialized` that arrived, as far as is known. */
  done: undefined as { readonly s: number; readonly x: string | undefined } | undefined,
  /** The result of `initialize` was too large to read, so what followed from it is not known. */
  large: false,
  /** Something came that is no message, or answers nothing: one side may have mistaken it for what the handshake waits for. */
  odd: false,
  /** Event of the finding that is reported once a session; and whether the other one was. */
  first: undefined as number | undefined,
  missing: false,
});
type State = ReturnType<typeof begun>;

export const HANDSHAKE = judge<State>({
  pureWhileAgreed: {
    request: ({ method }) => method !== 'initialize',
    notification: ({ method }) => method !== 'notifications/initialized' && method !== 'notifications/cancelled',
  },
  rules: [FIRST, BEFORE_RESPONSE, SERVER_EARLY, UNPROMPTED, MISSING, ONCE, EARLY, REPEATED, CANCELLED],
  init: begun,
  request(turn, { method, key }, state) {
    if (method === 'initialize') {
      if (turn.dir !== 'c2s') return;
      repeated(turn, state);
      Object.assign(state, begun(), { asked: { s: turn.s, key } });
    } else if (method === 'ping' || method.startsWith('notifications/')) return;
    else if (turn.dir === 'c2s') requested(turn, method, state);
    else if (turn.facts.handshake === 'none') unprompted(turn, method, state);
    else if (
      turn.facts.handshake !== 'done' &&
      turn.applies(SERVER_EARLY) &&
      !state.large &&
      seesAll(turn, state, SERVER_EARLY)
    )
      turn.report(SERVER_EARLY, { pointer: '/method', found: [method], related: [state.asked?.s] });
  },
  notification(turn, { method, params }, state) {
    const { handshake } = turn.facts;
    if (turn.dir === 's2c') {
      if (handshake === 'none' && method !== 'notifications/message') unprompted(turn, method, state);
    } else if (method === 'notifications/initialized') initialized(turn, state);
    else {
      if (handshake === 'none') first(turn, method, state);
      if (method === 'notifications/cancelled') cancelled(turn, params);
    }
  },
  response({ asked, dir, facts }, { outcome, result }, state) {
    const lost = !asked || (asked.method === 'initialize' && outcome === 'result' && !isObject(result));
    if (dir === 's2c' && facts.handshake === 'asked' && lost) state.odd = true;
  },
  other({ facts }, { kind }, state) {
    if (kind === 'invalid' && facts.handshake !== 'done') state.odd = true;
  },
  answers: {
    initialize(_turn, { large }, state) {
      state.large = large === true;
    },
  },
  http({ x, exchange }, { phase, status = 0 }, state) {
    if (state.done === undefined || state.done.x !== x) return;
    const refused = phase === 'response' && status >= 300;
    // What was refused is sent again, and that is no second time.
    if (refused || (phase === 'end' && exchange?.status === undefined)) state.done = undefined;
  },
  process(_turn, { event }, state) {
    if (event === 'spawn') Object.assign(state, begun());
  },
  connection(_turn, { event }, state) {
    if (event === 'restarted') Object.assign(state, begun());
  },
});

function requested(turn: Turn, method: string, state: State): void {
  const { facts } = turn;
  if (facts.handshake === 'none') return first(turn, method, state);
  if (facts.handshake === 'asked' && turn.applies(BEFORE_RESPONSE) && state.asked) {
    const { s, key } = state.asked;
    const waits = facts.pending.get(askedKey('c2s', key))?.s === s;
    if (waits && facts.lost.get(askedKey('c2s', key))?.asked !== s && seesAll(turn, state, BEFORE_RESPONSE))
      turn.report(BEFORE_RESPONSE, { pointer: '/method', found: [method], related: [s] });
  }
  if (facts.handshake !== 'answered' || !turn.applies(MISSING) || state.missing || !seesAll(turn, state, MISSING))
    return;
  state.missing = true;
  turn.report(MISSING, { pointer: '/method', found: [method], related: [state.asked?.s, facts.serverS] });
}

/** False where the step of the handshake may be in what is reported as no message, or among missing events; then it says so. */
const seesAll = (turn: Turn, { odd }: State, rule: Rule): boolean =>
  !odd && (!turn.facts.gaps || turn.cannotJudge(rule, 'events-missing'));

/** False where the session may have begun before the recording did; says so. */
function seesBeginning(turn: Turn, state: State, rule: Rule): boolean {
  const { facts, exchange } = turn;
  return facts.partial || exchange?.headers.has('mcp-session-id')
    ? turn.cannotJudge(rule, 'begins-in-the-middle')
    : seesAll(turn, state, rule);
}

function first(turn: Turn, method: string, state: State): void {
  if (!turn.applies(FIRST) || state.first !== undefined || !seesBeginning(turn, state, FIRST)) return;
  state.first = turn.s;
  turn.report(FIRST, { pointer: '/method', found: [method] });
}

function unprompted(turn: Turn, method: string, state: State): void {
  if (turn.applies(UNPROMPTED) && seesBeginning(turn, state, UNPROMPTED))
    turn.report(UNPROMPTED, { pointer: '/method', found: [method] });
}

function initialized(turn: Turn, state: State): void {
  const { handshake } = turn.facts;
  const before = state.done;
  state.done = { s: turn.s, x: turn.x };
  if (turn.applies(ONCE) && handshake === 'done' && before)
    turn.report(ONCE, { pointer: '/method', related: [before.s] });
  if (!turn.applies(EARLY) || handshake === 'done' || handshake === 'answered' || state.large) return;
  if (handshake !== 'none' ? seesAll(turn, state, EARLY) : seesBeginning(turn, state, EARLY))
    turn.report(EARLY, { pointer: '/method', related: [state.asked?.s, state.first] });
}

function repeated(turn: Turn, state: State): void {
  const { facts, exchange } = turn;
  if (!turn.applies(REPEATED) || (facts.handshake !== 'answered' && facts.handshake !== 'done')) return;
  const sameSession = exchange
    ? facts.session !== undefined && exchange.headers.get('mcp-session-id') === facts.session
    : facts.transport !== 'sse';
  if (sameSession) turn.report(REPEATED, { pointer: '/method', related: [state.asked?.s] });
}

function cancelled(turn: Turn, params: unknown): void {
  const id = isObject(params) ? params['requestId'] : undefined;
  if ((typeof id !== 'string' && typeof id !== 'number') || !turn.applies(CANCELLED)) return;
  const key = askedKey('c2s', idKey(id));
  const asked = turn.facts.pending.get(key) ?? turn.facts.ended.get(key)?.asked;
  if (asked?.method === 'initialize')
    turn.report(CANCELLED, { pointer: '/params/requestId', found: [quoted(id)], related: [asked.s] });
}

const HANDSHAKES: ReadonlySet<unknown> = new Set(SPEC_REVISIONS.filter((each) => eraOf(each) === 'handshake'));

/** A server that has only such versions has none to offer in a handshake. */
const isModern = (version: unknown): boolean => typeof version === 'string' && eraOf(version) === 'per-request';

interface VersionState {
  /** Versions that the server showed that it speaks, and where. */
  spoken: Map<string, number>;
  /** It answered with a version that nobody published, and the client has not reacted yet. */
  odd: { readonly s: number; readonly version: string } | undefined;
  /** It answered with another version than the one that was asked for, of which it was not known whether it speaks it. */
  other: { readonly s: number; readonly asked: number; readonly wanted: string; readonly given: string } | undefined;
}

/** What `initialize` and its answer say, above all of the protocol version (basic/lifecycle#version-negotiation). */
export const INIT_VERSIONS = judge<VersionState>({
  pureWhileAgreed: { request: ({ method }) => method !== 'initialize' },
  rules: [PARAMS, RESULT, CONTINUED, MODERN, NOT_ECHOED, ERROR_INSTEAD, UNPUBLISHED],
  init: () => ({ spoken: new Map(), odd: undefined, other: undefined }),
  request(turn, { method }, state) {
    if (state.odd && turn.dir === 'c2s' && method !== 'initialize') goesOn(turn, method, state);
  },
  notifications: {
    'notifications/initialized'(turn, { method }, state) {
      if (state.odd && turn.dir === 'c2s') goesOn(turn, method, state);
    },
  },
  requests: {
    initialize(turn, { params, large }, state) {
      if (turn.dir !== 'c2s') return;
      state.odd = undefined;
      if (large) return void turn.cannotJudge(PARAMS, 'too-large');
      if (turn.applies(PARAMS)) requires(turn, PARAMS, params, 'params', 'clientInfo');
      named(turn, params, 'params');
    },
  },
  answers: {
    initialize(turn, { outcome, result, error, large, to }, state) {
      if (to.dir !== 'c2s') return;
      if (large) return void turn.cannotJudge(RESULT, 'too-large');
      const supported = objectAt(error, 'data')?.['supported'];
      if (outcome === 'error') {
        learn(turn, state, supported);
        if (turn.applies(ERROR_INSTEAD) && Array.isArray(supported) && supported.some((each) => !isModern(each)))
          turn.report(ERROR_INSTEAD, { pointer: '/error/data/supported', found: [quoted(supported)], related: [to.s] });
        return;
      }
      if (turn.applies(RESULT) && isObject(result)) requires(turn, RESULT, result, 'result', 'serverInfo');
      const given = named(turn, result, 'result');
      const wanted = to.params?.['protocolVersion'];
      if (given === undefined) return;
      if (!HANDSHAKES.has(given) && given !== wanted) state.odd = { s: turn.s, version: given };
      const fits = !turn.applies(NOT_ECHOED) || given === wanted;
      if (!fits && typeof wanted === 'string' && HANDSHAKES.has(wanted)) {
        state.other = { s: turn.s, asked: to.s, wanted, given };
        shown(turn, state, state.spoken.get(wanted));
      }
      learn(turn, state, [given]);
    },
    'server/discover'(turn, { result, error }, state) {
      learn(turn, state, isObject(result) ? result['supportedVersions'] : objectAt(error, 'data')?.['supported']);
    },
  },
});

/** Tells of each member that is missing or of a wrong type. */
function requires(turn: Turn, rule: Rule, holder: unknown, place: 'params' | 'result', info: string): void {
  const value = isObject(holder) ? holder : {};
  const own = value[info];
  const wanted: readonly (readonly [good: boolean, value: unknown, ...path: readonly string[]])[] = [
    [typeof value['protocolVersion'] === 'string', value['protocolVersion'], 'protocolVersion'],
    [isObject(value['capabilities']), value['capabilities'], 'capabilities'],
    ...(isObject(own)
      ? (['name', 'version'] as const).map((name) => [typeof own[name] === 'string', own[name], info, name] as const)
      : [[false, own, info] as const]),
  ];
  for (const [good, found, ...path] of wanted) {
    if (good) continue;
    // What is absent is reported at the object that should have it.
    const pointer = pointerTo(
      ...(isObject(holder) ? [place] : []),
      ...(found === undefined ? path.slice(0, -1) : path),
    );
    turn.report(rule, { pointer, found: [path.join('.'), quoted(found)], related: [turn.asked?.s] });
  }
}

/** Judges the version that an offer or answer names, and gives it. */
function named(turn: Turn, holder: unknown, place: 'params' | 'result'): string | undefined {
  const version = isObject(holder) ? holder['protocolVersion'] : undefined;
  if (typeof version !== 'string') return undefined;
  const modern = eraOf(version) === 'per-request';
  const breach = { pointer: `/${place}/protocolVersion`, found: [quoted(version)], related: [turn.asked?.s] };
  if (turn.applies(MODERN) && modern) turn.report(MODERN, breach);
  if (turn.applies(UNPUBLISHED) && !modern && !HANDSHAKES.has(version)) turn.report(UNPUBLISHED, breach);
  return version;
}

/** The server names versions that it speaks. */
function learn(turn: Turn, state: VersionState, versions: unknown): void {
  if (!Array.isArray(versions)) return;
  const { spoken } = state;
  for (const each of (versions as readonly unknown[]).slice(0, 20)) {
    if (typeof each === 'string' && !spoken.has(each)) keep(spoken, each, turn.s, 50);
    if (each === state.other?.wanted) shown(turn, state, turn.s);
  }
}

/** The server is known to speak the version that it did not answer with: since event `known`. */
function shown(turn: Turn, state: VersionState, known: number | undefined): void {
  const { other } = state;
  if (!other || known === undefined) return;
  state.other = undefined;
  const found = [quoted(other.given), quoted(other.wanted)];
  const related = [other.asked, ...(known < other.s ? [known] : [])];
  // What shows it may be a message of another revision.
  turn.judgeAs(other.given, () =>
    turn.report(NOT_ECHOED, { pointer: '/result/protocolVersion', at: other.s, found, related }),
  );
}

function goesOn(turn: Turn, method: string, state: VersionState): void {
  const { odd } = state;
  if (!odd || !turn.applies(CONTINUED)) return;
  state.odd = undefined;
  turn.report(CONTINUED, { pointer: '/method', found: [quoted(odd.version), method], related: [odd.s] });
}
