/** Versions and capabilities that a server refuses, and what the client does then (2026-07-28, basic/versioning). */
import { isObject, type DecodedRequest, type DecodedResponse, type JsonObject } from '#shared/jsonrpc';
import {
  eraOf,
  ErrorCode,
  LATEST_PER_REQUEST_REVISION as LATEST,
  META,
  metaValue,
  PER_REQUEST_ERRORS,
} from '#shared/mcp';
import { RULES as MODERN_DISCOVER } from '../rules/modern-discover.ts';
import { RULES as MODERN_REQUEST_META } from '../rules/modern-request-meta.ts';
import { areTexts, isPerRequest, judge, keep, quoted, type Answer, type Asked, type Turn } from '../judging.ts';

const {
  'err-32021-data': CAPABILITIES,
  'err-32022-data': VERSIONS,
  'unsupported-version-served': SERVED,
  'version-retry-choice': CHOICE,
  'modern-init-error-names-versions': INITIALIZE,
} = MODERN_REQUEST_META;
const { 'discover-modern-error-fallback': FALLBACK, 'discover-modern-initialize': NO_HANDSHAKE } = MODERN_DISCOVER;

interface Refusal {
  readonly s: number;
  readonly code: number;
  readonly method: string | undefined;
  readonly supported?: readonly string[];
}
interface Silent {
  readonly s: number;
  readonly asked: number;
  readonly message: unknown;
}
/** Last statements of server and client; a new process is the same server. */
interface State {
  readonly supported: Map<'server', { readonly s: number; readonly versions: readonly string[] }>;
  /** The refusal that the next request follows. */
  readonly refused: Map<'server', Refusal>;
  /** Versions that the client named. */
  readonly named: Map<string, number>;
  /** A refused handshake that named no version, before the era of the server was known. */
  readonly silent: Map<'server', Silent>;
}

function response(turn: Turn, { outcome, error, result }: DecodedResponse, state: State): void {
  if (turn.dir !== 's2c' || !isPerRequest(turn.revision)) return;
  const asked = turn.asked ?? turn.exchange?.asked;
  const failed = outcome === 'error' && isObject(error) ? error : undefined;
  const version = asked && metaValue(asked.params, META.protocolVersion);
  if (turn.asked && asked) served(turn, asked, version, failed, state);
  if (isObject(result) && typeof result['resultType'] === 'string') {
    state.refused.clear();
    if (turn.asked && asked?.method !== 'server/discover') proves(turn, state);
  }
  if (failed) refused(turn, asked, version, failed, state);
  else if (asked?.method === 'server/discover' && isObject(result) && areTexts(result['supportedVersions']))
    state.supported.set('server', { s: turn.s, versions: result['supportedVersions'] });
}

function served(turn: Turn, { s }: Asked, version: unknown, error: JsonObject | undefined, { supported }: State): void {
  const known = supported.get('server');
  if (!known || typeof version !== 'string' || known.s > s || !turn.applies(SERVED)) return;
  const code = error?.['code'];
  if (known.versions.includes(version) || code === ErrorCode.UnsupportedVersion || code === ErrorCode.HeaderMismatch)
    return;
  turn.report(SERVED, {
    pointer: error ? '/error/code' : '/result',
    found: [quoted(version), quoted(known.versions), error ? quoted(code) : '`result`'],
    related: [known.s, s],
  });
}

function refused(turn: Turn, asked: Asked | undefined, version: unknown, error: JsonObject, state: State): void {
  const { code } = error;
  const data = isObject(error['data']) ? error['data'] : undefined;
  const related = [asked?.s, turn.exchange?.answeredS];
  const pointer = (name: string): string => `/error${data ? `/data${data[name] === undefined ? '' : `/${name}`}` : ''}`;
  if (code === ErrorCode.MissingCapability && turn.applies(CAPABILITIES)) {
    if (!isObject(data?.['requiredCapabilities']))
      turn.report(CAPABILITIES, {
        pointer: pointer('requiredCapabilities'),
        found: ['`data.requiredCapabilities`'],
        related,
      });
  }
  const supported = data?.['supported'];
  const requested = data?.['requested'];
  if (code === ErrorCode.UnsupportedVersion && turn.applies(VERSIONS)) {
    const other = typeof version === 'string' ? requested !== version : typeof requested !== 'string';
    if (!areTexts(supported))
      turn.report(VERSIONS, { pointer: pointer('supported'), found: ['`data.supported`'], related });
    else if (other) turn.report(VERSIONS, { pointer: pointer('requested'), found: ['`data.requested`'], related });
  }
  if (typeof code !== 'number' || !PER_REQUEST_ERRORS.includes(code)) return;
  const list = areTexts(supported) ? { supported } : {};
  state.refused.set('server', { s: turn.s, code, method: asked?.method, ...list });
  if (areTexts(supported) && code === ErrorCode.UnsupportedVersion)
    state.supported.set('server', { s: turn.s, versions: supported });
}

