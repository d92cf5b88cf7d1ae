/** Streams that end before their time, and sessions that the server forgets (2025-11-25, basic/transports). */
import { isTaskEnded, paceWait, servesTasks, type DroppedStream, type SessionState } from '#shared/session';
import { slowly } from './brake.ts';
import type { Awaited, Command } from './command.ts';
import { listAfterWait, listenSteps } from './listing.ts';
import type { Policy } from './policy.ts';

/** Before a stream is opened again when the server does not say; each attempt waits half as long again. */
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** A server that asks for at least this wait gets it, however often. */
const POLITE_WAIT_MS = 250;
/** Otherwise the first wait, which doubles with each stream that brings no message. */
const MIN_WAIT_MS = 100;
/** Between two polls of a task when the server does not say. */
const POLL_MS = 1000;
/** The same while the task waits for a person's answer. */
const POLL_WHILE_ASKED_MS = 5000;

/** A stream ended early: open it again when the server's `retry` has passed. */
export function afterDrop(
  state: Readonly<SessionState>,
  { x, retry, attempts, standalone, empties }: DroppedStream,
  policy: Policy,
): Command[] {
  if (!policy.resume || (standalone && !policy.listen)) return [];
  const asked = retry ?? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 1.5 ** attempts);
  const awaited = { what: 'stream', x } as const;
  if (asked >= POLITE_WAIT_MS) return [{ do: 'wait', ms: asked, for: awaited }];
  const least = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** Math.max(0, empties - 1));
  return slowly(state, 'stream-retry', Math.max(asked, least), awaited, asked);
}

/** What to do now that something was waited for; nothing when it is not needed any more. */
export function afterWait(state: Readonly<SessionState>, awaited: Awaited, policy: Policy): Command[] {
  if (state.connection !== 'open') return [];
  switch (awaited.what) {
    case 'stream': {
      const stream = state.dropped.get(awaited.x);
      if (!stream || !policy.resume) return [];
      // What waited for the stream may have been given up meanwhile.
      if (stream.standalone ? !policy.listen : !state.carried.has(awaited.x)) return [];
      return [{ do: 'listen', ...(stream.lastEventId === undefined ? {} : { lastEventId: stream.lastEventId }) }];
    }
    case 'endpoint':
      return state.awaitsEndpoint === undefined ? [] : [{ do: 'end', reason: 'initialize-refused', detail: '' }];
    case 'list':
      return listAfterWait(state, awaited.list, policy);
    case 'restart':
      return state.httpSessionLost && policy.restart && policy.handshake ? [RESTART] : [];
    case 'subscription':
      return state.subscriptions.size === 0 ? listenSteps(state, policy) : [];
    case 'task': {
      const task = state.tasks.get(awaited.taskId);
      if (!task || !policy.followTasks || task.refused || isAsked(state, 'tasks/get', task.taskId)) return [];
      if (isTaskEnded(task.status)) return followTask(state, task.taskId, policy, Infinity);
      return [{ do: 'request', method: 'tasks/get', params: JSON.stringify({ taskId: task.taskId }) }];
    }
  }
}

/** An event at `t` microseconds mentions a task: look again later, or fetch what it gave (2025-11-25, basic/utilities/tasks; the tasks extension). */
export function followTask(state: Readonly<SessionState>, taskId: string, policy: Policy, t: number): Command[] {
  const task = state.tasks.get(taskId);
  if (!task || !policy.followTasks || task.op === undefined || !servesTasks(state)) return [];
  const perRequest = state.era?.era === 'per-request';
  const result: Command = { do: 'request', method: 'tasks/result', params: JSON.stringify({ taskId }) };
  // In the handshake era the result is asked for apart; a task that needs input sends its requests beside that answer.
  const fetchesResult =
    !perRequest && task.status !== 'cancelled' && (isTaskEnded(task.status) || task.status === 'input_required');
  const awaited = { what: 'task', taskId } as const;
  if (fetchesResult && task.resultS === undefined && !isAsked(state, 'tasks/result', taskId)) {
    const wait = paceWait(state, 'task-result', taskId, t);
    return wait > 0 ? slowly(state, 'task-polling', wait, awaited) : [result];
  }
  if (isTaskEnded(task.status)) return [];
  const { pollInterval = POLL_MS } = task;
  const ms = pollInterval >= 0 ? pollInterval : POLL_MS;
  // A person takes longer than a server: looking often meanwhile would only fill the log.
  const asks = [...state.awaited.values()].some((awaited) => awaited.taskId === taskId);
  if (asks) return [{ do: 'wait', ms: Math.max(ms, POLL_WHILE_ASKED_MS), for: awaited }];
  if (ms >= POLITE_WAIT_MS) return [{ do: 'wait', ms, for: awaited }];
  return slowly(state, 'task-polling', Math.max(ms, paceWait(state, 'task-polling', taskId, t)), awaited, ms);
}

function isAsked(state: Readonly<SessionState>, method: string, taskId: string): boolean {
  for (const { method: asked, params } of state.pending.values())
    if (asked === method && (params as { taskId?: unknown } | undefined)?.taskId === taskId) return true;
  return false;
}

/** Consecutive sessions that the server forgot before it answered anything. */
const MAX_RESTART_COUNT = 3;

const RESTART: Command = { do: 'record', body: { k: 'connection', event: 'restarted', reason: 'session-lost' } };

/** basic/transports#session-management: 404 means that a new session has to be started. */
export function afterSessionLost(state: Readonly<SessionState>, policy: Policy, t: number): Command[] {
  if (!policy.restart || !policy.handshake || state.offered === undefined) return [];
  if (state.restarts >= MAX_RESTART_COUNT) return [{ do: 'end', reason: 'session-lost', detail: '404' }];
  const wait = paceWait(state, 'restarts', '', t);
  return wait > 0 ? slowly(state, 'restarts', wait, { what: 'restart' }) : [RESTART];
}
