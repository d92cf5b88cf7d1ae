/** What `initialize` and its answer say, above all of the protocol version (basic/lifecycle#version-negotiation). */
import { isObject } from '#shared/jsonrpc';
import { eraOf, SPEC_REVISIONS } from '#shared/mcp';
import { RULES as LIFECYCLE } from '../rules/lifecycle.ts';
import { RULES as LIFECYCLE_EXTRA } from '../rules/lifecycle-extra.ts';
import { judge, keep, objectAt, pointerTo, quoted, type Rule, type Turn } from '../judging.ts';

const {
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

/** Published revisions that open with a handshake. */
const HANDSHAKES: ReadonlySet<unknown> = new Set(SPEC_REVISIONS.filter((each) => eraOf(each) === 'handshake'));

/** A server that has only such versions has none to offer in a handshake. */
const isModern = (version: unknown): boolean => typeof version === 'string' && eraOf(version) === 'per-request';

interface State {
  /** Versions that the server showed that it speaks, and where. */
  spoken: Map<string, number>;
  /** It answered with a version that nobody published, and the client has not reacted yet. */
  odd: { readonly s: number; readonly version: string } | undefined;
  /** It answered with another version than the one that was asked for, of which it was not known whether it speaks it. */
  other: { readonly s: number; readonly asked: number; readonly wanted: string; readonly given: string } | undefined;
}

export const INIT_VERSIONS = judge<State>({
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
function learn(turn: Turn, state: State, versions: unknown): void {
  if (!Array.isArray(versions)) return;
  const { spoken } = state;
  for (const each of (versions as readonly unknown[]).slice(0, 20)) {
    if (typeof each === 'string' && !spoken.has(each)) keep(spoken, each, turn.s, 50);
    if (each === state.other?.wanted) shown(turn, state, turn.s);
  }
}

/** The server is known to speak the version that it did not answer with: since event `known`. */
function shown(turn: Turn, state: State, known: number | undefined): void {
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

function goesOn(turn: Turn, method: string, state: State): void {
  const { odd } = state;
  if (!odd || !turn.applies(CONTINUED)) return;
  state.odd = undefined;
  turn.report(CONTINUED, { pointer: '/method', found: [quoted(odd.version), method], related: [odd.s] });
}
