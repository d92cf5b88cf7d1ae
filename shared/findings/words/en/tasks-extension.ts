export const TASKS_EXTENSION = {
  'taskx-undeclared-client': {
    title: 'Return tasks only to requests that declare the tasks extension',
    found: 'The result is a task, but `clientCapabilities` of this request lacks the tasks extension.',
    why: 'A client without the extension takes the task for the result of the tool. Declarations of earlier requests do not count.',
    fix: 'Check `_meta["io.modelcontextprotocol/clientCapabilities"].extensions` of each request; without the entry, return the result directly.',
  },
  'taskx-result-type': {
    title: 'Use resultType "task" for new tasks, and only there',
    found: 'In the result of `{0}`, `resultType` is {1}.',
    why: 'Only `resultType` tells a task from a result. With the wrong one, clients never poll, or poll for nothing.',
    fix: 'Set `resultType: "task"` when `tools/call` creates a task, and `"complete"` in results of `tasks/get`, `tasks/update` and `tasks/cancel`.',
  },
  'taskx-wire-fields': {
    title: 'Write tasks flat, with ttlMs and pollIntervalMs',
    found: 'Not in the form of the extension: `{0}` is {1}.',
    why: 'Clients of 2026-07-28 look for `taskId`, `status` and times at the top of the result. The form of 2025-11-25 has other names.',
    fix: 'Put `taskId`, `status`, `createdAt`, `lastUpdatedAt` and `ttlMs` (an integer or null) directly into the result. Rename `ttl` and `pollInterval` to `ttlMs` and `pollIntervalMs`.',
  },
  'taskx-status-payload': {
    title: 'Send result, error or inputRequests with the status',
    found: 'The status is {0}, but {1} is missing or not an object.',
    why: 'There is no `tasks/result` any more: what comes with the status is all that the client gets.',
    fix: 'Add `result` to completed, `error` to failed and `inputRequests` to input_required.',
  },
  'taskx-iserror-completed': {
    title: 'Use status failed only for JSON-RPC errors',
    found: 'The task has status failed, but what it carries is not a JSON-RPC error.',
    why: 'Clients show `error.code` and `error.message` of a failed task. A tool result in its place is lost.',
    fix: 'Set `completed` with `result.isError: true` when the tool itself failed; `failed` needs `error` with an integer `code`.',
  },
  'taskx-ack-empty': {
    title: 'Respond to tasks/update and tasks/cancel with an empty result',
    found: 'The result has {0}.',
    why: 'The response only says that the request arrived. A status in it may be old by the time it is read.',
    fix: 'Return `{ "resultType": "complete" }`. The client learns the status from `tasks/get`.',
  },
  'taskx-durable': {
    title: 'Store a task before its handle is returned',
    found: 'Task {0} was returned {1} ms ago with `ttlMs` {2}; now the server responds with an error.',
    why: 'The handle is all that the client has. When it does not work at once, the work cannot be found again.',
    fix: 'Write the task to the store that all instances of the server read, then send the response. Keep it for `ttlMs`.',
  },
  'taskx-removed-methods': {
    title: 'Stop using tasks/result, tasks/list and notifications/tasks/status',
    found: '`{0}` is not part of 2026-07-28.',
    why: 'These names belong to the tasks of 2025-11-25. Peers of 2026-07-28 respond with "method not found".',
    fix: 'Read the result from `tasks/get`, keep task ids yourself, and listen for `notifications/tasks`.',
  },
  'taskx-name-header': {
    title: 'Set Mcp-Name to the task id',
    found: 'Header `Mcp-Name` is {0}, `params.taskId` is {1}.',
    why: 'Proxies route by this header. Without it a request may reach an instance that does not have the task.',
    fix: 'Send `Mcp-Name` with the task id on `tasks/get`, `tasks/update` and `tasks/cancel`.',
  },
  'taskx-listen-undeclared': {
    title: 'Refuse taskIds of clients without the tasks extension',
    found: 'The request asks for `taskIds` without the tasks extension and got {0}.',
    why: 'The client expects updates of its tasks, but has not declared that it understands them.',
    fix: 'Respond with error `-32021` and the extension in `data.requiredCapabilities`.',
  },
  'taskx-input-key-unique': {
    title: 'Use each inputRequests key once in a task',
    found: 'Key {0} was used for another request before, or already has a response.',
    why: 'Clients remember by key what they have answered. A key that is used again gets an old answer, or none.',
    fix: 'Number the keys through the life of the task, or use random ones.',
  },
  'taskx-update-keys': {
    title: 'Answer only the keys that the task asks for',
    found: 'Key {0} is not in the last `inputRequests` of the task.',
    why: 'The server ignores unknown keys, and the task keeps waiting.',
    fix: 'Take the keys of `inputResponses` from `inputRequests` of the last `tasks/get`.',
  },
};
