/**
 * Tasks: requests that are answered later. Part of the core in 2025-11-25 (basic/utilities/tasks), since 2026-07-28 the
 * extension io.modelcontextprotocol/tasks (SEP-2663).
 */
import type { Span } from '../history.ts';
import { notification, request, result, theme } from '../message.ts';
import * as s from '../shape.ts';
import { nextCursor, page } from './pages.ts';

const CORE: Span = { since: '2025-11-25', until: '2025-11-25' };
const EXTENSION: Span = { since: '2026-07-28' };
const BOTH: Span = { since: '2025-11-25' };

const status: s.Fields = {
  taskId: s.required(s.string({ example: 'task-1' }), 'Names the task.'),
  status: s.required(s.ref('TaskStatus'), 'How far the task is.'),
  statusMessage: s.optional(s.string(), 'More about the status, for people.'),
  createdAt: s.required(s.timestamp(), 'When the task was made (ISO 8601).'),
  lastUpdatedAt: s.required(s.timestamp(), 'When the task last changed (ISO 8601).'),
};
const time = s.union(s.integer(), s.none());
const KEPT = 'Milliseconds until the task may be forgotten; null for no limit.';
const WAIT = 'Milliseconds to wait between questions.';
const inCore: s.Fields = { ttl: s.required(time, KEPT, CORE), pollInterval: s.optional(s.integer(), WAIT, CORE) };
const inExtension: s.Fields = {
  ttlMs: s.required(time, KEPT, EXTENSION),
  pollIntervalMs: s.optional(s.integer(), WAIT, EXTENSION),
};
const task: s.Fields = { ...status, ...inCore, ...inExtension };
const outcome: s.Fields = {
  inputRequests: s.optional(
    s.ref('InputRequests'),
    'What the server asks, when the status is input_required.',
    EXTENSION,
  ),
  result: s.optional(s.record(), 'Result of the request, when the status is completed.', EXTENSION),
  error: s.optional(s.record(), 'Error of the request, when the status is failed.', EXTENSION),
};
const detailed: readonly s.Condition[] = [
  { field: 'status', is: 'input_required', require: ['inputRequests'] },
  { field: 'status', is: 'completed', require: ['result'] },
  { field: 'status', is: 'failed', require: ['error'] },
];
const taskId: s.Fields = { taskId: s.required(s.string({ example: 'task-1' }), 'Names the task.') };

const definitions = {
  TaskStatus: s.define(
    'How far a task is.',
    s.choice('working', 'input_required', 'completed', 'failed', 'cancelled'),
    BOTH,
  ),
  Task: s.define('A request that is answered later.', s.object(task), BOTH),
  TaskMetadata: s.define(
    'Wish that a request be run as a task.',
    s.object({ ttl: s.optional(s.integer(), 'Milliseconds to keep the task.') }),
    CORE,
  ),
  RelatedTaskMetadata: s.define('The task that a message belongs to.', s.object(taskId), CORE),
  CreateTaskResult: result(
    'The request runs as a task; ask for it later.',
    {
      resultType: s.required(s.literal('task'), 'Says that the request runs as a task.', EXTENSION),
      task: s.required(s.ref('Task'), 'The new task.', CORE),
      ...s.spanning(status, EXTENSION),
      ...inExtension,
    },
    BOTH,
  ),
  GetTaskResult: result('How far a task is.', { ...task, ...outcome }, BOTH, ...detailed),
  GetTaskPayloadResult: result('Result of the request that ran as a task.', {}, CORE),
  CancelTaskResult: result('The task is cancelled, or will be.', { ...s.spanning(status, CORE), ...inCore }, BOTH),
  ListTasksResult: result(
    'One page of the tasks.',
    { tasks: s.required(s.list(s.ref('Task')), 'The tasks of this page.'), nextCursor },
    CORE,
  ),
};

export const tasks = theme(
  definitions,
  request('tasks/get', 'GetTask', 'Asks how far a task is.', { ...BOTH, params: taskId, results: ['GetTaskResult'] }),
  request('tasks/result', 'GetTaskPayload', 'Waits for the result of a task.', {
    ...CORE,
    params: taskId,
    results: ['GetTaskPayloadResult'],
  }),
  request('tasks/list', 'ListTasks', 'Asks for a page of the tasks.', {
    ...CORE,
    params: page,
    results: ['ListTasksResult'],
  }),
  request('tasks/cancel', 'CancelTask', 'Asks to stop a task.', {
    ...BOTH,
    params: taskId,
    results: ['CancelTaskResult'],
  }),
  request('tasks/update', 'UpdateTask', 'Answers questions that a task is waiting for.', {
    ...EXTENSION,
    params: {
      ...taskId,
      inputResponses: s.required(s.ref('InputResponses'), 'Answers to inputRequests, under the same names.'),
    },
    results: ['EmptyResult'],
  }),
  notification('notifications/tasks/status', 'TaskStatus', 'A task changed.', { ...CORE, params: task }),
  notification('notifications/tasks', 'Task', 'A task changed; sent to who listens for it.', {
    ...EXTENSION,
    params: s.object(
      {
        ...task,
        ...outcome,
        _meta: s.optional(s.ref('NotificationMetaObject'), 'Notes beside the message.'),
      },
      ...detailed,
    ),
  }),
);
