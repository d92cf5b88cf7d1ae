/** A recording folded once: each action of the client with what is needed to make a step of it, and what it answered. */
import { type Decoded, MessagesByKey, textMember } from '#shared/jsonrpc';
import { SERVER_LISTS } from '#shared/mcp';
import { textOf, type HeaderPairs, type MessageEvent, type Recorded, type WireEvent } from '#shared/recording';
import {
  isTakenBackAtEnd,
  isTaskEnded,
  SessionLog,
  type Outcome,
  type SessionState,
  type StepNote,
} from '#shared/session';
import { answerMessage } from './answer-message.ts';
import { AnswersGiven } from './answers-given.ts';
import { HandleFinder } from './handles.ts';
import { sentByPerson } from './http-details.ts';
import type { Handle, RecordedAnswer, RecordedHttp } from './types.ts';

/** A message that the client sent, or an exchange by whose end it took a request back. */
export interface Act {
  readonly event: WireEvent;
  /** The message; absent for the end of an exchange. */
  readonly message?: MessageEvent;
  readonly text: string;
  readonly decoded?: Decoded;
  readonly note: StepNote;
  /** Its bytes go out as they are: a person typed them, or they are not UTF-8. */
  readonly exact: boolean;
  /** A person had it sent, typed or made from a form. */
  readonly byPerson: boolean;
  /** Other requests that will be answered were open. */
  readonly amongOthers: boolean;
  /** It asks for a list that the server had announced to have changed, and how often it had by then. */
  readonly notified?: { readonly method: string; readonly count: number };
  readonly closing: boolean;
  readonly handles: readonly Handle[];
  readonly http?: RecordedHttp;
}

export interface Survey {
  readonly log: SessionLog;
  readonly acts: readonly Act[];
  readonly answers: readonly RecordedAnswer[];
  /** Requests of the server by method, before the connection was being closed. */
  readonly asked: ReadonlyMap<string, number>;
  /** Operations that were ended by an answer or by the client, in the order in which they ended. */
  readonly endings: readonly { readonly s: number; readonly op: number; readonly what: 'closed' | 'task' }[];
  readonly refused: ReadonlySet<string>;
  /** Recorded time limits by the request's event. */
  readonly timeouts: ReadonlyMap<number, { readonly limit: 'idle' | 'total'; readonly ms: number }>;
  readonly standalone: boolean;
}

