/** What every request says of its sender (2026-07-28, basic/index#_meta), and how servers take requests that do not. */
import { isObject, type DecodedRequest, type DecodedResponse, type JsonObject } from '#shared/jsonrpc';
import { ErrorCode, LATEST_PER_REQUEST_REVISION as LATEST, META, metaValue } from '#shared/mcp';
import { RULES as MODERN_REQUEST_META } from '../rules/modern-request-meta.ts';
import { isPerRequest, judge, objectAt, pointerTo, quoted, type Asked, type Turn } from '../judging.ts';

const {
  'req-meta-version': VERSION,
  'req-meta-capabilities': CAPABILITIES,
  'req-meta-client-info': INFO,
  'req-meta-missing-accepted': ACCEPTED,
  'req-meta-client-info-demanded': DEMANDED,
  'req-undeclared-capability-use': CODE,
} = MODERN_REQUEST_META;

/** Requests that need no parameters: nothing but `_meta` can be wrong with them. */
const BARE = new Set(['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']);

const isVersion = (value: unknown): boolean => typeof value === 'string';
function isInfo(value: unknown): boolean {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

const CHECKS = [
  [VERSION, META.protocolVersion, isVersion],
  [CAPABILITIES, META.clientCapabilities, isObject],
  [INFO, META.clientInfo, isInfo],
] as const;

function request(turn: Turn, { params, large }: DecodedRequest): void {
  if (turn.dir !== 'c2s' || !isPerRequest(turn.revision)) return;
  if (large && params === undefined) {
    for (const rule of [VERSION, CAPABILITIES, INFO]) turn.cannotJudge(rule, 'too-large');
    return;
  }
  for (const [rule, name, fits] of CHECKS) {
    if (!turn.applies(rule)) continue;
    const value = metaValue(params, name);
    if (!fits(value)) turn.report(rule, { pointer: placeOf(params, name, value), found: [quoted(value)] });
  }
}

function placeOf(params: unknown, name: string, value: unknown): string {
  if (value !== undefined) return `/params${pointerTo('_meta', name)}`;
  return objectAt(params, '_meta') ? '/params/_meta' : isObject(params) ? '/params' : '';
}

function response(turn: Turn, { outcome, error }: DecodedResponse): void {
  const { asked } = turn;
  if (asked?.dir !== 'c2s' || !isPerRequest(asked.revision) || asked.large) return;
  const version = metaValue(asked.params, META.protocolVersion);
  const lacks = !isVersion(version)
    ? META.protocolVersion
    : isObject(metaValue(asked.params, META.clientCapabilities))
      ? undefined
      : META.clientCapabilities;
  const refused = outcome === 'error' && isObject(error) ? error : undefined;
  if (lacks !== undefined) return accepted(turn, asked, lacks, refused, version);
  if (!refused) return;
  if (!isInfo(metaValue(asked.params, META.clientInfo))) demanded(turn, asked, refused);
  coded(turn, asked, refused);
}

/** A request that lacks what it must say: it has to be refused. */
function accepted(turn: Turn, asked: Asked, lacks: string, error: JsonObject | undefined, version: unknown): void {
  // A server that was only probed, and answers anything with something, does not know this era.
  if (asked.method === 'server/discover' && !turn.facts.served) return;
  if (!turn.applies(ACCEPTED)) return;
  const code = error?.['code'];
  const status = turn.exchange?.status;
  const related = [asked.s];
  if (!error) return turn.report(ACCEPTED, { pointer: '/result', found: [lacks, '`result`'], related });
  if (
    code === ErrorCode.MethodNotFound ||
    (code === ErrorCode.HeaderMismatch && lacks === META.protocolVersion && turn.exchange)
  )
    return;
  if (code === ErrorCode.UnsupportedVersion && isVersion(version) && version !== turn.revision) return;
  if (code !== ErrorCode.InvalidParams)
    turn.report(ACCEPTED, { pointer: '/error/code', found: [lacks, quoted(code)], related });
  else if (status !== undefined && status !== 400) {
    const found = [lacks, `HTTP ${status}`];
    turn.report(ACCEPTED, { pointer: '/error/code', found, related: [...related, turn.exchange?.answeredS] });
  }
}

/** A request without `clientInfo` is valid. */
function demanded(turn: Turn, { s, method, params }: Asked, error: JsonObject): void {
  const { code, message } = error;
  // What else may be wrong with it is the version.
  if (metaValue(params, META.protocolVersion) !== LATEST) return;
  if (!turn.applies(DEMANDED) || (code !== ErrorCode.InvalidParams && code !== ErrorCode.InvalidRequest)) return;
  const named = typeof message === 'string' && /client[\s_-]?info/i.test(message.slice(0, 1000));
  if (!named && !(BARE.has(method) && Object.keys(params ?? {}).every((name) => name === '_meta'))) return;
  turn.report(DEMANDED, { pointer: '/error/code', found: [quoted(code), quoted(message)], related: [s] });
}

const LACKS =
  /client (?:does not|doesn't|did not|must) (?:support|declare)|(?:requires?|missing|lacks?|without) [^.]{0,60}capabilit|capabilit[^.]{0,60}(?:required|missing|not declared|not supported)/i;

/** A request that failed for want of a capability is refused with a certain code. */
function coded(turn: Turn, { s }: Asked, { code, message, data }: JsonObject): void {
  if (code === ErrorCode.MissingCapability) return;
  const says = typeof message === 'string' && LACKS.test(message.slice(0, 300));
  if (objectAt(data, 'requiredCapabilities') === undefined && !says) return;
  if (turn.applies(CODE))
    turn.report(CODE, { pointer: '/error/code', found: [quoted(code), quoted(message)], related: [s] });
}

export const REQUEST_META = judge({
  rules: [VERSION, CAPABILITIES, INFO, ACCEPTED, DEMANDED, CODE],
  request,
  response,
});
