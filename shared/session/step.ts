/**
 * One step of the session fold: the state after an event, and a note of what the event did (what it opened, what it
 * closed, what was wrong with it). Deterministic, without clock or randomness, and safe on any event.
 */
import type { Decoded, DecodedResponse, Fault, MessageFault } from '#shared/jsonrpc';
import { idKey, isObject } from '#shared/jsonrpc';
import { allowsBatch, listByMethod } from '#shared/mcp';
import type { Direction, MessageEvent, ProcessBody, WireEvent } from '#shared/recording';
import { stepHttp } from './exchanges.ts';
import { stepLists } from './lists.ts';
import { listsToRead, type Pending, type PendingKey, type Phase, type SessionState } from './state.ts';
import { NOTHING, type Closing, type StepNote } from './step-note.ts';

/** Advance `state` in place by one event. `decoded` is the event's message, absent for other kinds. Never throws. */
export function stepSession(state: SessionState, event: WireEvent, decoded?: Decoded): StepNote {
  state.events = event.s + 1;
  state.lastT = event.t;
  if (state.phases.length === 0) enter(state, 'connection', event);
  switch (event.k) {
    case 'message':
      return decoded ? stepMessage(state, event, decoded) : NOTHING;
    case 'http':
      if (event.phase === 'request' && event.method === 'DELETE') enter(state, 'shutdown', event);
      return stepHttp(state, event);
    case 'process':
      return stepProcess(state, event);
    case 'connection':
      if (event.event === 'problem') {
        state.problem = {
          s: event.s,
          reason: event.reason ?? 'unknown',
          ...(event.detail === undefined ? {} : { detail: event.detail }),
        };
        return NOTHING;
      }
      state.connection = event.event === 'resumed' ? 'open' : event.event;
      if (event.event === 'closing' || event.event === 'closed') enter(state, 'shutdown', event);
      if (event.event !== 'closed') return NOTHING;
      if (event.reason !== undefined) state.closedBy = event.reason;
      return closeAll(state);
    default:
      return NOTHING;
  }
}

/** Begin a phase at an event. A phase that would begin and end at the same event is left out. */
function enter(state: SessionState, phase: Phase, at: { readonly s: number; readonly t: number }): void {
  if (state.phase === phase && state.phases.length > 0) return;
  state.phase = phase;
  const before = state.phases.at(-1)?.s === at.s ? state.phases.slice(0, -1) : state.phases;
  state.phases = [...before, { phase, s: at.s, t: at.t }];
}

/** The place just after an event: the phase it ends includes it. */
function after({ s, t }: { readonly s: number; readonly t: number }): { readonly s: number; readonly t: number } {
  return { s: s + 1, t };
}

function stepProcess(state: SessionState, event: ProcessBody & WireEvent): StepNote {
  if (event.event === 'spawn' && event.pid !== undefined) state.process = { pid: event.pid };
  if (event.event === 'exit') {
    state.process = { ...state.process, exit: { code: event.code ?? null, signal: event.signal ?? null } };
    enter(state, 'shutdown', event);
  }
  if (event.event === 'stdin-end' || event.event === 'signal') enter(state, 'shutdown', event);
  return NOTHING;
}

function closeAll(state: SessionState): StepNote {
  const closed = [...state.pending.values()].map((pending): Closing => ({
    pending,
    outcome: pending.kind === 'malformed' ? 'silence' : 'ended',
  }));
  state.pending.clear();
  state.exchanges.clear();
  return { ...NOTHING, closed };
}

interface Draft {
  opened: Pending[];
  closed: Closing[];
  touches?: number;
  faults: Fault[];
  unmatched?: StepNote['unmatched'];
  initialized?: true;
}

function stepMessage(state: SessionState, event: MessageEvent, decoded: Decoded): StepNote {
  const draft: Draft = { opened: [], closed: [], faults: [...decoded.faults] };
  if (event.b64 !== undefined) draft.faults.push('invalid-utf8');
  if (event.unterminated) draft.faults.push('unterminated');
  if (event.dir === 's2c' && event.x === undefined && event.raw?.endsWith('\r')) draft.faults.push('carriage-return');
  if (decoded.kind === 'batch') {
    if (state.revision !== undefined && !allowsBatch(state.revision)) draft.faults.push('batch-not-in-revision');
    for (const item of decoded.items) {
      draft.faults.push(...item.faults);
      stepOne(state, event, item, draft);
    }
  } else stepOne(state, event, decoded, draft);
  // The last page is still discovery; what follows is not.
  if (state.phase === 'discovery' && listsToRead(state).length === 0) enter(state, 'operation', after(event));
  return { ...draft, decoded };
}

function stepOne(state: SessionState, event: MessageEvent, decoded: Decoded, draft: Draft): void {
  switch (decoded.kind) {
    case 'request': {
      if (event.dir === 'c2s') {
        if (typeof decoded.id === 'number' && Number.isSafeInteger(decoded.id) && decoded.id >= state.nextId)
          state.nextId = decoded.id + 1;
        onClientMessage(state, event, decoded.method);
        if (decoded.method === 'initialize') onInitialize(state, decoded.params);
      }
      const key: PendingKey = `${event.dir}:${decoded.key}`;
      const reused = state.pending.get(key);
      if (reused) {
        draft.faults.push('reused-id');
        state.pending.set(`${event.dir}:?${reused.op}`, reused);
      }
      open(state, event, key, draft, {
        kind: 'request',
        key: decoded.key,
        method: decoded.method,
        params: keptParams(decoded.method, decoded.params),
        ...progressToken(decoded.params),
      });
      return;
    }
    case 'notification':
      onNotification(state, event, decoded.method, decoded.params, draft);
      return;
    case 'response':
      onResponse(state, event, decoded, draft);
      return;
    case 'invalid':
    case 'malformed':
      // Malformed client text waits for an answer that usually never comes; that silence is an outcome worth showing.
      if (event.dir === 'c2s') open(state, event, `c2s:?${state.operations}`, draft, { kind: 'malformed' });
      return;
    case 'batch':
      draft.faults.push('not-a-message' satisfies MessageFault);
  }
}

