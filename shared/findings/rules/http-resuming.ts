/** Streams that are resumed, and what is rarely seen of Streamable HTTP. */
import { answer, end, listening, priming, sent, stream, streamed } from '../examples/http-script.ts';
import { examples, OPEN } from '../examples/script.ts';
import * as streamable from '../examples/streamable-http-script.ts';
import { describeRules, info, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('streamable-http', 'streamable-http', {
  'http-event-id-unique': must('server', 'B-D', 'basic/transports#resumability-and-redelivery'),
  'http-resume-with-get': should('client', 'B-D', 'basic/transports#resumability-and-redelivery'),
  'http-replay-foreign': mustNot('server', 'B-D', 'basic/transports#resumability-and-redelivery'),
  'http-sse-retry-hint': should('server', 'D', 'basic/transports#sending-messages-to-the-server'),
  'http-sse-retry-respected': must('client', 'D', 'basic/transports#sending-messages-to-the-server'),
  'http-post-content-type': info('client', 'B-E', 'basic/transports#sending-messages-to-the-server', 'extra'),
  'http-sse-event-name': info('server', 'B-E', 'basic/transports#sending-messages-to-the-server', 'extra'),
  'http-session-id-weak': should('server', 'B-D', 'basic/transports#session-management', 'heuristic', 'extra'),
  'http-session-id-twice': should('server', 'B-D', 'basic/transports#session-management', 'extra'),
  'http-session-reassigned': info('server', 'B-D', 'basic/transports#session-management', 'extra'),
  'http-sse-priming': should('server', 'D', 'basic/transports#sending-messages-to-the-server', 'info', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'http-event-id-unique': {
    title: 'Keep SSE event ids unique across the session',
    found: 'Event id `{0}` was already used.',
    why: 'A client resumes with this id alone. When two events have it, the server replays the wrong ones or none.',
    fix: 'Put the stream into the id, such as `<stream>-<counter>`, and never count from 0 again in the same session.',
  },
  'http-resume-with-get': {
    title: 'Resume a broken stream with GET and Last-Event-ID',
    found: 'After event id `{0}` a POST was sent instead of a GET that resumes.',
    why: 'The server still works on the request. Sent again, it runs twice.',
    fix: 'Send GET with `Last-Event-ID`, and wait for the response on that stream. Never put this header on a POST.',
  },
  'http-replay-foreign': {
    title: 'Replay only messages of the stream that is resumed',
    found: '`{0}` came on another stream first.',
    why: 'The client sees it twice, and cannot tell which request it belongs to.',
    fix: 'Keep sent events by stream; after `Last-Event-ID` replay only those of the stream to which the id belongs.',
  },
  'http-sse-retry-hint': {
    title: 'Send retry before an unfinished stream is closed',
    found: 'The stream of `{0}` was closed before its response, and no event had `retry`.',
    why: 'Without it the client guesses when to reconnect: too early, and it polls; too late, and the call is slow.',
    fix: 'Write an event with `retry: <milliseconds>` before the connection is closed.',
  },
  'http-sse-retry-respected': {
    title: 'Wait as long as retry says before reconnecting',
    found: 'The stream was resumed after {0} ms; `retry` asked for {1} ms.',
    why: 'The server closes streams to save connections. Reconnecting at once defeats that purpose.',
    fix: 'Keep the last `retry` of the stream, and wait that many milliseconds before the GET.',
  },
  'http-post-content-type': {
    title: 'Label POST bodies as application/json',
    found: '`Content-Type` of the POST is {0}.',
    why: 'No protocol version requires it, yet most servers respond to any other type with 415.',
    fix: 'Send `Content-Type: application/json` with every POST.',
  },
  'http-sse-event-name': {
    title: 'Name SSE events "message", or not at all',
    found: 'The event is named `{0}`.',
    why: 'Clients listen for `message`. Events with another name are silently dropped.',
    fix: 'Leave out the `event` field, or set it to `message`.',
  },
  'http-session-id-weak': {
    title: 'Make session IDs unguessable',
    found: '`Mcp-Session-Id` is {0}.',
    why: 'Anyone who guesses an ID can take over the session.',
    fix: 'Use a random UUID or at least 128 random bits.',
  },
  'http-session-id-twice': {
    title: 'Give one session ID in a response',
    found: 'The values of `Mcp-Session-Id` are {0}.',
    why: 'Only list headers may be repeated (RFC 9110, section 5.3). Some clients take the first value, some the last, and browsers join them into one that the server does not know.',
    fix: 'Set `Mcp-Session-Id` once, and look for a proxy or middleware that adds its own.',
  },
  'http-session-reassigned': {
    title: 'Assign a session ID only in the response to initialize',
    found: 'The response sets `Mcp-Session-Id` to {0}; before, it was {1}.',
    why: 'Clients read the header only from the response to `initialize`, and keep using the first ID.',
    fix: 'Set `Mcp-Session-Id` only in the response to `initialize`.',
  },
  'http-sse-priming': {
    title: 'Begin an SSE stream with an id and empty data',
    found: 'The first event of the stream is {0}.',
    why: 'With an id from the start, the client can resume even when the connection breaks before the first message.',
    fix: 'Write `id: <id>` and an empty `data:` before anything else on the stream.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'http-event-id-unique': {
    title: 'SSE 事件 ID 在会话内须唯一',
    found: '事件 ID `{0}` 此前已出现过。',
    why: '客户端仅凭此 ID 恢复。若两个事件相同，服务器会重放错误的事件或完全不重放。',
    fix: '在 ID 中加入流标识，如 `<流>-<序号>`，同一会话内不要重新从 0 计数。',
  },
  'http-resume-with-get': {
    title: '应以 GET 和 Last-Event-ID 恢复中断的流',
    found: '事件 ID `{0}` 之后发送的是 POST，而不是用于恢复的 GET。',
    why: '服务器仍在处理原请求，重发会使其执行两次。',
    fix: '发送带 `Last-Event-ID` 的 GET，并在该流上等待响应。POST 不要带此请求头。',
  },
  'http-replay-foreign': {
    title: '只能重放被恢复的流的消息',
    found: '`{0}` 最初出现在另一个流上。',
    why: '客户端会收到两次，也无法判断它属于哪个请求。',
    fix: '按流保存已发送的事件；收到 `Last-Event-ID` 后只重放该 ID 所属流的事件。',
  },
  'http-sse-retry-hint': {
    title: '关闭未完成的流之前应发送 retry',
    found: '`{0}` 的流在响应之前关闭，且没有事件带 `retry`。',
    why: '客户端只能猜测何时重连：过早则频繁轮询，过晚则调用变慢。',
    fix: '关闭连接前写入带 `retry: <毫秒>` 的事件。',
  },
  'http-sse-retry-respected': {
    title: '重连前须等待 retry 指定的时间',
    found: '流在 {0} ms 后被恢复，而 `retry` 要求 {1} ms。',
    why: '服务器关闭流是为了节省连接，立即重连会使其失去意义。',
    fix: '记录该流最后的 `retry`，等待相应毫秒数后再发送 GET。',
  },
  'http-post-content-type': {
    title: 'POST 正文应标为 application/json',
    found: '该 POST 的 `Content-Type` 为 {0}。',
    why: '规范未明文规定，但多数服务器对其他类型返回 415。',
    fix: '每个 POST 都发送 `Content-Type: application/json`。',
  },
  'http-sse-event-name': {
    title: 'SSE 事件名应为 message 或省略',
    found: '事件名为 `{0}`。',
    why: '客户端只监听 `message`，其他名称的事件会被静默丢弃。',
    fix: '省略 `event` 字段，或设为 `message`。',
  },
  'http-session-id-weak': {
    title: '会话 ID 应难以猜测',
    found: '`Mcp-Session-Id` 为 {0}。',
    why: '猜中 ID 的人可以接管会话。',
    fix: '使用随机 UUID 或至少 128 位随机数。',
  },
  'http-session-id-twice': {
    title: '一个响应只给出一个会话 ID',
    found: '`Mcp-Session-Id` 的值为 {0}。',
    why: '只有列表类响应头可以重复（RFC 9110 第 5.3 节）。有的客户端取第一个值，有的取最后一个，浏览器则合并成服务器不认识的值。',
    fix: '只设置一次 `Mcp-Session-Id`，并检查是否有代理或中间件添加了自己的值。',
  },
  'http-session-reassigned': {
    title: '只在 initialize 的响应中分配会话 ID',
    found: '该响应设置了 `Mcp-Session-Id` {0}，此前为 {1}。',
    why: '客户端只从 `initialize` 的响应中读取该响应头，并一直使用最初的 ID。',
    fix: '只在 `initialize` 的响应中设置 `Mcp-Session-Id`。',
  },
  'http-sse-priming': {
    title: 'SSE 流应以带 ID 的空 data 事件开头',
    found: '该流的第一个事件为 {0}。',
    why: '一开始就有 ID，即使第一条消息之前连接中断，客户端也能恢复。',
    fix: '在流上先写入 `id: <ID>` 和空的 `data:`。',
  },
};

const resuming = { ...streamable.VERSION, 'last-event-id': 'x3-0' };

export const EXAMPLES = examples<typeof RULES>(streamable.before, {
  'http-event-id-unique': {
    before: [...streamable.before, ...listening('g1', streamable.VERSION), priming('g1', '0')],
    violates: [...streamable.streaming.slice(0, 3), priming('x3', '0', 500)],
    conforms: streamable.streaming,
  },
  'http-resume-with-get': {
    before: [...streamable.before, ...streamable.streaming, end('x3', 'network')],
    violates: sent('x4', streamable.headers, { ...streamable.call, id: 4 }),
    conforms: listening('g1', resuming),
  },
  'http-replay-foreign': {
    before: [
      ...streamable.before,
      ...listening('g1', streamable.VERSION),
      priming('g1', 'g1-0'),
      streamed('g1', streamable.changed, { id: 'g1-1' }),
      ...streamable.streaming,
      end('x3', 'network'),
      ...listening('g2', resuming),
    ],
    violates: [streamed('g2', streamable.changed, { id: 'g1-1' })],
    conforms: [streamed('g2', streamable.measured, { id: 'x3-1' })],
  },
  'http-sse-retry-hint': {
    violates: [...sent('x3', streamable.headers, streamable.call), stream('x3'), priming('x3', 'x3-0'), end('x3')],
    conforms: [...streamable.streaming, end('x3')],
  },
  // No time passes between these events.
  'http-sse-retry-respected': {
    before: [...streamable.before, ...sent('x3', streamable.headers, streamable.call), stream('x3')],
    violates: [priming('x3', 'x3-0', 500), end('x3'), ...listening('g1', resuming)],
    conforms: [priming('x3', 'x3-0', 0), end('x3'), ...listening('g1', resuming)],
  },
  'http-post-content-type': {
    violates: sent('x3', { ...streamable.headers, 'content-type': 'text/plain' }, streamable.list),
    conforms: sent('x3', { ...streamable.headers, 'content-type': 'application/json; charset=utf-8' }, streamable.list),
  },
  'http-sse-event-name': {
    violates: [...streamable.streaming, streamed('x3', streamable.measured, { event: 'done', id: 'x3-1' })],
    conforms: [...streamable.streaming, streamed('x3', streamable.measured, { event: 'message', id: 'x3-1' })],
  },
  'http-session-id-weak': {
    before: OPEN,
    violates: streamable.initialize(streamable.REVISION, { 'mcp-session-id': '42' }),
    conforms: streamable.initialize(streamable.REVISION, { 'mcp-session-id': streamable.SESSION }),
  },
  'http-session-id-twice': {
    before: OPEN,
    // As a browser joins them.
    violates: streamable.initialize(streamable.REVISION, {
      'mcp-session-id': `${streamable.SESSION}, b0d1c1aa-77f0-4a43-8a5e-1f5c8d2e9b30`,
    }),
    conforms: streamable.initialize(streamable.REVISION, { 'mcp-session-id': streamable.SESSION }),
  },
  'http-session-reassigned': {
    before: streamable.inSession,
    violates: [
      ...sent('x3', streamable.own, streamable.list),
      answer('x3', 200, { 'mcp-session-id': 'b0d1c1aa-77f0-4a43-8a5e-1f5c8d2e9b30' }),
    ],
    conforms: [
      ...sent('x3', streamable.own, streamable.list),
      answer('x3', 200, { 'mcp-session-id': streamable.SESSION }),
    ],
  },
  'http-sse-priming': {
    violates: [
      ...sent('x3', streamable.headers, streamable.call),
      stream('x3'),
      streamed('x3', streamable.measured, { id: 'x3-1' }),
    ],
    conforms: [...streamable.streaming, streamed('x3', streamable.measured, { id: 'x3-1' })],
  },
});
