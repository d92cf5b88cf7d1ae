/** One step of the session fold: the state after an event, and a note of what the event did. Deterministic, and safe on any event. */
import { defined } from '#shared/base';
import { withSmallMembers, type Decoded } from '#shared/jsonrpc';
import { allowsBatch, eraOf, SERVER_LISTS } from '#shared/mcp';
import { hidesText } from '#shared/plain-text';
import type { ConnectionBody, MessageEvent, ProcessBody, TimeoutBody, WireEvent } from '#shared/recording';
import { isBatchTooEarly } from './before-handshake.ts';
import { eachList } from './copy-state.ts';
import { after, enter, openPending } from './draft.ts';
import { stepDelivered, stepHttp, stepSse } from './http-exchanges.ts';
import { copyList } from './list-state.ts';
import { toolsListed } from './mismatched.ts';
import { paceRepeated } from './pace.ts';
import { onNotification, onRequest } from './requests.ts';
import { onResponse } from './responses.ts';
import { answerable, sentIn, takePending, unanswered } from './pending.ts';
import { listsToRead, type SessionState } from './session-state.ts';
import { Sequence } from './sequence.ts';
import { stepTap } from './taps.ts';
import { draftNote, NOTHING, type Closing, type Draft, type StepNote } from './step-note.ts';

/** After these nothing waits for the server to read. */
const UNREAD_NO_MORE: ReadonlySet<string> = new Set(['stdin-drain', 'stdin-error', 'exit']);

/** Advance `state` in place by one event. `decoded` is the event's message, absent for other kinds. Never throws. */
export function stepSession(state: SessionState, event: WireEvent, decoded?: Decoded): StepNote {
  state.events = event.s + 1;
  state.lastT = event.t;
  if (state.phases.length === 0) enter(state, 'connection', event);
  const note = stepEvent(state, event, decoded);
  if (state.mismatched.size > 0) {
    for (const closing of note.closed)
      if (closing.pending.dir === 'c2s' && closing.pending.method === 'tools/list') toolsListed(state, closing);
  }
  return note;
}

function stepEvent(state: SessionState, event: WireEvent, decoded?: Decoded): StepNote {
  switch (event.k) {
    case 'message':
      // What went on from a tap is the message that it went on from, not another one.
      if (event.of !== undefined) return { ...NOTHING, about: event.of, decoded };
      return decoded ? stepMessage(state, event, decoded) : NOTHING;
    case 'http':
      if (event.step !== undefined) return NOTHING;
      if (event.phase === 'request' && event.method === 'DELETE') enter(state, 'shutdown', event);
      return stepHttp(state, event);
    case 'sse':
      stepSse(state, event);
      return NOTHING;
    case 'process':
      return stepProcess(state, event);
    case 'tap':
      return stepTap(state, event);
    case 'timeout':
      return stepTimeout(state, event);
    case 'connection':
      return stepConnection(state, event);
    default:
      return NOTHING;
  }
}

function stepConnection(state: SessionState, event: ConnectionBody & WireEvent): StepNote {
  switch (event.event) {
    case 'problem':
      // Of the disk, not of the session.
      if (event.reason === 'recording-failed' || event.reason === 'authorization-not-kept') return NOTHING;
      state.problem = { s: event.s, reason: event.reason ?? 'unknown', ...defined({ detail: event.detail }) };
      return NOTHING;
    case 'era': {
      const { detail = '', reason = '' } = event;
      state.era = { era: eraOf(detail), reason, s: event.s };
      // What went wrong before led to this, and is over with it.
      delete state.problem;
      // A session id that came with the answer to the question belongs to nothing that was agreed.
      delete state.httpSession;
      delete state.httpSessionLost;
      if (state.era.era === 'handshake') return NOTHING;
      state.revision = detail;
      state.initialized = true;
      enter(state, listsToRead(state).length > 0 ? 'discovery' : 'operation', after(event));
      return NOTHING;
    }
    case 'restarted':
      if (event.reason === 'session-lost') paceRepeated(state, 'restarts', '', event.t);
      return restart(state, event);
    case 'policy':
      state.steps = event.steps ?? [];
      return NOTHING;
    case 'slowed':
      state.slowed = new Set([...state.slowed, event.reason ?? '']);
      return NOTHING;
    case 'authorization':
      if (event.reason === 'granted' || event.reason === 'failed') delete state.authorizing;
      else state.authorizing = true;
      return NOTHING;
    case 'opening':
    case 'open':
    case 'resumed':
    case 'closing':
    case 'closed':
      state.connection = event.event === 'resumed' ? 'open' : event.event;
      if (event.steps) state.steps = event.steps;
      if (event.event === 'closing' || event.event === 'closed') enter(state, 'shutdown', event);
      if (event.event !== 'closed') return NOTHING;
      if (event.reason !== undefined) state.closedBy = event.reason;
      return closeAll(state);
    default:
      // A later version of the format may know more turns.
      return NOTHING;
  }
}

/** The server's process or session is a new one: nothing that was agreed holds any more. */
function restart(state: SessionState, event: WireEvent): StepNote {
  state.restarts++;
  enter(state, 'connection', event);
  const closed: Closing[] = [];
  for (const [key, pending] of answerable(state)) {
    // Another exchange may still bring its answer; a process that is gone brings none.
    if (pending.x !== undefined) continue;
    takePending(state, key);
    closed.push(unanswered(pending, 'ended'));
  }
  delete state.httpSession;
  delete state.httpSessionLost;
  delete state.revision;
  delete state.initializedIn;
  delete state.probe;
  state.initialized = false;
  // What was listed may be listed otherwise now; it stays to be seen until then.
  state.lists = eachList(state, (list) => (list.complete ? { ...copyList(list), complete: false } : list));
  state.dropped.clear();
  state.subscriptions.clear();
  state.subscribed = new Map();
  return { ...NOTHING, closed };
}

