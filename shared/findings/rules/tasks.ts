import type { EventBody } from '#shared/recording';
import { answered, client, failure, notification, request, result, server } from '../examples/messages.ts';
import { afterHandshake, examples } from '../examples/script.ts';
import { describeRules, must, mustNot, should, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('tasks', 'any', {
  'task-augment-undeclared': mustNot('both', 'D', 'basic/utilities/tasks#tool-level-negotiation'),
  'task-tool-forbidden': mustNot('client', 'D', 'basic/utilities/tasks#tool-level-negotiation'),
  'task-tool-required': must('both', 'D', 'basic/utilities/tasks#tool-level-negotiation'),
  'task-create-result': must('both', 'D', 'basic/utilities/tasks#creating-tasks'),
  'task-initial-status': must('both', 'D', 'basic/utilities/tasks#task-status-lifecycle'),
  'task-terminal-frozen': mustNot('both', 'D-E', '/extensions/tasks/overview#task-lifecycle'),
  'task-id-unique': must('both', 'D', 'basic/utilities/tasks#task-id-requirements'),
  'task-timestamps': must('both', 'D', 'basic/utilities/tasks#ttl-and-resource-management'),
  'task-result-related-meta': must('both', 'D', 'basic/utilities/tasks#related-task-metadata'),
  'task-result-early': must('both', 'D', 'basic/utilities/tasks#result-retrieval'),
  'task-error-codes': must('both', 'D', 'basic/utilities/tasks#protocol-errors'),
  'task-cancel-status': must('both', 'D', 'basic/utilities/tasks#task-cancellation'),
  'task-op-undeclared': mustNot('both', 'D', 'basic/utilities/tasks#capability-negotiation'),
  'task-related-redundant': shouldNot('both', 'D', 'basic/utilities/tasks#associating-task-related-messages', 'extra'),
  'task-poll-interval': should('client', 'D-E', '/seps/2663-tasks-extension#task-polling', 'info', 'extra'),
  'task-iserror-status': should('server', 'D', 'basic/utilities/tasks#task-status', 'info', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'task-augment-undeclared': {
    title: 'Ask for a task only where the receiver declared it',
    found: 'The request has `task`, but the receiver did not declare `{0}`.',
    why: 'A receiver without the capability ignores `task` and responds directly. The sender then waits for a task that does not exist.',
    fix: 'Send `params.task` only if `tasks.requests` of the other side has an entry for this method.',
  },
  'task-tool-forbidden': {
    title: 'Call a tool as a task only if the tool supports it',
    found: 'Tool {0} is called as a task; its `execution.taskSupport` is {1}.',
    why: 'Without `execution.taskSupport` a tool does not run as a task. Servers refuse such calls.',
    fix: 'Look up `execution.taskSupport` in `tools/list`. Add `task` only for `optional` and `required`.',
  },
  'task-tool-required': {
    title: 'Run a tool with taskSupport "required" only as a task',
    found: 'Tool {0} has `taskSupport` {1}, and this call or its response treats it as a plain tool.',
    why: 'Such a tool is too slow for a plain call. A server that runs it anyway, or responds with another error, hides the mistake.',
    fix: {
      client: 'Add `task: {}` to `params` of every call of this tool.',
      server: 'Respond to a call without `task` with error `-32601`.',
    },
  },
  'task-create-result': {
    title: 'Respond to a task request with a task object',
    found: 'The result lacks {0}.',
    why: 'The sender asked for a task and looks for its id to poll. Without it the sender can never get the result.',
    fix: 'Return `{ "task": { taskId, status, createdAt, lastUpdatedAt, ttl } }`, with `ttl: null` for no limit.',
  },
  'task-initial-status': {
    title: 'Create tasks in status working',
    found: 'The new task has status {0}.',
    why: 'Requestors start polling at `working`. Another first status skips steps that they rely on.',
    fix: 'Return the task with `status: "working"`; report later statuses in `tasks/get` or a notification.',
  },
  'task-terminal-frozen': {
    title: 'Keep the status of a finished task',
    found: 'The task was {0} and is now {1}.',
    why: '`completed`, `failed` and `cancelled` are final. A client stops polling the task and never sees a later change.',
    fix: 'Refuse every status change once the task has ended, including one from work that finishes after a cancellation.',
  },
  'task-id-unique': {
    title: 'Give each task its own id',
    found: 'Task id {0} was already given to another task.',
    why: 'A request about one task gets the state of another.',
    fix: 'Generate a random id for each task, such as a UUID.',
  },
  'task-timestamps': {
    title: 'Give tasks valid createdAt and lastUpdatedAt times',
    found: '`{0}` is {1}; it must be an RFC 3339 time, not earlier than `createdAt` or the last update.',
    why: 'Clients compute age and expiry of tasks from both times.',
    fix: 'Write both as RFC 3339 with a time zone (`2026-01-31T08:00:00Z`). Set `lastUpdatedAt` at every change; never set it back.',
  },
  'task-result-related-meta': {
    title: 'Name the task in the result of tasks/result',
    found: 'The task id in the related-task entry of `_meta` is {0}; the request asked for {1}.',
    why: 'The result itself has no task id. Only this entry says which task it belongs to.',
    fix: 'Add `_meta["io.modelcontextprotocol/related-task"] = { "taskId": … }` to the result.',
  },
  'task-result-early': {
    title: 'Respond to tasks/result only when the task has ended',
    found: 'Task {0} had already given a result, and its status is still {1}.',
    why: 'Clients take the result as final and stop polling. A result that comes too early is incomplete.',
    fix: 'Hold the response to `tasks/result` until the task is completed, failed or cancelled.',
  },
  'task-error-codes': {
    title: 'Refuse unknown tasks, and cancelling finished ones, with -32602',
    found: 'The response to the request about task {0} is {1}.',
    why: 'Clients tell an expired or unknown task from a broken server by this code.',
    fix: 'Respond with `-32602` when the task id is unknown, and when `tasks/cancel` names a finished task.',
  },
  'task-cancel-status': {
    title: 'Return status cancelled from tasks/cancel',
    found: 'The status after the cancellation is {0}.',
    why: 'A client that sees another status assumes that the task still runs.',
    fix: 'Set the task to `cancelled` before the response, even if the work stops only later.',
  },
  'task-op-undeclared': {
    title: 'Use task methods only where they are declared',
    found: 'The receiver did not declare `{0}`.',
    why: 'A receiver without the capability does not know the method and responds with an error.',
    fix: 'Check `capabilities.tasks` of the other side: `tasks.list` for `tasks/list`, `tasks.cancel` for `tasks/cancel`.',
  },
  'task-related-redundant': {
    title: 'Leave related-task out of messages that name their task',
    found: 'The message has a related-task entry in `_meta` beside its own `taskId`.',
    why: 'The id is there twice. Receivers must decide which one counts when they differ.',
    fix: 'Drop the entry from `tasks/get`, `tasks/list`, `tasks/cancel` and `notifications/tasks/status`.',
  },
  'task-poll-interval': {
    title: 'Wait as long between polls as the task asks',
    found: 'Two polls are {0} ms apart; the task asks for {1} ms.',
    why: 'Servers set the interval to what they can serve. Faster polls cost both sides and bring no news.',
    fix: 'Wait for `pollInterval` (`pollIntervalMs` in 2026-07-28) of the last status before the next `tasks/get`.',
  },
  'task-iserror-status': {
    title: 'Set a task to failed when its tool result has isError',
    found: 'The result of task {0} has `isError: true`, but its status is completed.',
    why: 'Clients that look only at the status take the failure for a success.',
    fix: 'Set the status to `failed` when the tool returns `isError: true`.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'task-augment-undeclared': {
    title: '仅在接收方声明支持时请求任务',
    found: '请求带有 `task`，但接收方未声明 `{0}`。',
    why: '未声明该能力的接收方会忽略 `task` 并直接响应，发送方却在等一个不存在的任务。',
    fix: '仅当对方的 `tasks.requests` 中有该方法时才发送 `params.task`。',
  },
  'task-tool-forbidden': {
    title: '仅当工具支持时才以任务方式调用',
    found: '以任务方式调用了工具 {0}，其 `execution.taskSupport` 为 {1}。',
    why: '没有 `execution.taskSupport` 的工具不能作为任务运行，服务器会拒绝这类调用。',
    fix: '查看 `tools/list` 中的 `execution.taskSupport`，仅对 `optional` 和 `required` 的工具加上 `task`。',
  },
  'task-tool-required': {
    title: 'taskSupport 为 "required" 的工具只能以任务方式运行',
    found: '工具 {0} 的 `taskSupport` 为 {1}，但此调用或其响应按普通调用处理。',
    why: '这类工具耗时太长，不适合普通调用。服务器若照常响应或返回其他错误，问题就会被掩盖。',
    fix: {
      client: '每次调用该工具时在 `params` 中加上 `task: {}`。',
      server: '对不带 `task` 的调用返回错误 `-32601`。',
    },
  },
  'task-create-result': {
    title: '以任务对象响应任务请求',
    found: '结果中缺少 {0}。',
    why: '发送方请求的是任务，需要任务 ID 才能轮询。缺少它就再也取不到结果。',
    fix: '返回 `{ "task": { taskId, status, createdAt, lastUpdatedAt, ttl } }`；不限时用 `ttl: null`。',
  },
  'task-initial-status': {
    title: '任务创建时状态为 working',
    found: '新任务的状态为 {0}。',
    why: '请求方从 `working` 开始轮询，其他初始状态会跳过它依赖的步骤。',
    fix: '返回 `status: "working"` 的任务，之后的状态通过 `tasks/get` 或通知告知。',
  },
  'task-terminal-frozen': {
    title: '任务结束后不再改变状态',
    found: '任务状态曾为 {0}，现在变为 {1}。',
    why: '`completed`、`failed`、`cancelled` 都是终态。客户端不再查询，也就看不到之后的变化。',
    fix: '任务结束后拒绝任何状态变更，包括取消之后才完成的工作。',
  },
  'task-id-unique': {
    title: '每个任务使用不同的 ID',
    found: '任务 ID {0} 已被另一个任务使用。',
    why: '查询一个任务时会得到另一个任务的状态。',
    fix: '为每个任务生成随机 ID，例如 UUID。',
  },
  'task-timestamps': {
    title: '任务须带有效的 createdAt 和 lastUpdatedAt',
    found: '`{0}` 为 {1}。应为 RFC 3339 时间，且不早于 `createdAt` 和上次更新时间。',
    why: '客户端用这两个时间计算任务的存续时间和过期时间。',
    fix: '两者都写成带时区的 RFC 3339 时间（`2026-01-31T08:00:00Z`）。每次变更都更新 `lastUpdatedAt`，且不得回退。',
  },
  'task-result-related-meta': {
    title: '在 tasks/result 的结果中标明任务',
    found: '`_meta` 中 related-task 的任务 ID：{0}；请求的任务：{1}。',
    why: '结果本身没有任务 ID，只有该条目能说明它属于哪个任务。',
    fix: '在结果中加上 `_meta["io.modelcontextprotocol/related-task"] = { "taskId": … }`。',
  },
  'task-result-early': {
    title: '任务结束后才响应 tasks/result',
    found: '任务 {0} 已返回结果，但状态仍为 {1}。',
    why: '客户端把该结果当作最终结果并停止轮询，过早返回的结果并不完整。',
    fix: '在任务变为 completed、failed 或 cancelled 之前，不要响应 `tasks/result`。',
  },
  'task-error-codes': {
    title: '任务未知，或取消已结束的任务时返回 -32602',
    found: '关于任务 {0} 的请求得到的响应是 {1}。',
    why: '客户端靠这个错误码区分任务过期、任务不存在与服务器故障。',
    fix: '任务 ID 未知，或 `tasks/cancel` 指向已结束的任务时，返回 `-32602`。',
  },
  'task-cancel-status': {
    title: 'tasks/cancel 须返回状态 cancelled',
    found: '取消后的状态：{0}。',
    why: '看到其他状态，客户端会认为任务仍在运行。',
    fix: '响应之前先把任务设为 `cancelled`，即使工作稍后才真正停止。',
  },
  'task-op-undeclared': {
    title: '仅在对方声明后使用任务方法',
    found: '接收方未声明 `{0}`。',
    why: '未声明该能力的接收方不认识此方法，只会返回错误。',
    fix: '检查对方的 `capabilities.tasks`：`tasks/list` 需要 `tasks.list`，`tasks/cancel` 需要 `tasks.cancel`。',
  },
  'task-related-redundant': {
    title: '已含任务 ID 的消息不要再带 related-task',
    found: '消息除自身的 `taskId` 外，还在 `_meta` 中带有 related-task 条目。',
    why: '同一个 ID 出现两次，不一致时接收方难以取舍。',
    fix: '从 `tasks/get`、`tasks/list`、`tasks/cancel` 和 `notifications/tasks/status` 中去掉该条目。',
  },
  'task-poll-interval': {
    title: '按任务建议的间隔轮询',
    found: '两次轮询相隔 {0} ms，任务建议 {1} ms。',
    why: '间隔由服务器按自身能力设定。轮询过快徒增双方开销，也得不到新消息。',
    fix: '按最近一次状态中的 `pollInterval`（2026-07-28 为 `pollIntervalMs`）等待后再发 `tasks/get`。',
  },
  'task-iserror-status': {
    title: '工具结果带 isError 时任务应为 failed',
    found: '任务 {0} 的结果带有 `isError: true`，状态却是 completed。',
    why: '只看状态的客户端会把失败当作成功。',
    fix: '工具返回 `isError: true` 时把状态设为 `failed`。',
  },
};

const REVISION = '2025-11-25';
const offer = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
const listing = (support?: string): readonly EventBody[] => [
  client(request('l', 'tools/list')),
  server(
    result('l', {
      tools: [
        {
          name: 'render',
          inputSchema: { type: 'object' },
          ...(support === undefined ? {} : { execution: { taskSupport: support } }),
        },
      ],
    }),
  ),
];
const bare = afterHandshake(REVISION, { server: { tools: {} } });
const tasks = afterHandshake(REVISION, { server: { tools: {}, tasks: offer } });
const before = [...tasks, ...listing('optional')];
const state = (status = 'working', more: object = {}): object => ({
  taskId: 'job-7',
  status,
  createdAt: '2025-12-01T09:00:00Z',
  lastUpdatedAt: '2025-12-01T09:00:05Z',
  ttl: 300_000,
  ...more,
});
const call = (id: number, more: object = { task: {} }): EventBody =>
  client(request(id, 'tools/call', { name: 'render', arguments: {}, ...more }));
const create = (id: number, task: object = state()): readonly EventBody[] => [call(id), server(result(id, { task }))];
const about = (id: number, method: string, answer: object): readonly EventBody[] =>
  answered(request(id, method, { taskId: 'job-7' }), answer);
const get = (id: number, task: object): readonly EventBody[] => about(id, 'tasks/get', result(id, task));
const RELATED = { 'io.modelcontextprotocol/related-task': { taskId: 'job-7' } };
const payload = (id: number, more: object = { _meta: RELATED }): readonly EventBody[] =>
  about(id, 'tasks/result', result(id, { content: [], ...more }));
const told = (task: object): EventBody => server(notification('notifications/tasks/status', task));

export const EXAMPLES = examples<typeof RULES>([...before, ...create(4)], {
  'task-augment-undeclared': { before: bare, violates: [call(4)], conforms: [call(4, {})] },
  'task-tool-forbidden': {
    before: tasks,
    violates: [...listing('forbidden'), call(4)],
    conforms: [...listing('optional'), call(4)],
  },
  'task-tool-required': { before: [...tasks, ...listing('required')], violates: [call(4, {})], conforms: [call(4)] },
  'task-create-result': { before, violates: [call(4), server(result(4, { content: [] }))], conforms: create(4) },
  'task-initial-status': { before, violates: create(4, state('input_required')), conforms: create(4) },
  'task-terminal-frozen': {
    violates: [...get(5, state('failed')), ...get(6, state('working'))],
    conforms: [...get(5, state('failed')), ...get(6, state('failed'))],
  },
  'task-id-unique': { violates: create(5), conforms: create(5, state('working', { taskId: 'job-8' })) },
  'task-timestamps': { before, violates: create(4, state('working', { createdAt: 'yesterday' })), conforms: create(4) },
  'task-result-related-meta': {
    before: [...before, ...create(4), told(state('completed'))],
    violates: payload(5, {}),
    conforms: payload(5),
  },
  'task-result-early': {
    violates: [...payload(5), ...get(6, state('working'))],
    conforms: [told(state('completed')), ...payload(5), ...get(6, state('completed'))],
  },
  'task-error-codes': {
    before,
    violates: about(4, 'tasks/get', failure(4, -32603, 'KeyError')),
    conforms: about(4, 'tasks/get', failure(4, -32602, 'No such task')),
  },
  'task-cancel-status': {
    violates: about(5, 'tasks/cancel', result(5, state('working'))),
    conforms: about(5, 'tasks/cancel', result(5, state('cancelled'))),
  },
  'task-op-undeclared': {
    before: bare,
    violates: [client(request(4, 'tasks/get', { taskId: 'job-7' }))],
    conforms: [client(request(4, 'tools/list'))],
  },
  'task-related-redundant': {
    violates: [told(state('working', { _meta: RELATED }))],
    conforms: [told(state('working'))],
  },
  'task-poll-interval': {
    before: [...before, ...create(4, state('working', { pollInterval: 5000 }))],
    violates: [...get(5, state()), ...get(6, state())],
    conforms: get(5, state()),
  },
  'task-iserror-status': {
    violates: [...get(5, state('completed')), ...payload(6, { _meta: RELATED, isError: true })],
    conforms: [...get(5, state('failed')), ...payload(6, { _meta: RELATED, isError: true })],
  },
});
