/** What a response means for a session. */
import { defined } from '#shared/base';
import { type DecodedResponse, isObject, type JsonObject, memberText, textMember } from '#shared/jsonrpc';
import { eraOf, ErrorCode, listByMethod, META, metaValue } from '#shared/mcp';
import { opposite, type Direction, type MessageEvent } from '#shared/recording';
import { stepLists } from './lists.ts';
import { callRefused } from './mismatched.ts';
import { paceGoesOn } from './pace.ts';
import { carriedBy, takePending } from './pending.ts';
import { isProbe, needsHandshake, refusesProbe } from './probe.ts';
import { problemOver } from './problem.ts';
import { party, type AwaitedInput, type Pending, type PendingKey, type SessionState } from './session-state.ts';
import type { Closing, Draft } from './step-note.ts';
import { repeatedResponse } from './taps.ts';
import { taskAnswered, inputRequests } from './tasks.ts';

/** A response, in either direction: it ends an operation, or asks for input before it can end. */
export function onResponse(state: SessionState, event: MessageEvent, decoded: DecodedResponse, draft: Draft): void {
  const asked = opposite(event.dir);
  const key: PendingKey | undefined =
    decoded.key === undefined ? malformedBefore(state, event, asked) : `${asked}:${decoded.key}`;
  const pending = key && takePending(state, key);
  if (!pending) return unmatched(state, asked, key, decoded, event, draft);
  const closing = closingOf(state, event, pending, decoded);
  // A server that waits for the handshake refuses the probe unread, and need not know its id.
  if (isProbe(pending) && needsHandshake(closing.outcome, decoded.error) && refusesProbe(closing.status ?? 0))
    draft.faults = draft.faults.filter((fault) => fault !== 'null-id');
  if (asked === 'c2s') ofServer(state, event, closing, decoded, draft);
  else draft.closed.push(closing);
}

function closingOf(state: SessionState, { x, by }: MessageEvent, pending: Pending, response: DecodedResponse): Closing {
  const status = x === undefined ? undefined : state.exchanges.get(x)?.status;
  const outcome = by === 'tap' ? 'tap-answered' : outcomeOf(pending, response);
  return { pending, outcome, response, ...defined({ status }) };
}

/** Nobody waits for it: it answers the probe that was given up, or a request that a tap repeated, or comes again. */
function unmatched(
  state: SessionState,
  asked: Direction,
  key: PendingKey | undefined,
  response: DecodedResponse,
  { s, t }: MessageEvent,
  draft: Draft,
): void {
  if (asked === 'c2s' && state.probe !== undefined && response.key === state.probe.key) {
    const { key: probe, revision } = state.probe;
    const late = { op: -1, s, t, dir: 'c2s', kind: 'request', key: probe, revision } as const;
    onDiscover(state, { ...late, method: 'server/discover' }, response.result);
    delete state.probe;
  }
  if (asked === 'c2s' && response.key !== undefined) stepLists.answeredAgain(state, response.key);
  const again = key && repeatedResponse(state, key);
  if (again === undefined) draft.unmatched = { response, asked };
  else Object.assign(draft, { touches: again, again: true });
}

/** The server answered a request of the client. */
function ofServer(
  state: SessionState,
  event: MessageEvent,
  closing: Closing,
  decoded: DecodedResponse,
  draft: Draft,
): void {
  const { pending } = closing;
  const { key, method, op } = pending;
  if (key !== undefined) state.subscriptions.delete(key);
  const awaited = awaitedInput(event, pending, decoded);
  if (awaited) {
    state.awaited.set(op, awaited);
    draft.awaits = awaited;
    draft.touches = op;
  } else draft.closed.push(closing);
  if (method === 'server/discover') {
    if (key === state.probe?.key) delete state.probe;
    if (isObject(decoded.error) && decoded.error['code'] === ErrorCode.UnsupportedVersion) state.versionErrors++;
  }
  answered(state, pending, decoded);
  callRefused(state, event, pending, decoded, draft);
  const list = method === undefined ? undefined : listByMethod(method)?.list;
  if (list !== undefined) paceGoesOn(state, 'list-changed', list, event.t);
  stepLists.answered(state, pending, decoded, event);
  taskAnswered(state, event, pending, decoded, draft);
}

