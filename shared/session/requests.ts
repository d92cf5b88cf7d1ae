/** What requests and notifications mean for a session. */
import { defined } from '#shared/base';
import { type DecodedRequest, type IdKey, idKey, isObject, type JsonObject, memberText } from '#shared/jsonrpc';
import { eraOf, INPUT_METHODS, listByMethod, META, metaValue, subjectOf } from '#shared/mcp';
import { textOf, type MessageEvent } from '#shared/recording';
import { isBeforeHandshake } from './before-handshake.ts';
import { after, enter, openPending } from './draft.ts';
import { stepLists } from './lists.ts';
import { repeatedCall } from './mismatched.ts';
import { paceRepeated } from './pace.ts';
import { byToken, displacePending, takePending } from './pending.ts';
import {
  listsToRead,
  party,
  type AwaitedInput,
  type Pending,
  type PendingKey,
  type SessionState,
} from './session-state.ts';
import type { Draft } from './step-note.ts';
import { taskNotified } from './tasks.ts';

/** A request, in either direction: it begins an operation, or continues one with the input that was asked for. */
export function onRequest(state: SessionState, event: MessageEvent, decoded: DecodedRequest, draft: Draft): void {
  const { method, params } = decoded;
  if (!draft.faults.includes('before-handshake') && isBeforeHandshake(state, event, decoded))
    draft.faults.push('before-handshake');
  const own = event.dir === 'c2s' ? ownRequest(state, event, decoded) : {};
  const key: PendingKey = `${event.dir}:${decoded.key}`;
  if (displacePending(state, key, ({ op }) => `${event.dir}:?${op}`)) draft.faults.push('reused-id');
  const awaited = event.dir === 'c2s' ? repeats(state, method, params) : undefined;
  if (awaited) state.awaited.delete(awaited.op);
  openPending(state, event, key, draft, {
    kind: 'request',
    key: decoded.key,
    method,
    params: keptParams(method, params),
    ...own,
    ...defined({
      name: subjectOf(method, params),
      token: exactKey(metaValue(params, 'progressToken'), event, ['params', '_meta', 'progressToken']),
      repeats: repeatedCall(state, event, method),
    }),
    ...(awaited ? { op: awaited.op, rounds: (awaited.pending.rounds ?? 0) + 1 } : {}),
  });
  if (event.dir === 'c2s' && event.by === 'auto') paced(state, method, params, event.t);
  if (event.dir === 'c2s' && method === 'subscriptions/listen') {
    const asked = isObject(params) && isObject(params['notifications']) ? params['notifications'] : {};
    const op = state.pending.get(key)?.op ?? -1;
    state.subscriptions.set(decoded.key, { op, asked });
  }
}

/** The program asks by itself for what it may have to ask for again and again. */
function paced(state: SessionState, method: string, params: unknown, t: number): void {
  const given = isObject(params) ? params : {};
  const list = listByMethod(method)?.list;
  if (list !== undefined && given['cursor'] === undefined) paceRepeated(state, 'list-changed', list, t);
  if (method === 'subscriptions/listen') paceRepeated(state, 'subscription', '', t);
  const { taskId } = given;
  if (typeof taskId !== 'string' || !state.tasks.has(taskId)) return;
  if (method === 'tasks/get') paceRepeated(state, 'task-polling', taskId, t);
  if (method === 'tasks/result') paceRepeated(state, 'task-result', taskId, t);
}

/** What a request of the client says of the client. */
function ownRequest(
  state: SessionState,
  event: MessageEvent,
  { id, key, method, params }: DecodedRequest,
): Pick<Pending, 'revision' | 'text'> {
  const version = metaValue(params, META.protocolVersion);
  const revision = typeof version === 'string' && eraOf(version) === 'per-request' ? version : undefined;
  // A tap's own request says nothing of the client.
  if (event.by === 'tap') return defined({ revision });
  if (typeof id === 'number' && Number.isSafeInteger(id) && id >= state.nextId) state.nextId = id + 1;
  if (method === 'initialize' && isObject(params)) {
    if (typeof params['protocolVersion'] === 'string') state.offered = params['protocolVersion'];
    state.client = party(params['clientInfo'], params['capabilities']);
  } else if (revision !== undefined) {
    state.offered = revision;
    state.client = party(metaValue(params, META.clientInfo), metaValue(params, META.clientCapabilities));
    const level = metaValue(params, META.logLevel);
    if (typeof level === 'string') state.logLevel = level;
  }
  if (method === 'server/discover' && event.by === 'auto' && state.era === undefined)
    state.probe = { key, revision: revision ?? '' };
  entersBy(state, event, method, revision !== undefined);
  const mayBeRepeated = revision !== undefined && INPUT_METHODS.includes(method);
  return defined({ revision, text: mayBeRepeated ? event.raw : undefined });
}

