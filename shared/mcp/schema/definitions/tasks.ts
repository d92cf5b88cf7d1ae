/**
 * Tasks: requests that are answered later. Part of the core in 2025-11-25 (basic/utilities/tasks), since 2026-07-28 the
 * extension io.modelcontextprotocol/tasks (SEP-2663).
 */
import type { Span } from '../history.ts';
import { notification, request, result, theme } from '../message.ts';
import {
  choice,
  define,
  integer,
  list,
  literal,
  none,
  object,
  optional,
  record,
  ref,
  required,
  spanning,
  string,
  timestamp,
  union,
  type Condition,
  type Fields,
} from '../shape.ts';
import { nextCursor, page } from './pages.ts';

const CORE: Span = { since: '2025-11-25', until: '2025-11-25' };
const EXTENSION: Span = { since: '2026-07-28' };
const BOTH: Span = { since: '2025-11-25' };

const status: Fields = {
  taskId: required(string({ example: 'task-1' }), 'Names the task.'),
  status: required(ref('TaskStatus'), 'How far the task is.'),
  statusMessage: optional(string(), 'More about the status, for people.'),
  createdAt: required(timestamp(), 'When the task was made (ISO 8601).'),
  lastUpdatedAt: required(timestamp(), 'When the task last changed (ISO 8601).'),
};
const time = union(integer(), none());
const KEPT = 'Milliseconds until the task may be forgotten; null for no limit.';
const WAIT = 'Milliseconds to wait between questions.';
const inCore: Fields = { ttl: required(time, KEPT, CORE), pollInterval: optional(integer(), WAIT, CORE) };
const inExtension: Fields = {
  ttlMs: required(time, KEPT, EXTENSION),
  pollIntervalMs: optional(integer(), WAIT, EXTENSION),
};
const task: Fields = { ...status, ...inCore, ...inExtension };
const outcome: Fields = {
  inputRequests: optional(ref('InputRequests'), 'What the server asks, when the status is input_required.', EXTENSION),
  result: optional(record(), 'Result of the request, when the status is completed.', EXTENSION),
  error: optional(record(), 'Error of the request, when the status is failed.', EXTENSION),
};
const detailed: readonly Condition[] = [
  { field: 'status', is: 'input_required', require: ['inputRequests'] },
  { field: 'status', is: 'completed', require: ['result'] },
  { field: 'status', is: 'failed', require: ['error'] },
];
const taskId: Fields = { taskId: required(string({ example: 'task-1' }), 'Names the task.') };

const definitions = {
  TaskStatus: define(
    'How far a task is.',
    choice('working', 'input_required', 'completed', 'failed', 'cancelled'),
    BOTH,
  ),
  Task: define('A request that is answered later.', object(task), BOTH),
  TaskMetadata: define(
    'Wish that a request be run as a task.',
    object({ ttl: optional(integer(), 'Milliseconds to keep the task.') }),
    CORE,
  ),
  RelatedTaskMetadata: define('The task that a message belongs to.', object(taskId), CORE),
  CreateTaskResult: result(
    'The request runs as a task; ask for it later.',
    {
      resultType: required(literal('task'), 'Says that the request runs as a task.', EXTENSION),
      task: required(ref('Task'), 'The new task.', CORE),
      ...spanning(status, EXTENSION),
      ...inExtension,
    },
    BOTH,
  ),
  GetTaskResult: result('How far a task is.', { ...task, ...outcome }, BOTH, ...detailed),
  GetTaskPayloadResult: result('Result of the request that ran as a task.', {}, CORE),
  CancelTaskResult: result('The task is cancelled, or will be.', { ...spanning(status, CORE), ...inCore }, BOTH),
  ListTasksResult: result(
    'One page of the tasks.',
    { tasks: required(list(ref('Task')), 'The tasks of this page.'), nextCursor },
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
      inputResponses: required(ref('InputResponses'), 'Answers to inputRequests, under the same names.'),
    },
    results: ['EmptyResult'],
  }),
  notification('notifications/tasks/status', 'TaskStatus', 'A task changed.', { ...CORE, params: task }),
  notification('notifications/tasks', 'Task', 'A task changed; sent to who listens for it.', {
    ...EXTENSION,
    params: object(
      {
        ...task,
        ...outcome,
        _meta: optional(ref('NotificationMetaObject'), 'Notes beside the message.'),
      },
      ...detailed,
    ),
  }),
);
