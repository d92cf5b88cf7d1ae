import type { TASKS } from '../../catalogue/tasks.ts';
import type { CategoryWords } from '../types.ts';

export const TASKS_WORDS: CategoryWords<keyof typeof TASKS> = {
  'task-augment-undeclared': {
    title: 'Ask for a task only where the receiver declared it',
    found: 'The request has `task`, but the receiver did not declare `{0}`.',
    why: 'A receiver without the capability ignores `task` and responds directly. The sender then waits for a task that does not exist.',
    mend: 'Send `params.task` only if `tasks.requests` of the other side has an entry for this method.',
  },
  'task-tool-forbidden': {
    title: 'Call a tool as a task only if the tool supports it',
    found: 'Tool {0} is called as a task; its `execution.taskSupport` is {1}.',
    why: 'Without `execution.taskSupport` a tool does not run as a task. Servers refuse such calls.',
    mend: 'Look up `execution.taskSupport` in `tools/list`. Add `task` only for `optional` and `required`.',
  },
  'task-tool-required': {
    title: 'Run a tool with taskSupport "required" only as a task',
    found: 'Tool {0} has `taskSupport` {1}, and this call or its response treats it as a plain tool.',
    why: 'Such a tool is too slow for a plain call. A server that runs it anyway, or responds with another error, hides the mistake.',
    mend: {
      client: 'Add `task: {}` to `params` of every call of this tool.',
      server: 'Respond to a call without `task` with error `-32601`.',
    },
  },
  'task-create-result': {
    title: 'Respond to a task request with a task object',
    found: 'The result lacks {0}.',
    why: 'The sender asked for a task and looks for its id to poll. Without it the sender can never get the result.',
    mend: 'Return `{ "task": { taskId, status, createdAt, lastUpdatedAt, ttl } }`, with `ttl: null` for no limit.',
  },
  'task-initial-status': {
    title: 'Create tasks in status working',
    found: 'The new task has status {0}.',
    why: 'Requestors start polling at `working`. Another first status skips steps that they rely on.',
    mend: 'Return the task with `status: "working"`; report later statuses in `tasks/get` or a notification.',
  },
  'task-terminal-frozen': {
    title: 'Keep the status of a finished task',
    found: 'The task was {0} and is now {1}.',
    why: '`completed`, `failed` and `cancelled` are final. A client stops polling the task and never sees a later change.',
    mend: 'Refuse every status change once the task has ended, including one from work that finishes after a cancellation.',
  },
  'task-id-unique': {
    title: 'Give each task its own id',
    found: 'Task id {0} was already given to another task.',
    why: 'A request about one task gets the state of another.',
    mend: 'Generate a random id for each task, such as a UUID.',
  },
  'task-timestamps': {
    title: 'Give tasks valid createdAt and lastUpdatedAt times',
    found: '`{0}` is {1}; it must be an RFC 3339 time, not earlier than `createdAt` or the last update.',
    why: 'Clients compute age and expiry of tasks from both times.',
    mend: 'Write both as RFC 3339 with a time zone (`2026-01-31T08:00:00Z`). Set `lastUpdatedAt` at every change; never set it back.',
  },
  'task-result-related-meta': {
    title: 'Name the task in the result of tasks/result',
    found: 'The task id in the related-task entry of `_meta` is {0}; the request asked for {1}.',
    why: 'The result itself has no task id. Only this entry says which task it belongs to.',
    mend: 'Add `_meta["io.modelcontextprotocol/related-task"] = { "taskId": … }` to the result.',
  },
  'task-result-early': {
    title: 'Respond to tasks/result only when the task has ended',
    found: 'Task {0} had already given a result, and its status is still {1}.',
    why: 'Clients take the result as final and stop polling. A result that comes too early is incomplete.',
    mend: 'Hold the response to `tasks/result` until the task is completed, failed or cancelled.',
  },
  'task-error-codes': {
    title: 'Refuse unknown tasks, and cancelling finished ones, with -32602',
    found: 'The response to the request about task {0} is {1}.',
    why: 'Clients tell an expired or unknown task from a broken server by this code.',
    mend: 'Respond with `-32602` when the task id is unknown, and when `tasks/cancel` names a finished task.',
  },
  'task-cancel-status': {
    title: 'Return status cancelled from tasks/cancel',
    found: 'The status after the cancellation is {0}.',
    why: 'A client that sees another status assumes that the task still runs.',
    mend: 'Set the task to `cancelled` before the response, even if the work stops only later.',
  },
  'task-op-undeclared': {
    title: 'Use task methods only where they are declared',
    found: 'The receiver did not declare `{0}`.',
    why: 'A receiver without the capability does not know the method and responds with an error.',
    mend: 'Check `capabilities.tasks` of the other side: `tasks.list` for `tasks/list`, `tasks.cancel` for `tasks/cancel`.',
  },
  'task-related-redundant': {
    title: 'Leave related-task out of messages that name their task',
    found: 'The message has a related-task entry in `_meta` beside its own `taskId`.',
    why: 'The id is there twice. Receivers must decide which one counts when they differ.',
    mend: 'Drop the entry from `tasks/get`, `tasks/list`, `tasks/cancel` and `notifications/tasks/status`.',
  },
  'task-poll-interval': {
    title: 'Wait as long between polls as the task asks',
    found: 'Two polls are {0} ms apart; the task asks for {1} ms.',
    why: 'Servers set the interval to what they can serve. Faster polls cost both sides and bring no news.',
    mend: 'Wait for `pollInterval` (`pollIntervalMs` in 2026-07-28) of the last status before the next `tasks/get`.',
  },
  'task-iserror-status': {
    title: 'Set a task to failed when its tool result has isError',
    found: 'The result of task {0} has `isError: true`, but its status is completed.',
    why: 'Clients that look only at the status take the failure for a success.',
    mend: 'Set the status to `failed` when the tool returns `isError: true`.',
  },
};
