import type { EventBody } from '#shared/recording';
import { answer, end, head, streamed } from '../examples/http-script.ts';
import { client, complete, LATEST, meta, notification, request, server } from '../examples/messages.ts';
import { discovered, examples } from '../examples/script.ts';
import { describeRules, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('modern-subscriptions', 'any', {
  'listen-ack-first': must('server', 'E', 'basic/patterns/subscriptions#acknowledgment'),
  'listen-filter-required': must('client', 'E', 'basic/patterns/subscriptions#opening-a-stream'),
  'listen-subscription-id': must('server', 'E', 'basic/patterns/subscriptions#receiving-notifications'),
  'listen-subscription-id-value': must('server', 'E', 'basic/patterns/subscriptions#receiving-notifications'),
  'listen-unrequested': mustNot('server', 'E', 'basic/patterns/subscriptions#opening-a-stream'),
  'listen-request-scoped': mustNot('server', 'E', 'basic/transports/streamable-http#receiving-messages'),
  'listen-result-meta': must('server', 'E', 'basic/patterns/subscriptions#graceful-closure'),
  'change-outside-listen': mustNot('server', 'E', 'schema#toollistchangednotification'),
  'listen-after-end': mustNot('server', 'E', 'basic/patterns/subscriptions#cancellation', 'extra', 'inferred'),
  'listen-graceful-close': should('server', 'E', 'basic/patterns/subscriptions#graceful-closure', 'info', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'listen-ack-first': {
    title: 'Acknowledge a subscription before anything else on it',
    found: 'The first message of the subscription is `{0}`.',
    why: 'Until the acknowledgement the client does not know which notifications it will get, and may drop those that come earlier.',
    fix: 'Send `notifications/subscriptions/acknowledged` as soon as the subscription is set up, then the notifications.',
  },
  'listen-filter-required': {
    title: 'State in subscriptions/listen which notifications to send',
    found: '`notifications` is {0}.',
    why: 'The server sends nothing that was not asked for, or refuses the request.',
    fix: 'Add `"notifications": { "toolsListChanged": true }` to `params`, with the kinds that the client handles.',
  },
  'listen-subscription-id': {
    title: 'Tag each notification of a subscription with its id',
    found: '`{0}` has no `io.modelcontextprotocol/subscriptionId`.',
    why: 'On stdio everything shares one pipe. Only this id says which subscription a notification belongs to.',
    fix: 'Set `params._meta["io.modelcontextprotocol/subscriptionId"]` to the id of the `subscriptions/listen` request.',
  },
  'listen-subscription-id-value': {
    title: 'Use the id of the listen request as subscriptionId',
    found: 'The subscription id is {0}; the open `subscriptions/listen` request has id {1}.',
    why: 'The client finds no subscription with this id and drops the notification.',
    fix: 'Copy the request id unchanged, with its JSON type: `2` is not `"2"`.',
  },
  'listen-unrequested': {
    title: 'Send only notifications that the client asked for',
    found: 'The client did not ask for {0}, or the server did not acknowledge it.',
    why: 'Clients have no handler for what they did not ask for. It costs both sides and may reveal other resources.',
    fix: 'Check the filter of the `subscriptions/listen` request before each notification; acknowledge no more than it asks for.',
  },
  'listen-request-scoped': {
    title: 'Keep progress off subscriptions',
    found: 'A progress notification came on a subscription.',
    why: 'Progress belongs to one request. On another stream it comes out of order, or never reaches the code that waits for it.',
    fix: 'Send progress on the response stream of its request, without a subscription id.',
  },
  'listen-result-meta': {
    title: 'Name the subscription in its closing result',
    found: 'The subscription id is {0}; the request has id {1}.',
    why: 'Clients close the subscription that this id names.',
    fix: 'Add `_meta["io.modelcontextprotocol/subscriptionId"]` with the request id to the result.',
  },
  'change-outside-listen': {
    title: 'Send change notifications only on subscriptions',
    found: '`{0}` came outside of a subscription.',
    why: 'Clients of 2026-07-28 expect changes only where they have subscribed. Elsewhere they are dropped.',
    fix: 'Send `list_changed` and `resources/updated` only to open `subscriptions/listen` requests.',
  },
  'listen-after-end': {
    title: 'Send nothing on a subscription that has ended',
    found: 'The subscription had already ended with `{0}`.',
    why: 'Its id may be in use again for another request.',
    fix: 'Remove the subscription from your list before you send its result, and when it is cancelled.',
  },
  'listen-graceful-close': {
    title: 'Close a subscription with a result',
    found: 'The server ended the subscription without a response.',
    why: 'The client cannot tell an orderly end from a broken connection, and reconnects at once.',
    fix: 'Respond to the `subscriptions/listen` request with a result of only `resultType` and `_meta` before you end the stream or the process.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'listen-ack-first': {
    title: '订阅上的第一条消息须为确认',
    found: '该订阅的第一条消息是 `{0}`。',
    why: '在确认之前，客户端不知道会收到哪些通知，可能会丢弃提前到达的通知。',
    fix: '订阅建立后先发送 `notifications/subscriptions/acknowledged`，再发送其他通知。',
  },
  'listen-filter-required': {
    title: 'subscriptions/listen 须写明要接收的通知',
    found: '`notifications` 为 {0}。',
    why: '服务器不会发送未请求的通知，或直接拒绝该请求。',
    fix: '在 `params` 中加上 `"notifications": { "toolsListChanged": true }`，列出客户端能处理的类型。',
  },
  'listen-subscription-id': {
    title: '订阅的每条通知都须带订阅 ID',
    found: '`{0}` 没有 `io.modelcontextprotocol/subscriptionId`。',
    why: '在 stdio 上所有消息共用一个管道，只有该 ID 能说明通知属于哪个订阅。',
    fix: '把 `params._meta["io.modelcontextprotocol/subscriptionId"]` 设为 `subscriptions/listen` 请求的 id。',
  },
  'listen-subscription-id-value': {
    title: '订阅 ID 须为 listen 请求的 id',
    found: '订阅 ID 为 {0}，当前 `subscriptions/listen` 请求的 id 为 {1}。',
    why: '客户端找不到对应的订阅，会丢弃该通知。',
    fix: '原样复制请求 id，包括 JSON 类型：`2` 与 `"2"` 不同。',
  },
  'listen-unrequested': {
    title: '只发送客户端请求的通知',
    found: '客户端未请求 {0}，或服务器未确认它。',
    why: '客户端不会处理未请求的通知，徒增双方开销，还可能泄露其他资源。',
    fix: '每次发送前检查 `subscriptions/listen` 请求的过滤条件；确认的范围不得超出请求。',
  },
  'listen-request-scoped': {
    title: '进度通知不得走订阅',
    found: '订阅上出现了进度通知。',
    why: '进度属于某个请求。走另一个流会乱序，或到不了等待它的一方。',
    fix: '在该请求的响应流上发送进度，且不带订阅 ID。',
  },
  'listen-result-meta': {
    title: '结束订阅的结果须带订阅 ID',
    found: '订阅 ID：{0}；请求 id：{1}。',
    why: '客户端按该 ID 关闭对应的订阅。',
    fix: '在结果的 `_meta["io.modelcontextprotocol/subscriptionId"]` 中写入请求 id。',
  },
  'change-outside-listen': {
    title: '变更通知只能在订阅上发送',
    found: '`{0}` 不是在订阅上发送的。',
    why: '2026-07-28 的客户端只在订阅上等待变更，其他位置的通知会被丢弃。',
    fix: '`list_changed` 和 `resources/updated` 只发送给未结束的 `subscriptions/listen` 请求。',
  },
  'listen-after-end': {
    title: '订阅结束后不再发送通知',
    found: '该订阅已因 `{0}` 结束。',
    why: '它的 ID 可能已用于另一个请求。',
    fix: '发送结果之前，以及订阅被取消时，先把它从列表中移除。',
  },
  'listen-graceful-close': {
    title: '用结果结束订阅',
    found: '服务器未作响应就结束了订阅。',
    why: '客户端分不清是正常结束还是连接中断，会立即重连。',
    fix: '关闭流或退出进程之前，先用只含 `resultType` 和 `_meta` 的结果响应 `subscriptions/listen` 请求。',
  },
};

const before = discovered({ server: { prompts: { listChanged: true }, resources: { subscribe: true } } });
const ID = 'io.modelcontextprotocol/subscriptionId';
const filter = { promptsListChanged: true, resourceSubscriptions: ['mem://a'] };
const wants = (notifications: object = filter): object =>
  request('sub', 'subscriptions/listen', { notifications, _meta: meta() });
const told = (method: string, more: object = {}, id: unknown = 'sub'): object =>
  notification(method, { ...more, _meta: { [ID]: id } });
const ACK = told('notifications/subscriptions/acknowledged', { notifications: filter });
const PROMPTS = 'notifications/prompts/list_changed';
const open: readonly EventBody[] = [...before, client(wants()), server(ACK)];
const bare = server(notification(PROMPTS));
const over = (by: 'server', ...rest: readonly EventBody[]): readonly EventBody[] => [
  head('x1', {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': LATEST,
    'mcp-method': 'subscriptions/listen',
  }),
  client(wants(), { x: 'x1' }),
  answer('x1', 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }),
  streamed('x1', ACK),
  ...rest,
  end('x1', by),
];

export const EXAMPLES = examples<typeof RULES>(open, {
  'listen-ack-first': {
    before: [...before, client(wants())],
    violates: [server(told(PROMPTS)), server(ACK)],
    conforms: [server(ACK), server(told(PROMPTS))],
  },
  'listen-filter-required': {
    before,
    violates: [client(request('sub', 'subscriptions/listen', { notifications: ['prompts'], _meta: meta() }))],
    conforms: [client(wants())],
  },
  'listen-subscription-id': { violates: [bare], conforms: [server(told(PROMPTS))] },
  'listen-subscription-id-value': { violates: [server(told(PROMPTS, {}, 'sub-1'))], conforms: [server(told(PROMPTS))] },
  'listen-unrequested': {
    violates: [server(told('notifications/resources/updated', { uri: 'mem://b' }))],
    conforms: [server(told('notifications/resources/updated', { uri: 'mem://a' }))],
  },
  'listen-request-scoped': {
    violates: [server(told('notifications/progress', { progressToken: 1, progress: 1 }))],
    conforms: [server(told(PROMPTS))],
  },
  'listen-result-meta': {
    violates: [server(complete('sub', { _meta: { [ID]: 1 } }))],
    conforms: [server(complete('sub', { _meta: { [ID]: 'sub' } }))],
  },
  'change-outside-listen': {
    before,
    violates: [bare],
    conforms: [client(wants()), server(ACK), server(told(PROMPTS))],
  },
  'listen-after-end': {
    violates: [server(complete('sub', { _meta: { [ID]: 'sub' } })), server(told(PROMPTS))],
    conforms: [server(told(PROMPTS)), server(complete('sub', { _meta: { [ID]: 'sub' } }))],
  },
  'listen-graceful-close': {
    before: [],
    violates: over('server'),
    conforms: over('server', streamed('x1', complete('sub', { _meta: { [ID]: 'sub' } }))),
  },
});