function request(turn: Turn, { method, params }: DecodedRequest, state: State): void {
  if (turn.dir !== 'c2s') return;
  const version = metaValue(params, META.protocolVersion);
  const before = state.refused.get('server');
  if (typeof version === 'string' && !state.named.has(version)) keep(state.named, version, turn.s, 50);
  if (method === 'initialize' && !before) return turn.judgeAs(LATEST, () => noHandshake(turn, state));
  if (!before) return;
  if (method === 'initialize') {
    state.refused.clear();
    turn.judgeAs(LATEST, () => fellBack(turn, before, state));
    return;
  }
  if (typeof version !== 'string' || before.method !== method || before.code !== ErrorCode.UnsupportedVersion) return;
  state.refused.clear();
  if (before.supported && turn.applies(CHOICE) && !before.supported.includes(version))
    turn.report(CHOICE, {
      pointer: '/params/_meta/io.modelcontextprotocol~1protocolVersion',
      found: [quoted(version), quoted(before.supported)],
      related: [before.s],
    });
}

/** A handshake with a server that named only versions without one. */
function noHandshake(turn: Turn, { supported }: State): void {
  const { s, versions = [] }: Partial<{ s: number; versions: readonly string[] }> = supported.get('server') ?? {};
  if (versions.length === 0 || versions.some((each) => eraOf(each) === 'handshake') || !turn.applies(NO_HANDSHAKE))
    return;
  turn.report(NO_HANDSHAKE, { pointer: '/method', found: [quoted(versions)], related: [s] });
}

/** A handshake after an error that only servers of the per-request era know. */
function fellBack(turn: Turn, { s, code, supported }: Refusal, { named }: State): void {
  const modern = supported?.find((each) => eraOf(each) === 'per-request' && named.has(each));
  const related = [s, modern === undefined ? undefined : named.get(modern)];
  // A server may name only versions of the handshake, or none that the client is known to speak: then it is right to fall back.
  if (code === ErrorCode.UnsupportedVersion && supported && modern === undefined) return;
  if (turn.applies(FALLBACK)) turn.report(FALLBACK, { pointer: '/method', found: [String(code)], related });
  if (code === ErrorCode.UnsupportedVersion && modern !== undefined && turn.applies(CHOICE))
    turn.report(CHOICE, { pointer: '/method', found: ['`initialize`', quoted(supported)], related });
}

/** A server without the handshake refuses `initialize`: it has to say what it speaks. */
function initialized(turn: Turn, { to, outcome, error }: Answer, state: State): void {
  state.silent.clear();
  if (outcome !== 'error' || !isObject(error)) return;
  const { message, data } = error;
  const text = `${typeof message === 'string' ? message.slice(0, 2000) : ''} ${quoted(data)}`;
  const names = DATE.test(text) || deepVersion(data);
  if (turn.facts.served) refusedHandshake(turn, state, names ? undefined : { s: turn.s, asked: to.s, message });
  // That there is no such method is what a server without the handshake says; whether it is one shows later.
  else if (!names && error['code'] === ErrorCode.MethodNotFound)
    state.silent.set('server', { s: turn.s, asked: to.s, message });
}

/** A server that refused the handshake serves a request of the per-request era. */
function proves(turn: Turn, state: State): void {
  const before = state.silent.get('server');
  if (!before) return;
  state.silent.clear();
  refusedHandshake(turn, state, before);
}

/** A server without the handshake refused it; `silent` where it named no version. */
function refusedHandshake(turn: Turn, { supported }: State, silent: Silent | undefined): void {
  // A server that speaks both has other reasons.
  if (supported.get('server')?.versions.some((each) => eraOf(each) === 'handshake')) return;
  turn.judgeAs(LATEST, () => {
    if (!turn.applies(INITIALIZE) || !silent) return;
    const { s: at, asked, message } = silent;
    turn.report(INITIALIZE, { at, pointer: '/error', found: [quoted(message)], related: [asked] });
  });
}
const DATE = /\b20\d\d-\d\d-\d\d\b/;

/** Whether a version is further inside what is too long to be quoted. */
function deepVersion(data: unknown): boolean {
  return (
    isObject(data) &&
    Object.values(data)
      .flat()
      .some((each) => typeof each === 'string' && DATE.test(each.slice(0, 2000)))
  );
}

export const VERSION_CHOICES = judge<State>({
  interestedIn: {
    request: ({ dir, meta, method }) => dir === 'c2s' && (meta || method === 'initialize'),
    response: ({ dir, modern }) => dir === 's2c' && modern,
  },
  // What falls back to the handshake is a message of another revision.
  everywhere: true,
  rules: [CAPABILITIES, VERSIONS, SERVED, CHOICE, INITIALIZE, FALLBACK, NO_HANDSHAKE],
  init: () => ({ supported: new Map(), refused: new Map(), named: new Map(), silent: new Map() }),
  request,
  response,
  answers: { initialize: initialized },
});
