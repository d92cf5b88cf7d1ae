/**
 * Tasks: requests that are answered later. Part of the core in 2025-11-25 (basic/utilities/tasks), since 2026-07-28 the
 * extension io.modelcontextprotocol/tasks (SEP-2663).
 */
export const TASKS = `
TaskStatus: "working" | "input_required" | "completed" | "failed" | "cancelled" @2025-11-25.. # How far a task is.
Task @2025-11-25.. # A request that is answered later.
  ...task
TaskMetadata @2025-11-25 # Wish that a request be run as a task.
  ttl?: integer # Milliseconds to keep the task.
RelatedTaskMetadata @2025-11-25 # The task that a message belongs to.
  ...taskId
result CreateTaskResult @2025-11-25.. # The request runs as a task; ask for it later.
  resultType: "task" @2026-07-28.. # Says that the request runs as a task.
  task: Task @2025-11-25 # The new task.
  ...taskStatus @2026-07-28..
  ...taskTimesMs
result GetTaskResult @2025-11-25.. # How far a task is.
  ...task
  ...taskOutcome
  when status = input_required: inputRequests
  when status = completed: result
  when status = failed: error
result GetTaskPayloadResult @2025-11-25 # Result of the request that ran as a task.
result CancelTaskResult @2025-11-25.. # The task is cancelled, or will be.
  ...taskStatus @2025-11-25
  ...taskTimes
result ListTasksResult @2025-11-25 # One page of the tasks.
  tasks: Task[] # The tasks of this page.
  ...paged
request tasks/get GetTask @2025-11-25.. -> GetTaskResult # Asks how far a task is.
  ...taskId
request tasks/result GetTaskPayload @2025-11-25 -> GetTaskPayloadResult # Waits for the result of a task.
  ...taskId
request tasks/list ListTasks @2025-11-25 -> ListTasksResult # Asks for a page of the tasks.
  ...page
request tasks/cancel CancelTask @2025-11-25.. -> CancelTaskResult # Asks to stop a task.
  ...taskId
request tasks/update UpdateTask @2026-07-28.. -> EmptyResult # Answers questions that a task is waiting for.
  ...taskId
  inputResponses: InputResponses # Answers to inputRequests, under the same names.
notification notifications/tasks/status TaskStatus @2025-11-25 # A task changed.
  ...task
notification notifications/tasks Task @2026-07-28.. # A task changed; sent to who listens for it.
  ...task
  ...taskOutcome
  when status = input_required: inputRequests
  when status = completed: result
  when status = failed: error
taskStatus
  ...taskId
  status: TaskStatus # How far the task is.
  statusMessage?: string # More about the status, for people.
  createdAt: string=2026-01-01T00:00:00Z # When the task was made (ISO 8601).
  lastUpdatedAt: string=2026-01-01T00:00:00Z # When the task last changed (ISO 8601).
taskTimes
  ttl: integer | null @2025-11-25 # Milliseconds until the task may be forgotten; null for no limit.
  pollInterval?: integer @2025-11-25 # Milliseconds to wait between questions.
taskTimesMs
  ttlMs: integer | null @2026-07-28.. # Milliseconds until the task may be forgotten; null for no limit.
  pollIntervalMs?: integer @2026-07-28.. # Milliseconds to wait between questions.
task
  ...taskStatus
  ...taskTimes
  ...taskTimesMs
taskOutcome
  inputRequests?: InputRequests @2026-07-28.. # What the server asks, when the status is input_required.
  result?: {} @2026-07-28.. # Result of the request, when the status is completed.
  error?: {} @2026-07-28.. # Error of the request, when the status is failed.
taskId
  taskId: string=task-1 # Names the task.
`;