/** Parameters that later steps need: which page a list answer is, and what names a call. The rest is in the recording. */
function keptParams(method: string, params: unknown): unknown {
  return listByMethod(method) && isObject(params) ? { cursor: params['cursor'] } : undefined;
}

/** basic/utilities/progress: the token by which notifications name the request they are about. */
function progressToken(params: unknown): Pick<Pending, 'token'> {
  const meta = isObject(params) ? params['_meta'] : undefined;
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  return typeof token === 'string' || typeof token === 'number' ? { token: idKey(token) } : {};
}

function open(
  state: SessionState,
  event: MessageEvent,
  key: PendingKey,
  draft: Draft,
  more: Pick<Pending, 'kind' | 'key' | 'method' | 'params' | 'token'>,
): void {
  const pending: Pending = {
    op: state.operations++,
    s: event.s,
    t: event.t,
    dir: event.dir,
    ...more,
    ...(event.x === undefined ? {} : { x: event.x }),
    ...(event.by === undefined ? {} : { by: event.by }),
  };
  state.pending.set(key, pending);
  draft.opened.push(pending);
}

function onClientMessage(state: SessionState, event: MessageEvent, method: string): void {
  if (state.phase === 'shutdown') return;
  if (method === 'initialize') enter(state, 'initialization', event);
  else if (method === 'notifications/initialized')
    enter(state, listsToRead(state).length > 0 ? 'discovery' : 'operation', after(event));
  else if (state.phase === 'discovery' && !listByMethod(method)) enter(state, 'operation', event);
}

function onInitialize(state: SessionState, params: unknown): void {
  if (!isObject(params)) return;
  if (typeof params['protocolVersion'] === 'string') state.offered = params['protocolVersion'];
  state.client = party(params['clientInfo'], params['capabilities']);
}

function party(info: unknown, capabilities: unknown): SessionState['client'] {
  return { ...(isObject(info) ? { info } : {}), ...(isObject(capabilities) ? { capabilities } : {}) };
}

function onNotification(state: SessionState, event: MessageEvent, method: string, params: unknown, draft: Draft): void {
  if (event.dir === 'c2s') {
    onClientMessage(state, event, method);
    if (method === 'notifications/initialized') {
      state.initialized = true;
      if (event.x === undefined) draft.initialized = true;
      else state.initializedIn = event.x;
    }
  } else stepLists.changed(state, method, event.s);
  if (!isObject(params)) return;
  if (method === 'notifications/progress') {
    const token = params['progressToken'];
    if (typeof token !== 'string' && typeof token !== 'number') return;
    for (const pending of state.pending.values()) {
      if (pending.dir !== event.dir && pending.token === idKey(token)) draft.touches = pending.op;
    }
  } else if (method === 'notifications/cancelled') {
    const id = params['requestId'];
    const key: PendingKey = `${event.dir}:${typeof id === 'string' ? 's' : 'n'}:${String(id)}`;
    const pending = state.pending.get(key);
    if (pending) {
      state.pending.delete(key);
      draft.closed.push({ pending, outcome: 'cancelled' });
    }
  }
}

const opposite = (dir: Direction): Direction => (dir === 'c2s' ? 's2c' : 'c2s');

function onResponse(state: SessionState, event: MessageEvent, decoded: DecodedResponse, draft: Draft): void {
  const asked = opposite(event.dir);
  const key: PendingKey | undefined =
    decoded.key === undefined ? malformedBefore(state, event, asked) : `${asked}:${decoded.key}`;
  const pending = key && state.pending.get(key);
  if (!key || !pending) {
    draft.unmatched = { response: decoded, asked };
    return;
  }
  state.pending.delete(key);
  const toolError = pending.method === 'tools/call' && isObject(decoded.result) && decoded.result['isError'] === true;
  draft.closed.push({ pending, outcome: decoded.outcome === 'error' ? 'error' : toolError ? 'tool-error' : 'result' });
  if (asked !== 'c2s') return;
  if (pending.method === 'initialize' && isObject(decoded.result)) {
    const { protocolVersion, serverInfo, capabilities, instructions } = decoded.result;
    if (typeof protocolVersion === 'string') state.revision = protocolVersion;
    state.server = {
      ...party(serverInfo, capabilities),
      ...(typeof instructions === 'string' ? { instructions } : {}),
    };
  }
  stepLists.answered(state, pending, decoded, event.s);
}

/** The malformed text that an answer without an id belongs to: the one of the same HTTP exchange, else the latest. */
function malformedBefore(state: SessionState, event: MessageEvent, asked: Direction): PendingKey | undefined {
  let found: PendingKey | undefined;
  for (const [key, pending] of state.pending) {
    if (pending.dir !== asked || (event.x !== undefined && pending.x !== event.x)) continue;
    if (pending.kind === 'malformed' || event.x !== undefined) found = key;
  }
  return found;
}