/** Fold a recording. Takes any; never throws. */
export function survey(recorded: Recorded): Survey {
  const log = new SessionLog();
  const given = new AnswersGiven();
  const handles = new HandleFinder();
  const messages = new MessagesByKey();
  const acts: Act[] = [];
  const asked = new Map<string, number>();
  const endings: { s: number; op: number; what: 'closed' | 'task' }[] = [];
  const refused = new Set<string>();
  const timeouts = new Map<number, { limit: 'idle' | 'total'; ms: number }>();
  const announced = new Map<string, number>();
  const requestHeaders = new Map<string, { method: string; url: string; headers: HeaderPairs }>();
  const endedTasks = new Set<string>();
  const open = new Set<number>();
  /** Names of the tools that were called, by operation. */
  const tools = new Map<number, string>();
  let standalone = false;

  for (const event of recorded.events) {
    if (event.s !== log.length) continue;
    const closing = isClosing(log.state);
    const stale = event.k === 'message' && event.dir === 'c2s' ? staleLists(log.state) : undefined;
    const http =
      event.k === 'message' && event.dir === 'c2s' && event.x !== undefined && isTyped(event)
        ? sentByPerson(requestHeaders.get(event.x), log.state, textOf(event), recorded.header)
        : undefined;
    const amongOthers = open.size > 0;
    const note = log.append(event);
    if (!note) continue;
    given.take(event, note);
    for (const { dir, kind, op, method, by } of note.opened) {
      if (by === 'tap') continue;
      if (dir === 'c2s' && kind === 'request') open.add(op);
      else if (dir === 's2c' && !closing && method !== undefined) asked.set(method, (asked.get(method) ?? 0) + 1);
    }
    const result = note.tasks?.map((taskId) => log.state.tasks.get(taskId)).find((task) => task?.resultS === event.s);
    if (result?.op !== undefined && event.k === 'message')
      handles.answered(result.op, textOf(event), true, tools.get(result.op));
    for (const { pending, outcome, response } of note.closed) {
      open.delete(pending.op);
      if (pending.dir !== 'c2s') continue;
      if (!NO_END.has(outcome)) endings.push({ s: event.s, op: pending.op, what: 'closed' });
      const answer =
        event.k === 'message' && pending.key !== undefined
          ? answerMessage(textOf(event), note.decoded, pending.key, messages)
          : undefined;
      if (response && answer !== undefined) handles.answered(pending.op, answer, false, tools.get(pending.op));
    }
    if (note.awaits) open.delete(note.awaits.op);
    for (const taskId of note.tasks ?? []) {
      const task = log.state.tasks.get(taskId);
      if (task?.op === undefined || endedTasks.has(taskId) || !isFinished(log.state, taskId)) continue;
      endedTasks.add(taskId);
      endings.push({ s: event.s, op: task.op, what: 'task' });
    }
    if (note.unauthorized) refused.add(note.unauthorized.x);
    if (event.k === 'timeout') timeouts.set(event.at, { limit: event.limit, ms: event.ms });
    if (event.k === 'http' && event.phase === 'request') {
      const { method = 'POST', url = '', headers = [] } = event;
      requestHeaders.set(event.x, { method, url, headers });
      standalone ||= log.state.exchanges.get(event.x)?.standalone === true && log.state.revision !== undefined;
    }
    if (event.k === 'http' && event.phase === 'end') {
      requestHeaders.delete(event.x);
      const taken = !closing && event.by === 'client' && note.closed.some(({ outcome }) => outcome === 'cancelled');
      if (taken)
        acts.push({ event, text: '', note, exact: false, byPerson: false, amongOthers: true, closing, handles: [] });
    }
    // What went on from a tap, or was made there, is not what the client sent.
    if (event.k !== 'message' || event.of !== undefined || event.by === 'tap') continue;
    const { decoded } = note;
    if (event.dir === 's2c') {
      if (decoded?.kind === 'notification') announced.set(decoded.method, (announced.get(decoded.method) ?? 0) + 1);
      continue;
    }
    const text = textOf(event);
    const tool = decoded?.kind === 'request' ? toolOf(decoded.method, decoded.params) : undefined;
    for (const { op } of note.opened) if (tool !== undefined) tools.set(op, tool);
    // A fresh id would be written into a text that is not what the bytes are.
    const exact = isTyped(event) || event.b64 !== undefined;
    const isJson = decoded !== undefined && decoded.kind !== 'malformed';
    const changed = decoded?.kind === 'request' && !exact ? stale?.get(decoded.method) : undefined;
    acts.push({
      event,
      message: event,
      text,
      note,
      exact,
      byPerson: event.by === 'user',
      amongOthers,
      closing,
      handles: isJson && !exact ? handles.in(text) : [],
      ...(decoded ? { decoded } : {}),
      ...(http ? { http } : {}),
      ...(changed === undefined ? {} : { notified: { method: changed, count: announced.get(changed) ?? 0 } }),
    });
    if (isJson) handles.sent(text);
  }
  const ended = endings.filter(({ op }) => {
    const operation = log.operations[op];
    return !operation || !isTakenBackAtEnd(operation, log);
  });
  return { log, acts, answers: given.all(), asked, endings: ended, refused, timeouts, standalone };
}

/** What neither an answer nor the client ended. */
const NO_END: ReadonlySet<Outcome> = new Set(['silence', 'ended', 'dropped', 'tap-answered']);

const toolOf = (method: string, params: unknown): string | undefined =>
  method === 'tools/call' ? textMember(params, 'name') : undefined;

/** A person wrote the text, and did not have it made from a form. */
const isTyped = ({ by, form }: MessageEvent): boolean => by === 'user' && form !== true;

const isClosing = ({ connection }: Readonly<SessionState>): boolean =>
  connection === 'closing' || connection === 'closed';

/** The methods of lists that changed since they were read, and what announced it. */
function staleLists(state: Readonly<SessionState>): ReadonlyMap<string, string> | undefined {
  const stale = SERVER_LISTS.filter(({ list }) => state.lists[list].stale !== undefined);
  return stale.length > 0 ? new Map(stale.map(({ method, changed }) => [method, changed])) : undefined;
}

/** A task has ended, and what it gave was fetched where that is done apart. */
export function isFinished(state: Readonly<SessionState>, taskId: string): boolean {
  const task = state.tasks.get(taskId);
  if (!task || !isTaskEnded(task.status)) return false;
  return state.era?.era === 'per-request' || task.status === 'cancelled' || task.resultS !== undefined;
}