function stepProcess(state: SessionState, event: ProcessBody & WireEvent): StepNote {
  if (event.event === 'stdin-wait') state.process = { ...state.process, unread: event.bytes ?? 0 };
  if (state.process.unread !== undefined && UNREAD_NO_MORE.has(event.event)) {
    const { unread: _, ...rest } = state.process;
    state.process = rest;
  }
  if (event.event === 'spawn') {
    // Started anew after an end: the connection that follows begins with it.
    if (state.process.exit) enter(state, 'connection', event);
    if (event.pid !== undefined) state.process = { pid: event.pid };
  }
  if (event.event === 'exit') {
    state.process = { ...state.process, exit: { code: event.code ?? null, signal: event.signal ?? null } };
    enter(state, 'shutdown', event);
  }
  if (event.event === 'stdin-end' || event.event === 'signal') enter(state, 'shutdown', event);
  return NOTHING;
}

/** basic/utilities/cancellation#timeouts: from here on nobody waits for the answer. */
function stepTimeout(state: SessionState, event: TimeoutBody): StepNote {
  const key = sentIn(state, event.at);
  const pending = key && takePending(state, key);
  return pending ? { ...NOTHING, closed: [{ pending, outcome: 'timeout' }] } : NOTHING;
}

function closeAll(state: SessionState): StepNote {
  const waited = answerable(state).map(([, pending]) => pending);
  const awaited = [...state.awaited.values()].map(({ pending }) => pending);
  const closed = [...waited, ...awaited].map((pending) => unanswered(pending, 'ended'));
  for (const table of [
    ...[state.pending, state.unreadable, state.carried, state.sent, state.tokens, state.exchanges, state.dropped],
    ...[state.awaited, state.mismatched, state.subscriptions, state.repeated],
  ])
    table.clear();
  state.malformed = new Sequence();
  return { ...NOTHING, closed };
}

function stepMessage(state: SessionState, event: MessageEvent, decoded: Decoded): StepNote {
  const draft = draftNote(decoded, decoded.faults.length > 0 ? [...decoded.faults] : []);
  if (event.b64 !== undefined) draft.faults.push('invalid-utf8');
  if (event.unterminated) draft.faults.push('unterminated');
  if (event.dir === 's2c' && event.x === undefined && event.raw?.endsWith('\r')) draft.faults.push('carriage-return');
  if (event.dir === 's2c' && event.x !== undefined) stepDelivered(state, event.x);
  if (event.sse && event.x !== undefined) stepSse(state, { x: event.x, ...event.sse });
  if (decoded.kind === 'batch') {
    if (state.revision !== undefined && !allowsBatch(state.revision)) draft.faults.push('batch-not-in-revision');
    if (isBatchTooEarly(state, event, decoded.items)) draft.faults.push('before-handshake');
    for (const [index, item] of decoded.items.entries()) {
      draft.faults.push(...item.faults);
      const raw = decoded.texts?.[index];
      stepOne(state, raw === undefined ? event : { ...event, raw }, item, draft);
    }
  } else stepOne(state, event, withSmallMembers(decoded), draft);
  if (event.dir === 's2c' && event.x !== undefined && isErrorInWords(state, event.x, decoded)) draft.faults = [];
  if (event.dir === 's2c' && isRead(draft, decoded) && hidesText(event.raw ?? ''))
    draft.faults.push('hidden-characters');
  if (event.by === 'tap') {
    // Whoever sits at the tap may write what they like: it is neither side's fault.
    draft.faults = [];
    draft.unmatched = undefined;
  }
  // The last page is still discovery; what follows is not.
  if (state.phase === 'discovery' && listsToRead(state).length === 0) enter(state, 'operation', after(event));
  return draft;
}

/**
 * True for the body of an HTTP error that is no message, which it need not be (basic/transports#sending-messages-to-the-server).
 * The transport reports it as a `body`; recordings of other programs and versions have it as a message.
 */
function isErrorInWords(state: Readonly<SessionState>, x: string, { kind }: Decoded): boolean {
  return (kind === 'malformed' || kind === 'invalid') && (state.exchanges.get(x)?.status ?? 0) >= 400;
}

/** Answers whose texts people and models decide by: who the server is, and what it offers. */
const DEFINING: ReadonlySet<string | undefined> = new Set<string | undefined>([
  'initialize',
  'server/discover',
  ...SERVER_LISTS.map(({ method }) => method),
]);

/** True for a message of the server that says what something is or does, or asks for something. Results of calls are content. */
function isRead({ closed }: Draft, decoded: Decoded): boolean {
  return decoded.kind === 'request' || closed.some(({ pending }) => DEFINING.has(pending.method));
}

function stepOne(state: SessionState, event: MessageEvent, decoded: Decoded, draft: Draft): void {
  switch (decoded.kind) {
    case 'request':
      onRequest(state, event, decoded, draft);
      return;
    case 'notification':
      onNotification(state, event, decoded.method, decoded.params, draft);
      return;
    case 'response':
      onResponse(state, event, decoded, draft);
      return;
    case 'invalid':
    case 'malformed':
      // Nobody owes malformed client text an answer; that silence is an outcome worth showing, and an answer that comes belongs to it.
      if (event.dir === 'c2s') openPending(state, event, `c2s:?${state.operations}`, draft, { kind: 'malformed' });
      return;
    case 'batch':
      draft.faults.push('not-a-message');
  }
}
