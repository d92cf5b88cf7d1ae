import type { TASKS } from '../../catalogue/tasks.ts';
import type { CategoryWords } from '../types.ts';

export const TASKS_WORDS: CategoryWords<keyof typeof TASKS> = {
  'task-augment-undeclared': {
    title: '仅在接收方声明支持时请求任务',
    found: '请求带有 `task`，但接收方未声明 `{0}`。',
    why: '未声明该能力的接收方会忽略 `task` 并直接响应，发送方却在等一个不存在的任务。',
    mend: '仅当对方的 `tasks.requests` 中有该方法时才发送 `params.task`。',
  },
  'task-tool-forbidden': {
    title: '仅当工具支持时才以任务方式调用',
    found: '以任务方式调用了工具 {0}，其 `execution.taskSupport` 为 {1}。',
    why: '没有 `execution.taskSupport` 的工具不能作为任务运行，服务器会拒绝这类调用。',
    mend: '查看 `tools/list` 中的 `execution.taskSupport`，仅对 `optional` 和 `required` 的工具加上 `task`。',
  },
  'task-tool-required': {
    title: 'taskSupport 为 "required" 的工具只能以任务方式运行',
    found: '工具 {0} 的 `taskSupport` 为 {1}，但此调用或其响应按普通调用处理。',
    why: '这类工具耗时太长，不适合普通调用。服务器若照常响应或返回其他错误，问题就会被掩盖。',
    mend: {
      client: '每次调用该工具时在 `params` 中加上 `task: {}`。',
      server: '对不带 `task` 的调用返回错误 `-32601`。',
    },
  },
  'task-create-result': {
    title: '以任务对象响应任务请求',
    found: '结果中缺少 {0}。',
    why: '发送方请求的是任务，需要任务 ID 才能轮询。缺少它就再也取不到结果。',
    mend: '返回 `{ "task": { taskId, status, createdAt, lastUpdatedAt, ttl } }`；不限时用 `ttl: null`。',
  },
  'task-initial-status': {
    title: '任务创建时状态为 working',
    found: '新任务的状态为 {0}。',
    why: '请求方从 `working` 开始轮询，其他初始状态会跳过它依赖的步骤。',
    mend: '返回 `status: "working"` 的任务，之后的状态通过 `tasks/get` 或通知告知。',
  },
  'task-terminal-frozen': {
    title: '任务结束后不再改变状态',
    found: '任务状态曾为 {0}，现在变为 {1}。',
    why: '`completed`、`failed`、`cancelled` 都是终态。客户端不再查询，也就看不到之后的变化。',
    mend: '任务结束后拒绝任何状态变更，包括取消之后才完成的工作。',
  },
  'task-id-unique': {
    title: '每个任务使用不同的 ID',
    found: '任务 ID {0} 已被另一个任务使用。',
    why: '查询一个任务时会得到另一个任务的状态。',
    mend: '为每个任务生成随机 ID，例如 UUID。',
  },
  'task-timestamps': {
    title: '任务须带有效的 createdAt 和 lastUpdatedAt',
    found: '`{0}` 为 {1}。应为 RFC 3339 时间，且不早于 `createdAt` 和上次更新时间。',
    why: '客户端用这两个时间计算任务的存续时间和过期时间。',
    mend: '两者都写成带时区的 RFC 3339 时间（`2026-01-31T08:00:00Z`）。每次变更都更新 `lastUpdatedAt`，且不得回退。',
  },
  'task-result-related-meta': {
    title: '在 tasks/result 的结果中标明任务',
    found: '`_meta` 中 related-task 的任务 ID：{0}；请求的任务：{1}。',
    why: '结果本身没有任务 ID，只有该条目能说明它属于哪个任务。',
    mend: '在结果中加上 `_meta["io.modelcontextprotocol/related-task"] = { "taskId": … }`。',
  },
  'task-result-early': {
    title: '任务结束后才响应 tasks/result',
    found: '任务 {0} 已返回结果，但状态仍为 {1}。',
    why: '客户端把该结果当作最终结果并停止轮询，过早返回的结果并不完整。',
    mend: '在任务变为 completed、failed 或 cancelled 之前，不要响应 `tasks/result`。',
  },
  'task-error-codes': {
    title: '任务未知，或取消已结束的任务时返回 -32602',
    found: '关于任务 {0} 的请求得到的响应是 {1}。',
    why: '客户端靠这个错误码区分任务过期、任务不存在与服务器故障。',
    mend: '任务 ID 未知，或 `tasks/cancel` 指向已结束的任务时，返回 `-32602`。',
  },
  'task-cancel-status': {
    title: 'tasks/cancel 须返回状态 cancelled',
    found: '取消后的状态：{0}。',
    why: '看到其他状态，客户端会认为任务仍在运行。',
    mend: '响应之前先把任务设为 `cancelled`，即使工作稍后才真正停止。',
  },
  'task-op-undeclared': {
    title: '仅在对方声明后使用任务方法',
    found: '接收方未声明 `{0}`。',
    why: '未声明该能力的接收方不认识此方法，只会返回错误。',
    mend: '检查对方的 `capabilities.tasks`：`tasks/list` 需要 `tasks.list`，`tasks/cancel` 需要 `tasks.cancel`。',
  },
  'task-related-redundant': {
    title: '已含任务 ID 的消息不要再带 related-task',
    found: '消息除自身的 `taskId` 外，还在 `_meta` 中带有 related-task 条目。',
    why: '同一个 ID 出现两次，不一致时接收方难以取舍。',
    mend: '从 `tasks/get`、`tasks/list`、`tasks/cancel` 和 `notifications/tasks/status` 中去掉该条目。',
  },
  'task-poll-interval': {
    title: '按任务建议的间隔轮询',
    found: '两次轮询相隔 {0} ms，任务建议 {1} ms。',
    why: '间隔由服务器按自身能力设定。轮询过快徒增双方开销，也得不到新消息。',
    mend: '按最近一次状态中的 `pollInterval`（2026-07-28 为 `pollIntervalMs`）等待后再发 `tasks/get`。',
  },
  'task-iserror-status': {
    title: '工具结果带 isError 时任务应为 failed',
    found: '任务 {0} 的结果带有 `isError: true`，状态却是 completed。',
    why: '只看状态的客户端会把失败当作成功。',
    mend: '工具返回 `isError: true` 时把状态设为 `failed`。',
  },
};
