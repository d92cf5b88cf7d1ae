/** What became of requests: how the client answers those of the server, and how it stops waiting for the answers to its own. */
import { isObject, type Decoded, type JsonObject } from '#shared/jsonrpc';
import { listByMethod } from '#shared/mcp';
import type { WireEvent } from '#shared/recording';
import type { Closing, Pending, StepNote } from '#shared/session';
import { streamBroke, observeMirrored } from './exchanges.ts';
import { WAITED } from './facts.ts';
import { reached, saw, sawSoFar } from './gather.ts';
import { pageCame, observeToken } from './messages.ts';
import type { ProfileState } from './state.ts';

/** Methods whose `Mcp-Name` header names what they are about (2026-07-28, basic/transports/streamable-http). */
const NAMED: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** What an event did to requests. `own`: it is a message of the client. */
export function stepRequests(
  state: ProfileState,
  event: WireEvent,
  decoded: Decoded | undefined,
  { note, own }: { readonly note: StepNote; readonly own: boolean },
): void {
  for (const pending of note.opened) if (own) opened(state, pending);
  if (note.continued && own) {
    opened(state, note.continued);
    inputGiven(state, `op ${note.continued.op}`, decoded, event);
  }
  if (own && decoded?.kind === 'request' && decoded.method === 'tasks/update' && isObject(decoded.params))
    inputGiven(state, `task ${String(decoded.params['taskId'])}`, decoded, event);
  for (const closing of note.closed) closed(state, closing, event, own);
  if (note.awaits) {
    state.open.delete(note.awaits.op);
    const methods = new Map(Object.entries(note.awaits.requests).map(([key, { method }]) => [key, method]));
    const { op, taskId } = note.awaits;
    const key = taskId === undefined ? `op ${op}` : `task ${taskId}`;
    if (state.input.size < MAX_INPUT_COUNT) state.input.set(key, { methods, s: event.s, t: event.t });
  }
  const { dropped } = note;
  if (dropped?.lastEventId !== undefined) streamBroke(state, event, dropped.retry);
}

const MAX_INPUT_COUNT = 1000;

function opened(state: ProfileState, { dir, op, method, s, token, revision, x }: Pending): void {
  if (dir !== 'c2s' || method === undefined) return;
  observeToken(state, method, token !== undefined, s);
  // A subscription is meant to stay open.
  if (method !== 'subscriptions/listen') state.open.add(op);
  reached(state.seen, 'concurrency', state.open.size, s);
  if (method === 'initialize' || revision !== undefined) {
    if (state.declaredS < 0) state.declaredS = s;
  }
  if (revision !== undefined) observeMirrored(state, x, NAMED.has(method), s);
}

/** The request was sent again, or the task was updated, with what the server asked for or with its state alone. */
function inputGiven(
  { input, seen }: ProfileState,
  key: string,
  message: Decoded | undefined,
  { s, t }: WireEvent,
): void {
  const asked = input.get(key);
  if (!asked) return;
  input.delete(key);
  const params = message?.kind === 'request' && isObject(message.params) ? message.params : {};
  const given = isObject(params['inputResponses']) ? params['inputResponses'] : {};
  for (const [name, method] of asked.methods)
    if (!Object.hasOwn(given, name)) saw(seen, 'answers', { subject: method, value: 'none', s });
    else saw(seen, 'answers', { subject: method, value: resultValue(method, given[name]), s, took: t - asked.t });
}

function closed(state: ProfileState, closing: Closing, event: WireEvent, own: boolean): void {
  const { pending, outcome, response } = closing;
  state.open.delete(pending.op);
  const { method } = pending;
  if (method === undefined) return;
  if (pending.dir === 's2c') {
    if (outcome === 'cancelled' || (event.k === 'message' && !own)) return;
    if (outcome !== 'result' && outcome !== 'error') return unanswered(state, pending);
    const value = outcome === 'error' ? errorValue(response?.error) : resultValue(method, response?.result);
    return saw(state.seen, 'answers', { subject: method, value, s: event.s, took: event.t - pending.t });
  }
  const result = isObject(response?.result) ? response.result : undefined;
  if (result) resultCame(state, method, result, event);
  // A subscription is closed when it is not needed any more.
  if (method === 'subscriptions/listen') return;
  const how = stopped(state, closing, event, own);
  const told = { subject: method, s: event.s, took: event.t - pending.t };
  if (how !== undefined) saw(state.seen, 'givesUp', { ...told, value: how });
  else if (response && outcome !== 'tap-answered' && pending.by !== 'tap')
    sawSoFar(state.seen, 'givesUp', { ...told, value: WAITED });
}

function stopped({ ended }: ProfileState, { outcome }: Closing, event: WireEvent, own: boolean): string | undefined {
  if (outcome === 'timeout') return 'timeout';
  if (outcome === 'cancelled') return event.k === 'message' ? (own ? 'cancelled' : undefined) : 'closed';
  return outcome === 'ended' && ended ? 'ended' : undefined;
}

/** The server's request has had no answer when the session ended. */
export function unanswered({ seen }: ProfileState, { method, s }: Pick<Pending, 'method' | 's'>): void {
  saw(seen, 'answers', { subject: method, value: 'none', s });
}

function errorValue(error: unknown): string {
  const code = isObject(error) ? error['code'] : undefined;
  return typeof code === 'number' ? `error ${code}` : 'error';
}

/** An elicitation is answered with what the person did (client/elicitation#response-actions). */
function resultValue(method: string, result: unknown): string {
  const action = method === 'elicitation/create' && isObject(result) ? result['action'] : undefined;
  return action === 'accept' || action === 'decline' || action === 'cancel' ? action : 'result';
}

function resultCame(state: ProfileState, method: string, result: JsonObject, event: WireEvent): void {
  const revision = result['protocolVersion'];
  if (method === 'initialize' && typeof revision === 'string') state.agreed = { revision, s: event.s, t: event.t };
  const list = listByMethod(method)?.list;
  const next = result['nextCursor'];
  if (list !== undefined && typeof next === 'string') pageCame(state, list, next, event);
}
