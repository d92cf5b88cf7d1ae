/** A recording folded once: each action of the client with what is needed to make a step of it, and what it answered. */
import { defined } from '#shared/base';
import { type Decoded, MessagesByKey } from '#shared/jsonrpc';
import { SERVER_LISTS } from '#shared/mcp';
import { textOf, type HttpBody, type MessageEvent, type Recorded, type WireEvent } from '#shared/recording';
import {
  isTakenBackAtEnd,
  isTaskEnded,
  SessionLog,
  type Operation,
  type Outcome,
  type SessionState,
  type StepNote,
} from '#shared/session';
import { answerMessage } from './answer-message.ts';
import { AnswersGiven } from './answers-given.ts';
import { HandleFinder } from './handles.ts';
import { sentByPerson } from './http-details.ts';
import type { Handle, RecordedHttp } from './types.ts';

/** A message that the client sent, or an exchange by whose end it cancelled a request. */
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

export type Survey = ReturnType<typeof survey>;

/** Fold a recording. Takes any; never throws. */
export function survey(recorded: Recorded) {
  const log = new SessionLog(recorded.events);
  const given = new AnswersGiven();
  const handles = new HandleFinder();
  const messages = new MessagesByKey();
  const acts: Act[] = [];
  /** Requests of the server by method, before the connection was being closed. */
  const asked = new Map<string, number>();
  /** Exchanges that were refused for want of authorization. */
  const refused = new Set<string>();
  const announced = new Map<string, number>();
  const requests = new Map<string, HttpBody>();
  const tasks = new Map<number, number>();
  let standalone = false;

  for (const event of recorded.events) {
    if (event.s !== log.length) continue;
    const sent = event.k === 'message' && event.dir === 'c2s' ? event : undefined;
    const before = {
      closing: isClosing(log.state),
      amongOthers: sent !== undefined && isAwaiting(log.state),
      stale: sent && staleLists(log.state),
      http:
        sent && isTyped(sent) ? sentByPerson(requests.get(sent.x ?? ''), log.state, sent, recorded.header) : undefined,
    };
    const note = log.append(event);
    if (!note) continue;
    given.take(event, note);
    for (const { dir, method, by } of note.opened)
      if (dir === 's2c' && by !== 'tap' && !before.closing && method !== undefined) count(asked, method);
    if (event.k === 'message') learn(handles, event, note, log, messages);
    for (const op of finishedTasks(note, log.state)) if (!tasks.has(op)) tasks.set(op, event.s);
    if (note.unauthorized) refused.add(note.unauthorized.x);
    if (event.k === 'http' && event.phase === 'request') {
      requests.set(event.x, event);
      standalone ||= log.state.exchanges.get(event.x)?.standalone === true && log.state.revision !== undefined;
    }
    if (event.k === 'http' && event.phase === 'end') {
      requests.delete(event.x);
      const { closing } = before;
      if (!closing && event.by === 'client' && note.closed.some(({ outcome }) => outcome === 'cancelled'))
        acts.push({ event, text: '', note, exact: false, byPerson: false, amongOthers: true, closing, handles: [] });
    }
    // What went on from a tap, or was made there, is not what the client sent.
    if (event.k !== 'message' || event.of !== undefined || event.by === 'tap') continue;
    const { decoded } = note;
    if (event.dir === 's2c') {
      if (decoded?.kind === 'notification') count(announced, decoded.method);
      continue;
    }
    const text = textOf(event);
    // A fresh id would be written into a text that is not what the bytes are.
    const exact = isTyped(event) || event.b64 !== undefined;
    const isJson = decoded !== undefined && decoded.kind !== 'malformed';
    const { stale, http, ...context } = before;
    const changed = decoded?.kind === 'request' && !exact ? stale?.get(decoded.method) : undefined;
    acts.push({
      event,
      message: event,
      text,
      note,
      exact,
      byPerson: event.by === 'user',
      ...context,
      handles: isJson && !exact ? handles.in(text) : [],
      ...defined({ decoded, http }),
      ...(changed === undefined ? {} : { notified: { method: changed, count: announced.get(changed) ?? 0 } }),
    });
    if (isJson) handles.sent(text);
  }
  /** Recorded time limits by the request's event. */
  const timeouts = new Map<number, Extract<WireEvent, { readonly k: 'timeout' }>>();
  for (const event of log.events) if (event.k === 'timeout') timeouts.set(event.at, event);
  return { log, acts, answers: given.all(), asked, endings: endingsOf(log, tasks), refused, timeouts, standalone };
}

/** Values in the answers that a message of the server brings, by operation or by the task that the operation created. */
function learn(
  handles: HandleFinder,
  event: MessageEvent,
  note: StepNote,
  log: SessionLog,
  messages: MessagesByKey,
): void {
  const { operations, state } = log;
  const result = note.tasks?.map((taskId) => state.tasks.get(taskId)).find((task) => task?.resultS === event.s);
  if (result?.op !== undefined) handles.answered(result.op, textOf(event), true, toolOf(operations.get(result.op)));
  for (const { pending, response } of note.closed) {
    if (pending.dir !== 'c2s' || pending.key === undefined || !response) continue;
    const answer = answerMessage(textOf(event), note.decoded, pending.key, messages);
    if (answer !== undefined) handles.answered(pending.op, answer, false, toolOf(operations.get(pending.op)));
  }
}

/** Operations whose tasks a step told of, and that have ended. */
const finishedTasks = ({ tasks = [] }: StepNote, state: Readonly<SessionState>): number[] =>
  tasks.flatMap((taskId) => (isFinished(state, taskId) ? (state.tasks.get(taskId)?.op ?? []) : []));

/** Operations that a response or the client ended, and those whose `tasks` ended at these events, in the order of their ends. */
function endingsOf(log: SessionLog, tasks: ReadonlyMap<number, number>) {
  const closed = Array.from(log.notes.keys()).flatMap((s) =>
    log
      .endedBy(s)
      .filter(({ dir, outcome }) => dir === 'c2s' && outcome !== undefined && !NO_END.has(outcome))
      .map(({ index: op }) => ({ s, op, what: 'closed' as const })),
  );
  const ended = [...tasks].map(([op, s]) => ({ s, op, what: 'task' as const }));
  return [...closed, ...ended]
    .sort((one, other) => one.s - other.s)
    .filter(({ op }) => {
      const operation = log.operations.get(op);
      return !operation || !isTakenBackAtEnd(operation, log);
    });
}

/** What neither an answer nor the client ended. */
const NO_END: ReadonlySet<Outcome> = new Set(['silence', 'ended', 'dropped', 'tap-answered']);

const toolOf = (operation: Operation | undefined): string | undefined =>
  operation?.method === 'tools/call' ? operation.name : undefined;

export function count(table: Map<string, number>, method: string): void {
  table.set(method, (table.get(method) ?? 0) + 1);
}

const isTyped = ({ by, form }: MessageEvent): boolean => by === 'user' && form !== true;

const isClosing = ({ connection }: Readonly<SessionState>): boolean =>
  connection === 'closing' || connection === 'closed';

/** True while a request of the client waits for its first answer. */
function isAwaiting({ pending }: Readonly<SessionState>): boolean {
  for (const { dir, kind, by, rounds } of pending.values())
    if (dir === 'c2s' && kind === 'request' && by !== 'tap' && rounds === undefined) return true;
  return false;
}

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
