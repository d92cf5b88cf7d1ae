import type { EventBody } from '#shared/recording';
import { type Headers, posted } from '../examples/http-script.ts';
import { client, complete, failure, LATEST, meta, request, result, server } from '../examples/messages.ts';
import { discovered, examples } from '../examples/script.ts';
import { describeRules, must, mustNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('tasks-extension', 'any', {
  'taskx-undeclared-client': mustNot('server', 'E', '/seps/2663-tasks-extension#capability-negotiation'),
  'taskx-result-type': must('server', 'E', '/seps/2663-tasks-extension#polymorphic-results'),
  'taskx-wire-fields': must('server', 'E', '/seps/2663-tasks-extension#tasks'),
  'taskx-status-payload': must('server', 'E', '/seps/2663-tasks-extension#response'),
  'taskx-iserror-completed': mustNot('server', 'E', '/seps/2663-tasks-extension#task-status'),
  'taskx-ack-empty': must('server', 'E', '/seps/2663-tasks-extension#task-cancellation'),
  'taskx-durable': mustNot('server', 'E', '/seps/2663-tasks-extension#task-creation'),
  'taskx-removed-methods': mustNot('both', 'E', 'changelog#major-changes'),
  'taskx-name-header': must('client', 'E', '/seps/2663-tasks-extension#streamable-http-routing-headers', {
    transport: 'streamable-http',
  }),
  'taskx-listen-undeclared': must('server', 'E', '/seps/2663-tasks-extension#task-status-notifications'),
  'taskx-input-key-unique': must('server', 'E', '/seps/2663-tasks-extension#task-update-requests', 'extra'),
  'taskx-update-keys': must('client', 'E', '/seps/2663-tasks-extension#task-update-requests', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
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

export const ZH: WordsOf<typeof RULES> = {
  'taskx-undeclared-client': {
    title: '仅对声明了任务扩展的请求返回任务',
    found: '结果是任务，但该请求的 `clientCapabilities` 中没有任务扩展。',
    why: '不支持该扩展的客户端会把任务当作工具结果。之前请求中的声明不算数。',
    fix: '检查每个请求的 `_meta["io.modelcontextprotocol/clientCapabilities"].extensions`；没有该条目时直接返回结果。',
  },
  'taskx-result-type': {
    title: '新任务且仅新任务使用 resultType "task"',
    found: '`{0}` 结果的 `resultType` 为 {1}。',
    why: '只有 `resultType` 能区分任务与结果。写错后，客户端要么不轮询，要么空轮询。',
    fix: '`tools/call` 创建任务时设 `resultType: "task"`；`tasks/get`、`tasks/update`、`tasks/cancel` 的结果设为 `"complete"`。',
  },
  'taskx-wire-fields': {
    title: '任务字段直接放在结果中，使用 ttlMs 和 pollIntervalMs',
    found: '不符合扩展的格式：`{0}` 为 {1}。',
    why: '2026-07-28 的客户端在结果顶层查找 `taskId`、`status` 和时间。2025-11-25 的字段名不同。',
    fix: '把 `taskId`、`status`、`createdAt`、`lastUpdatedAt` 和 `ttlMs`（整数或 null）直接写在结果中；`ttl`、`pollInterval` 改为 `ttlMs`、`pollIntervalMs`。',
  },
  'taskx-status-payload': {
    title: '随状态附上 result、error 或 inputRequests',
    found: '状态为 {0}，但 {1} 缺失或不是对象。',
    why: '已不再有 `tasks/result`，客户端能得到的只有随状态而来的内容。',
    fix: 'completed 附上 `result`，failed 附上 `error`，input_required 附上 `inputRequests`。',
  },
  'taskx-iserror-completed': {
    title: 'failed 状态仅用于 JSON-RPC 错误',
    found: '任务状态为 failed，但所带内容不是 JSON-RPC 错误。',
    why: '客户端显示失败任务的 `error.code` 和 `error.message`，若换成工具结果，内容就会丢失。',
    fix: '工具自身失败时设为 `completed` 并带 `result.isError: true`；`failed` 必须带有整数 `code` 的 `error`。',
  },
  'taskx-ack-empty': {
    title: 'tasks/update 和 tasks/cancel 返回空结果',
    found: '结果中有 {0}。',
    why: '该响应只表示请求已收到，其中的状态在读取时可能已经过时。',
    fix: '返回 `{ "resultType": "complete" }`，由客户端通过 `tasks/get` 获取状态。',
  },
  'taskx-durable': {
    title: '先保存任务，再返回任务句柄',
    found: '任务 {0} 在 {1} ms 前返回，`ttlMs` 为 {2}，现在却返回错误。',
    why: '客户端手中只有这个句柄。句柄一开始就无效，任务就再也找不回来。',
    fix: '先把任务写入所有服务器实例共用的存储，再发送响应，并保留 `ttlMs` 之久。',
  },
  'taskx-removed-methods': {
    title: '不再使用 tasks/result、tasks/list 和 notifications/tasks/status',
    found: '2026-07-28 中没有 `{0}`。',
    why: '这些名称属于 2025-11-25 的任务。2026-07-28 的实现只会返回“方法不存在”。',
    fix: '从 `tasks/get` 读取结果，自行记录任务 ID，并监听 `notifications/tasks`。',
  },
  'taskx-name-header': {
    title: 'Mcp-Name 请求头须为任务 ID',
    found: '`Mcp-Name` 请求头为 {0}，`params.taskId` 为 {1}。',
    why: '代理按该请求头路由。缺少它，请求可能到达没有该任务的实例。',
    fix: '在 `tasks/get`、`tasks/update`、`tasks/cancel` 请求中发送值为任务 ID 的 `Mcp-Name`。',
  },
  'taskx-listen-undeclared': {
    title: '拒绝未声明任务扩展的 taskIds 订阅',
    found: '请求订阅 `taskIds` 但未声明任务扩展，得到的是 {0}。',
    why: '客户端以为会收到任务的消息，却没有声明自己能理解。',
    fix: '返回错误 `-32021`，并在 `data.requiredCapabilities` 中列出该扩展。',
  },
  'taskx-input-key-unique': {
    title: '同一任务中 inputRequests 的键不得重复使用',
    found: '键 {0} 之前对应另一个请求，或已经得到回复。',
    why: '客户端按键记录已回复的内容。重复使用的键会得到旧回复，或得不到回复。',
    fix: '在任务的整个生命周期内为键连续编号，或使用随机键。',
  },
  'taskx-update-keys': {
    title: '只回复任务所询问的键',
    found: '键 {0} 不在该任务最近的 `inputRequests` 中。',
    why: '服务器会忽略未知的键，任务将继续等待。',
    fix: '`inputResponses` 的键取自最近一次 `tasks/get` 的 `inputRequests`。',
  },
};

const EXTENSION = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const before = discovered({ client: EXTENSION, server: { tools: {}, ...EXTENSION } });
const state = (status = 'working', more: object = {}): object => ({
  taskId: 'job-7',
  status,
  createdAt: '2026-09-01T09:00:00Z',
  lastUpdatedAt: '2026-09-01T09:00:05Z',
  ttlMs: 300_000,
  ...more,
});
const ask = (id: number, method: string, params: object, own: object = EXTENSION): EventBody =>
  client(request(id, method, { ...params, _meta: meta(own) }));
const call = (id: number, own: object = EXTENSION): EventBody => ask(id, 'tools/call', { name: 'render' }, own);
const handle = (id: number, task: object = state()): EventBody => server(result(id, { resultType: 'task', ...task }));
const get = (id: number, task: object): readonly EventBody[] => [
  ask(id, 'tasks/get', { taskId: 'job-7' }),
  server(complete(id, task)),
];
const created = [...before, call(4), handle(4)];
const input = (message: string): object => ({
  inputRequests: {
    who: { method: 'elicitation/create', params: { message, requestedSchema: { type: 'object', properties: {} } } },
  },
});
const update = (id: number, name: string): EventBody =>
  ask(id, 'tasks/update', { taskId: 'job-7', inputResponses: { [name]: { action: 'decline' } } });
const listen = ask(5, 'subscriptions/listen', { notifications: { taskIds: ['job-7'] } }, {});
const routed = (headers: Headers): readonly EventBody[] =>
  posted('x1', request(5, 'tasks/get', { taskId: 'job-7', _meta: meta(EXTENSION) }), complete(5, state()), {
    headers: { 'mcp-protocol-version': LATEST, 'mcp-method': 'tasks/get', ...headers },
  });

export const EXAMPLES = examples<typeof RULES>(created, {
  'taskx-undeclared-client': { before, violates: [call(4, {}), handle(4)], conforms: [call(4), handle(4)] },
  'taskx-result-type': { before, violates: [call(4), server(complete(4, state()))], conforms: [call(4), handle(4)] },
  'taskx-wire-fields': {
    before,
    violates: [call(4), handle(4, state('working', { ttlMs: '5 min' }))],
    conforms: [call(4), handle(4)],
  },
  'taskx-status-payload': {
    violates: get(5, state('failed')),
    conforms: get(5, state('failed', { error: { code: -32603, message: 'Disk full' } })),
  },
  'taskx-iserror-completed': {
    violates: get(5, state('failed', { error: { message: 'Disk full' } })),
    conforms: get(5, state('completed', { result: { content: [], isError: true } })),
  },
  'taskx-ack-empty': {
    violates: [ask(5, 'tasks/cancel', { taskId: 'job-7' }), server(complete(5, { ok: true }))],
    conforms: [ask(5, 'tasks/cancel', { taskId: 'job-7' }), server(complete(5))],
  },
  'taskx-durable': {
    violates: [ask(5, 'tasks/get', { taskId: 'job-7' }), server(failure(5, -32602, 'No such task'))],
    conforms: get(5, state()),
  },
  'taskx-removed-methods': {
    violates: [ask(5, 'tasks/result', { taskId: 'job-7' })],
    conforms: [ask(5, 'tasks/get', { taskId: 'job-7' })],
  },
  'taskx-name-header': {
    before: [],
    violates: routed({ 'mcp-name': 'job-8' }),
    conforms: routed({ 'mcp-name': '=?base64?am9iLTc=?=' }),
  },
  'taskx-listen-undeclared': {
    before,
    violates: [listen, server(failure(5, -32602, 'What is a task?'))],
    conforms: [listen, server(failure(5, -32021, 'Declare tasks', { requiredCapabilities: EXTENSION }))],
  },
  'taskx-input-key-unique': {
    before: [...created, ...get(5, state('input_required', input('Who?')))],
    violates: get(6, state('input_required', input('How many?'))),
    conforms: get(6, state('input_required', input('Who?'))),
  },
  'taskx-update-keys': {
    before: [...created, ...get(5, state('input_required', input('Who?')))],
    violates: [update(6, 'whom')],
    conforms: [update(6, 'who')],
  },
});
