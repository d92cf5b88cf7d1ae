import type { EventBody } from '#shared/recording';
import { answer, end, head, posted } from '../examples/http-script.ts';
import { client, complete, LATEST, meta, notification, request, result, server } from '../examples/messages.ts';
import { after, afterHandshake, discovered, type ExamplesOf } from '../examples/script.ts';
import { describeRules, must, mustNot, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('cancellation', 'any', {
  'cancel-unknown-id': must('both', 'A-E', 'basic/utilities/cancellation#behavior-requirements'),
  'cancel-response-after': shouldNot('both', 'A-D', 'basic/utilities/cancellation#behavior-requirements', 'info'),
  'cancel-messages-after': mustNot('server', 'E', 'basic/transports/stdio#cancellation', 'warning', {
    transport: 'stdio',
  }),
  'cancel-request-id-missing': must('both', 'A-E', 'basic/utilities/cancellation#cancellation-flow', { except: 'D' }),
  'cancel-task-by-notification': mustNot('both', 'D-E', '/seps/2663-tasks-extension#task-cancellation'),
  'cancel-server-scope': mustNot('server', 'E', 'basic/patterns/cancellation#behavior-requirements'),
  'cancel-already-answered': must('both', 'A-E', 'basic/utilities/cancellation#behavior-requirements', 'info', 'extra'),
  'cancel-http-notification': shouldNot(
    'client',
    'E',
    'basic/patterns/cancellation#transport-specific-cancellation',
    'info',
    'extra',
    'inferred',
    { transport: 'streamable-http' },
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'cancel-unknown-id': {
    title: 'Cancel only your own requests',
    found: 'This side sent no request with id {0}.',
    why: 'The receiver ignores the notification, and the intended request keeps running.',
    fix: 'Take the id from the table of requests that you have sent, with its JSON type: `4` is not `"4"`.',
  },
  'cancel-response-after': {
    title: 'Do not respond to a cancelled request',
    found: '`{0}` got a response {1} ms after it was cancelled.',
    why: 'The work continued although nobody waits for it. The sender has forgotten the id and may log an error.',
    fix: 'Stop the work when `notifications/cancelled` comes, and drop its response.',
  },
  'cancel-messages-after': {
    title: 'Send nothing more for a cancelled request',
    found: 'A message for the cancelled request (`{0}`) came {1} ms after the cancellation.',
    why: 'The id and the progress token may be in use again, and the message is taken for another request.',
    fix: 'Stop the work when `notifications/cancelled` comes; drop its response, progress and log messages.',
  },
  'cancel-request-id-missing': {
    title: 'Name the request to cancel',
    found: '`requestId` is missing.',
    why: 'The receiver does not know what to stop.',
    fix: 'Add `params.requestId` with the id of the request.',
  },
  'cancel-task-by-notification': {
    title: 'Cancel tasks with tasks/cancel',
    found: 'Request {0} (`{1}`) runs as a task.',
    why: 'The request itself already has its response. The notification has no effect, and the task continues.',
    fix: 'Send `tasks/cancel` with the `taskId`.',
  },
  'cancel-server-scope': {
    title: 'From the server, cancel only subscriptions',
    found: 'Request {0} is not an open subscription.',
    why: 'In 2026-07-28 only the client cancels its requests. It still waits for a response to this one.',
    fix: 'Respond to the request with an error. Use `notifications/cancelled` only to end `subscriptions/listen` on stdio.',
  },
  'cancel-already-answered': {
    title: 'Cancel only pending requests',
    found: 'Request {0} had already got its response {1} ms before.',
    why: 'There is nothing to stop. A sender that cancels completed requests may not have read the response.',
    fix: 'When a response comes, remove its request from the table of pending requests, and clear its timer.',
  },
  'cancel-http-notification': {
    title: 'Cancel over HTTP by closing the response stream',
    found: 'The client posted `notifications/cancelled`.',
    why: 'The notification may reach another instance of the server than the one that runs the request.',
    fix: 'Abort the HTTP request, for example with `AbortController`; the server sees that the stream is closed.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'cancel-unknown-id': {
    title: '只能取消自己发出的请求',
    found: '发送取消通知的一方没有发送过 id 为 {0} 的请求。',
    why: '接收方会忽略该通知，真正想取消的请求继续执行。',
    fix: '从已发送请求的记录中取 id，并保持 JSON 类型：`4` 与 `"4"` 不同。',
  },
  'cancel-response-after': {
    title: '已取消的请求不要再响应',
    found: '`{0}` 在取消 {1} ms 之后仍得到响应。',
    why: '已无人等待，工作却还在继续。发送方已丢弃该 id，可能会记录错误。',
    fix: '收到 `notifications/cancelled` 后停止工作，并丢弃其响应。',
  },
  'cancel-messages-after': {
    title: '请求取消后不再发送与其有关的消息',
    found: '请求 `{0}` 取消 {1} ms 之后，仍收到它的消息。',
    why: '其 id 和进度令牌可能已被再次使用，消息会被当作属于另一个请求。',
    fix: '收到 `notifications/cancelled` 后停止工作，丢弃其响应、进度和日志消息。',
  },
  'cancel-request-id-missing': {
    title: '取消通知须指明请求',
    found: '缺少 `requestId`。',
    why: '接收方不知道该停止哪个请求。',
    fix: '加上 `params.requestId`，值为请求的 id。',
  },
  'cancel-task-by-notification': {
    title: '用 tasks/cancel 取消任务',
    found: '请求 {0}（`{1}`）以任务方式运行。',
    why: '请求本身已经得到响应，该通知不起作用，任务继续运行。',
    fix: '发送带 `taskId` 的 `tasks/cancel`。',
  },
  'cancel-server-scope': {
    title: '服务器只能取消订阅',
    found: '请求 {0} 不是未结束的订阅。',
    why: '在 2026-07-28 中只有客户端能取消自己的请求，它仍在等待该请求的响应。',
    fix: '用错误响应该请求。`notifications/cancelled` 仅用于在 stdio 上结束 `subscriptions/listen`。',
  },
  'cancel-already-answered': {
    title: '只取消仍在进行的请求',
    found: '请求 {0} 在 {1} ms 之前已得到响应。',
    why: '已没有可停止的工作。取消已响应的请求，说明发送方可能没有读取响应。',
    fix: '收到响应时，从未完成请求中移除该请求，并清除其计时器。',
  },
  'cancel-http-notification': {
    title: '在 HTTP 上通过关闭响应流来取消',
    found: '客户端用 POST 发送了 `notifications/cancelled`。',
    why: '该通知可能到达的不是正在执行该请求的服务器实例。',
    fix: '中止 HTTP 请求（例如用 `AbortController`），服务器会发现流已关闭。',
  },
};

const before = afterHandshake('2025-06-18', { server: { tools: {} } });
const modern = discovered({ server: { tools: {} } });
const call = (id: number, more: object = {}): EventBody =>
  client(request(id, 'tools/call', { name: 'index', ...more }));
const asks = (id: number, more: object = {}): object =>
  request(id, 'tools/call', { name: 'index', _meta: { ...meta(), ...more } });
const cancels = (params: object): object => notification('notifications/cancelled', params);
const cancel = (id: unknown): EventBody => client(cancels({ requestId: id }));
const done = (id: number): EventBody => server(result(id, { content: [] }));
const task = {
  taskId: 'job-7',
  status: 'working',
  createdAt: '2025-12-01T09:00:00Z',
  lastUpdatedAt: '2025-12-01T09:00:00Z',
  ttl: null,
};
const stream: readonly EventBody[] = [
  head('x1', {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': LATEST,
    'mcp-method': 'tools/call',
    'mcp-name': 'index',
  }),
  client(asks(4), { x: 'x1' }),
  answer('x1', 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }),
];

export const EXAMPLES: ExamplesOf<typeof RULES> = {
  'cancel-unknown-id': { before: [...before, call(4)], violates: [cancel('4')], conforms: [cancel(4)] },
  'cancel-response-after': {
    before: [...before, call(4), cancel(4)],
    violates: [after(2, done(4))],
    conforms: [done(4)],
  },
  'cancel-messages-after': {
    before: [...modern, client(asks(4)), cancel(4)],
    violates: [after(2, server(complete(4, { content: [] })))],
    conforms: [server(complete(4, { content: [] }))],
  },
  'cancel-request-id-missing': {
    before: [...before, call(4)],
    violates: [client(notification('notifications/cancelled'))],
    conforms: [cancel(4)],
  },
  'cancel-task-by-notification': {
    before: [
      ...afterHandshake('2025-11-25', {
        server: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      }),
      call(4, { task: {} }),
      server(result(4, { task })),
    ],
    violates: [cancel(4)],
    conforms: [client(request(5, 'tasks/cancel', { taskId: 'job-7' }))],
  },
  'cancel-server-scope': {
    before: [
      ...modern,
      client(asks(4)),
      client(request(5, 'subscriptions/listen', { notifications: {}, _meta: meta() })),
    ],
    violates: [server(cancels({ requestId: 4 }))],
    conforms: [server(cancels({ requestId: 5 }))],
  },
  'cancel-already-answered': {
    before: [...before, call(4), done(4)],
    violates: [after(2, cancel(4))],
    conforms: [cancel(4)],
  },
  'cancel-http-notification': {
    before: stream,
    violates: posted('x2', cancels({ requestId: 4 }), undefined, {
      headers: { 'mcp-protocol-version': LATEST, 'mcp-method': 'notifications/cancelled' },
    }),
    conforms: [end('x1', 'client')],
  },
};