function entersBy(state: SessionState, event: MessageEvent, method: string, perRequest: boolean): void {
  if (state.phase === 'shutdown') return;
  if (method === 'initialize' || (method === 'server/discover' && !state.initialized))
    enter(state, 'initialization', event);
  else if (method === 'notifications/initialized')
    enter(state, listsToRead(state).length > 0 ? 'discovery' : 'operation', after(event));
  else if (perRequest && (state.phase === 'connection' || state.phase === 'initialization'))
    enter(state, listByMethod(method) ? 'discovery' : 'operation', event);
  else if (state.phase === 'discovery' && !listByMethod(method) && method !== 'subscriptions/listen')
    enter(state, 'operation', event);
}

/** The operation that a request continues: it gives back the state the server gave, or answers what it asked for. */
function repeats(state: SessionState, method: string, params: unknown): AwaitedInput | undefined {
  if (state.awaited.size === 0 || !isObject(params)) return undefined;
  const { requestState, inputResponses } = params;
  if (typeof requestState !== 'string' && !isObject(inputResponses)) return undefined;
  const candidates = [...state.awaited.values()].filter(
    (awaited) => awaited.taskId === undefined && awaited.pending.method === method,
  );
  const json = typeof requestState === 'string' ? JSON.stringify(requestState) : undefined;
  return (
    candidates.findLast((awaited) =>
      awaited.requestState === undefined ? json === undefined : sameText(awaited.requestState, json),
    ) ?? candidates.at(-1)
  );
}

/** True when two JSON texts are the same string; escapes may differ. */
function sameText(kept: string, json: string | undefined): boolean {
  return json !== undefined && (kept === json || JSON.stringify(JSON.parse(kept)) === json);
}

/** Parameters that later steps need: which page a list answer is, and what names a call. The rest is in the recording. */
function keptParams(method: string, params: unknown): unknown {
  if (!isObject(params)) return undefined;
  if (listByMethod(method)) return { cursor: params['cursor'] };
  if (method === 'resources/subscribe' || method === 'resources/unsubscribe') return { uri: params['uri'] };
  return method.startsWith('tasks/') ? { taskId: params['taskId'] } : undefined;
}

/** The key of an id that a message names, with the digits it is written with; undefined for what is no id. */
function exactKey(id: unknown, event: MessageEvent, path: readonly string[]): IdKey | undefined {
  if (typeof id === 'string') return idKey(id);
  if (typeof id !== 'number') return undefined;
  return idKey(id, Number.isSafeInteger(id) ? undefined : memberText(textOf(event), path));
}

/** A notification, in either direction. */
export function onNotification(
  state: SessionState,
  event: MessageEvent,
  method: string,
  params: unknown,
  draft: Draft,
): void {
  if (event.dir === 'c2s') {
    entersBy(state, event, method, false);
    if (method === 'notifications/initialized') {
      state.initialized = true;
      if (event.x === undefined) draft.initialized = true;
      else state.initializedIn = event.x;
    }
  } else stepLists.changed(state, method, event.s);
  if (!isObject(params)) return;
  if (event.dir === 's2c') subscribed(state, event, method, params, draft);
  if (method === 'notifications/progress') {
    const token = exactKey(params['progressToken'], event, ['params', 'progressToken']);
    const pending = token === undefined ? undefined : byToken(state, event.dir, token);
    if (pending) draft.touches = pending.op;
  } else if (method === 'notifications/cancelled') cancelled(state, event, params, draft);
  else if (event.dir === 's2c') taskNotified(state, event.s, method, params, draft);
}

/** 2026-07-28, basic/patterns/subscriptions: what arrives on a subscription carries its id. */
function subscribed(state: SessionState, event: MessageEvent, method: string, params: object, draft: Draft): void {
  const key = exactKey(metaValue(params, META.subscriptionId), event, ['params', '_meta', META.subscriptionId]);
  const subscription = key && state.subscriptions.get(key);
  if (!subscription) return;
  draft.touches = subscription.op;
  const agreed: unknown = (params as { readonly notifications?: unknown }).notifications;
  if (method === 'notifications/subscriptions/acknowledged' && isObject(agreed))
    state.subscriptions.set(key, { ...subscription, agreed });
}

function cancelled(state: SessionState, event: MessageEvent, params: JsonObject, draft: Draft): void {
  const name = exactKey(params['requestId'], event, ['params', 'requestId']);
  if (name === undefined) return;
  // A server may end the subscription that the client asked for (2026-07-28, basic/patterns/cancellation).
  const own: PendingKey = `${event.dir}:${name}`;
  const key: PendingKey =
    event.dir === 's2c' &&
    !state.pending.has(own) &&
    state.pending.get(`c2s:${name}`)?.method === 'subscriptions/listen'
      ? `c2s:${name}`
      : own;
  const pending = takePending(state, key);
  if (!pending) return;
  if (pending.key !== undefined && pending.dir === 'c2s') state.subscriptions.delete(pending.key);
  draft.closed.push({ pending, outcome: 'cancelled' });
}
