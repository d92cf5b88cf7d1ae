/** What is known of the server's tasks (2025-11-25, basic/utilities/tasks; the tasks extension of 2026-07-28). */
import { defined } from '#shared/base';
import { type DecodedResponse, isObject, type JsonObject, textMember } from '#shared/jsonrpc';
import { TASKS_EXTENSION } from '#shared/mcp';
import type { MessageEvent } from '#shared/recording';
import { paceOver } from './pace.ts';
import type { AwaitedInput, Pending, SessionState, TaskState } from './session-state.ts';
import type { Draft } from './step-note.ts';

/** Held in memory: a server may announce new ones for ever. The recording has them all. */
export const MAX_TASK_COUNT = 10_000;

const ENDED: readonly string[] = ['completed', 'failed', 'cancelled'];

/** True when a task in this status does not change any more. */
export function isTaskEnded(status: string): boolean {
  return ENDED.includes(status);
}

/** True when a client may ask for tasks: since 2026-07-28 they are an extension, which the server declares (basic/versioning#extension-negotiation). */
export function servesTasks({ era, server }: Readonly<SessionState>): boolean {
  const extensions = server.capabilities?.['extensions'];
  return era?.era !== 'per-request' || (isObject(extensions) && Object.hasOwn(extensions, TASKS_EXTENSION));
}

/** Take in an answer: it may create a task, tell of one or of many, or be the result of one. */
export function taskAnswered(
  state: SessionState,
  event: MessageEvent,
  pending: Pending,
  { result, outcome }: DecodedResponse,
  draft: Draft,
): void {
  const asked = textMember(pending.params, 'taskId');
  if (pending.method === 'tasks/result' && asked !== undefined) {
    const task = state.tasks.get(asked);
    if (task) put(state, { ...task, s: event.s, resultS: event.s }, draft);
    return;
  }
  if (outcome === 'error' || !isObject(result)) {
    const task = pending.method === 'tasks/get' && asked !== undefined ? state.tasks.get(asked) : undefined;
    if (task) state.tasks.set(task.taskId, { ...task, refused: true });
    return;
  }
  const perRequest = state.era?.era === 'per-request';
  if (pending.method === 'tasks/update' && asked !== undefined) {
    const task = state.tasks.get(asked);
    if (task && pending.by === 'auto') state.tasks.set(asked, { ...task, rounds: (task.rounds ?? 0) + 1 });
    forgetInput(state, asked);
    (draft.tasks ??= []).push(asked);
  } else if (pending.method === 'tasks/list') {
    const listed: unknown = result['tasks'];
    for (const task of Array.isArray(listed) ? (listed as unknown[]) : []) tell(state, event.s, task, {}, draft);
  } else if (pending.method === 'tasks/get' || pending.method === 'tasks/cancel') {
    const done = 'result' in result || 'error' in result ? { resultS: event.s } : {};
    tell(state, event.s, result, done, draft);
    if (typeof asked === 'string') awaitInput(state, event, pending, asked, result, draft);
  } else if (!perRequest && isObject(result['task'])) tell(state, event.s, result['task'], { op: pending.op }, draft);
  else if (result['resultType'] === 'task') tell(state, event.s, result, { op: pending.op }, draft);
}

/** Take in a notification of the server. */
export function taskNotified(state: SessionState, s: number, method: string, params: JsonObject, draft: Draft): void {
  if (method !== 'notifications/tasks/status' && method !== 'notifications/tasks') return;
  tell(state, s, params, 'result' in params || 'error' in params ? { resultS: s } : {}, draft);
}

function tell(
  state: SessionState,
  s: number,
  value: unknown,
  more: Pick<TaskState, 'op' | 'resultS'>,
  draft: Draft,
): void {
  if (!isObject(value)) return;
  const { taskId, status } = value;
  if (typeof taskId !== 'string' || typeof status !== 'string') return;
  const pollInterval = value['pollIntervalMs'] ?? value['pollInterval'];
  const ttl = value['ttlMs'] !== undefined ? value['ttlMs'] : value['ttl'];
  const before = state.tasks.get(taskId);
  const came = before?.resultS === undefined && isObject(value['result']) && value['result']['isError'] === true;
  if (came || (status === 'failed' && before?.status !== 'failed')) draft.taskFailed = true;
  const { statusMessage: _old, refused: _over, ...kept } = before ?? { taskId };
  put(
    state,
    {
      ...kept,
      ...more,
      taskId,
      status,
      s,
      ...defined({
        statusMessage: textMember(value, 'statusMessage'),
        createdAt: textMember(value, 'createdAt'),
        pollInterval: typeof pollInterval === 'number' ? pollInterval : undefined,
        ttl: typeof ttl === 'number' || ttl === null ? ttl : undefined,
      }),
    },
    draft,
  );
}

function put(state: SessionState, task: TaskState, draft: Draft): void {
  state.tasks.set(task.taskId, task);
  const [oldest] = state.tasks.keys();
  if (state.tasks.size > MAX_TASK_COUNT && oldest !== undefined) {
    state.tasks.delete(oldest);
    for (const what of ['task-polling', 'task-result'] as const) paceOver(state, what, oldest);
  }
  if (isTaskEnded(task.status)) {
    forgetInput(state, task.taskId);
    paceOver(state, 'task-polling', task.taskId);
  }
  (draft.tasks ??= []).push(task.taskId);
}

/** What a task asked for was given, or it asks anew. */
function forgetInput(state: SessionState, taskId: string): void {
  for (const [op, awaited] of state.awaited) if (awaited.taskId === taskId) state.awaited.delete(op);
}

/** The tasks extension: a task that needs input says what in the answer to `tasks/get`; `tasks/update` gives it. */
function awaitInput(
  state: SessionState,
  event: MessageEvent,
  pending: Pending,
  taskId: string,
  result: JsonObject,
  draft: Draft,
): void {
  const requests = inputRequests(result['inputRequests']);
  const before = [...state.awaited.values()].find((each) => each.taskId === taskId);
  // Each look at a task repeats what it still asks for; the answer may be half written, or on its way.
  if (before && result['status'] === 'input_required' && sameRequests(before.requests, requests)) return;
  forgetInput(state, taskId);
  if (result['status'] !== 'input_required' || Object.keys(requests).length === 0) return;
  const awaits = { op: pending.op, s: event.s, pending, requests, taskId };
  state.awaited.set(pending.op, awaits);
  draft.awaits = awaits;
}

function sameRequests(one: AwaitedInput['requests'], other: AwaitedInput['requests']): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && one[key]?.method === other[key]?.method)
  );
}

/** The bare requests of an `inputRequests` map (2026-07-28, basic/patterns/mrtr#inputrequests); entries without a method are left out. Takes any value; never throws. */
export function inputRequests(value: unknown): AwaitedInput['requests'] {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, request]) => {
      const method = isObject(request) ? request['method'] : undefined;
      if (!isObject(request) || typeof method !== 'string') return [];
      return [[key, { method, ...(request['params'] === undefined ? {} : { params: request['params'] }) }] as const];
    }),
  );
}
