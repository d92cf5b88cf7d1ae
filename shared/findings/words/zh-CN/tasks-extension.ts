export const TASKS_EXTENSION = {
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