function outcomeOf(pending: Pending, { outcome, result }: DecodedResponse): Closing['outcome'] {
  if (outcome === 'error') return 'error';
  return pending.method === 'tools/call' && isObject(result) && result['isError'] === true ? 'tool-error' : 'result';
}

/** What an answer of the server says of the server. */
function answered(state: SessionState, pending: Pending, { result }: DecodedResponse): void {
  if (!isObject(result)) return;
  if (pending.method !== 'initialize') {
    state.restarts = 0;
    problemOver(state, 'answered');
  }
  if (pending.method === 'initialize') {
    const { protocolVersion, serverInfo } = result;
    const { given } = state.exchanges.get(pending.x ?? '') ?? {};
    if (given !== undefined) state.httpSession = given;
    if (typeof protocolVersion === 'string') {
      state.revision = protocolVersion;
      problemOver(state, 'initialized');
      if (eraOf(protocolVersion) === 'handshake' && state.era?.era === 'per-request') delete state.era;
    }
    state.server = serverOf(serverInfo, result);
    return;
  }
  const uri = isObject(pending.params) ? pending.params['uri'] : undefined;
  if (typeof uri === 'string' && pending.method === 'resources/subscribe') state.subscribed.set(uri, true);
  if (typeof uri === 'string' && pending.method === 'resources/unsubscribe') state.subscribed.delete(uri);
  if (pending.method === 'logging/setLevel' && pending.name !== undefined) state.logLevel = pending.name;
  if (pending.revision === undefined) return;
  if (pending.method === 'server/discover') onDiscover(state, pending, result);
  else if (state.revision === undefined && typeof result['resultType'] === 'string') state.revision = pending.revision;
  // By hand there is no verdict to wait for: an answer in the revision is the beginning.
  if (pending.by !== 'auto' && state.revision === pending.revision) state.initialized = true;
  const info = metaValue(result, META.serverInfo);
  if (isObject(info) && state.server.info === undefined) state.server = { ...state.server, info };
}

/** 2026-07-28, server/discover: what the server can do, unless the answer is no discover result at all. */
function onDiscover(state: SessionState, pending: Pending, result: unknown): void {
  const supported = supportedVersions(result);
  if (!supported || !isObject(result)) return;
  state.supported = supported;
  if (pending.revision === undefined || !supported.includes(pending.revision)) return;
  if (state.revision === undefined || eraOf(state.revision) === 'per-request') state.revision = pending.revision;
  state.server = serverOf(metaValue(result, META.serverInfo), result);
}

const serverOf = (info: unknown, result: JsonObject): SessionState['server'] => ({
  ...party(info, result['capabilities']),
  ...defined({ instructions: textMember(result, 'instructions') }),
});

/** The versions of a `server/discover` result, or undefined when a value is none: some servers answer anything with `{}`. */
export function supportedVersions(result: unknown): readonly string[] | undefined {
  const versions = isObject(result) ? result['supportedVersions'] : undefined;
  return Array.isArray(versions) && versions.length > 0 && versions.every((each) => typeof each === 'string')
    ? versions
    : undefined;
}

/** 2026-07-28, basic/patterns/mrtr#inputrequiredresult. */
function awaitedInput(event: MessageEvent, pending: Pending, { result }: DecodedResponse): AwaitedInput | undefined {
  if (pending.revision === undefined || !isObject(result) || result['resultType'] !== 'input_required')
    return undefined;
  const state =
    typeof result['requestState'] === 'string'
      ? (memberText(event.raw ?? '', ['result', 'requestState']) ?? JSON.stringify(result['requestState']))
      : undefined;
  return {
    op: pending.op,
    s: event.s,
    pending,
    requests: inputRequests(result['inputRequests']),
    ...defined({ requestState: state }),
  };
}

/** The malformed text that an answer without an id belongs to: the one of the same HTTP exchange, else the latest. */
function malformedBefore(state: SessionState, event: MessageEvent, asked: Direction): PendingKey | undefined {
  if (event.x !== undefined) return asked === 'c2s' ? carriedBy(state, event.x).at(-1)?.[0] : undefined;
  return asked === 'c2s' ? state.malformed.at(-1) : undefined;
}
