import type { EventBody } from '#shared/recording';
import { answer, head, streamed } from '../examples/http-script.ts';
import {
  answered,
  client,
  complete,
  failure,
  meta,
  notification,
  request,
  result,
  server,
} from '../examples/messages.ts';
import { afterHandshake, discovered, examples, OPEN } from '../examples/script.ts';
import { describeRules, must, mustNot, should, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('logging', 'any', {
  'logging-setlevel-value': must('client', 'A-D', 'server/utilities/logging#log-levels'),
  'logging-setlevel-invalid-code': should('server', 'A-D', 'server/utilities/logging#error-handling'),
  'logging-message-level': must('server', 'A-E', 'server/utilities/logging#log-levels'),
  'logging-message-data': must('server', 'A-E', 'server/utilities/logging#log-message-notifications'),
  'logging-below-level': shouldNot('server', 'A-E', {
    A: 'server/utilities/logging#setting-log-level',
    E: 'server/utilities/logging#per-request-log-level',
  }),
  'logging-no-opt-in': mustNot('server', 'E', 'server/utilities/logging#per-request-log-level'),
  'logging-wrong-stream': mustNot('server', 'E', 'server/utilities/logging#per-request-log-level'),
  'logging-level-meta-invalid': should('server', 'E', 'server/utilities/logging#error-handling'),
  'logging-secret': mustNot('server', 'A-E', 'server/utilities/logging#security', 'warning', 'heuristic', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'logging-setlevel-value': {
    title: 'Set a log level from RFC 5424',
    found: '`level` is {0}.',
    why: 'Servers refuse other names, or keep the previous level.',
    fix: 'Use `debug`, `info`, `notice`, `warning`, `error`, `critical`, `alert` or `emergency`: `warning`, not `warn`.',
  },
  'logging-setlevel-invalid-code': {
    title: 'Refuse unknown log levels with error -32602',
    found: 'The level {0} does not exist, but the response is: {1}.',
    why: 'The client believes that the level is set, but gets other messages than it expects.',
    fix: 'Compare `level` with the eight names and return error `-32602` for any other.',
  },
  'logging-message-level': {
    title: 'Use a log level from RFC 5424',
    found: '`level` of the log message is {0}.',
    why: 'Clients filter by level, and typed ones reject the whole message.',
    fix: 'Translate the levels of your logger: `warn` to `warning`, `trace` to `debug`, `fatal` to `critical`.',
  },
  'logging-message-data': {
    title: 'Put the logged content into data',
    found: 'The log message has no `data`; it has: {0}.',
    why: 'Clients show `data` and nothing else: the log line is empty, or the message is rejected.',
    fix: 'Send `{"level": …, "logger": …, "data": …}`; `data` may be a string or any other JSON value.',
  },
  'logging-below-level': {
    title: 'Send no log messages below the requested level',
    found: 'The message has the level {0}, but the lowest requested level is {1}.',
    why: 'The client asked for fewer messages. Unwanted ones bury what it looks for.',
    fix: 'Compare the order of both levels among the eight before you send.',
  },
  'logging-no-opt-in': {
    title: 'Send log messages only for requests that ask for them',
    found: 'A message of level {0} came, but no pending request asked for it with `io.modelcontextprotocol/logLevel`.',
    why: 'From 2026-07-28 on, each request states whether it wants log messages. A client that did not ask may fail on them.',
    fix: 'Read `_meta["io.modelcontextprotocol/logLevel"]` of the request; without it, log to stderr only.',
  },
  'logging-wrong-stream': {
    title: 'Send log messages only on the stream of their request',
    found: 'The message came on the stream of `{0}`.',
    why: 'The client cannot tell which request the message is about, and drops it.',
    fix: 'Send it on the response stream of the request that asked for it, without `subscriptionId`.',
  },
  'logging-level-meta-invalid': {
    title: 'Refuse an unknown logLevel with error -32602',
    found: '`logLevel` is {0}, but the response is: {1}.',
    why: 'The client waits for log messages that will never come, or gets too many.',
    fix: 'Compare `logLevel` with the eight names first, and return error `-32602` for any other.',
  },
  'logging-secret': {
    title: 'Keep credentials out of log messages',
    found: 'The log message seems to hold a secret: {0}.',
    why: 'Log messages reach the host, its log files and often the model.',
    fix: 'Leave the value out or mask it before you log, and revoke it if it was real.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'logging-setlevel-value': {
    title: '设置的日志级别须符合 RFC 5424',
    found: '`level` 为 {0}。',
    why: '服务器会拒绝其他名称，或继续使用之前的级别。',
    fix: '使用 `debug`、`info`、`notice`、`warning`、`error`、`critical`、`alert` 或 `emergency`；是 `warning`，不是 `warn`。',
  },
  'logging-setlevel-invalid-code': {
    title: '日志级别未知时返回错误 -32602',
    found: '级别 {0} 不存在，响应却是：{1}。',
    why: '客户端以为级别已设置，却不明白为何收到这些消息。',
    fix: '与八个名称比较，不在其中时返回错误 `-32602`。',
  },
  'logging-message-level': {
    title: '日志级别须符合 RFC 5424',
    found: '日志消息的 `level` 为 {0}。',
    why: '客户端按级别过滤，强类型客户端会拒绝整条消息。',
    fix: '转换日志库的级别：`warn` 转为 `warning`，`trace` 转为 `debug`，`fatal` 转为 `critical`。',
  },
  'logging-message-data': {
    title: '日志内容放在 data 中',
    found: '日志消息没有 `data`，只有：{0}。',
    why: '客户端只显示 `data`，日志行会是空的，或消息被拒绝。',
    fix: '发送 `{"level": …, "logger": …, "data": …}`；`data` 可以是字符串或其他任意 JSON 值。',
  },
  'logging-below-level': {
    title: '不要发送低于所请求级别的日志',
    found: '消息的级别为 {0}，而请求的最低级别是 {1}。',
    why: '客户端要求减少日志，多余的消息会淹没它要找的内容。',
    fix: '发送前比较两者在八个级别中的次序。',
  },
  'logging-no-opt-in': {
    title: '只为要求日志的请求发送日志',
    found: '收到级别为 {0} 的消息，但没有等待中的请求通过 `io.modelcontextprotocol/logLevel` 要求它。',
    why: '自 2026-07-28 起由请求自己声明是否需要日志，未声明的客户端可能因此出错。',
    fix: '读取请求的 `_meta["io.modelcontextprotocol/logLevel"]`；没有时只写入 stderr。',
  },
  'logging-wrong-stream': {
    title: '日志只在所属请求的流上发送',
    found: '消息出现在 `{0}` 的流上。',
    why: '客户端无法判断消息属于哪个请求，会丢弃它。',
    fix: '在要求日志的请求的响应流上发送，不带 `subscriptionId`。',
  },
  'logging-level-meta-invalid': {
    title: 'logLevel 未知时返回错误 -32602',
    found: '`logLevel` 为 {0}，响应却是：{1}。',
    why: '客户端会等待永远不来的日志，或收到过多日志。',
    fix: '先与八个名称比较，不在其中时返回错误 `-32602`。',
  },
  'logging-secret': {
    title: '日志消息中不要含有凭据',
    found: '日志消息疑似含有敏感信息：{0}。',
    why: '日志消息会到达宿主及其日志文件，往往还会交给模型。',
    fix: '记录前去掉或遮盖该值；若是真实凭据，应予以吊销。',
  },
};

const before = afterHandshake('2025-03-26', { server: { logging: {} } });
const log = (params: object): object => notification('notifications/message', params);
const logged = (params: object): readonly EventBody[] => [server(log(params))];
const level = (name: string, outcome: object): readonly EventBody[] =>
  answered(request('g1', 'logging/setLevel', { level: name }), outcome);
const modern = discovered({ server: { logging: {}, tools: {} } });
/** A call that asks for messages of this level, or for none. */
const call = (id: string, least?: string): object =>
  request(id, 'tools/call', { name: 'sync', _meta: meta({}, least) });
const stream = (x: string, message: object): readonly EventBody[] => [
  head(x),
  client(message, { x }),
  answer(x, 200, { 'content-type': 'text/event-stream' }),
];
const LINE = { level: 'notice', data: 'synced' };

export const EXAMPLES = examples<typeof RULES>(before, {
  'logging-setlevel-value': {
    violates: level('verbose', failure('g1', -32602)),
    conforms: level('debug', result('g1')),
  },
  'logging-setlevel-invalid-code': {
    violates: level('verbose', failure('g1', -32603)),
    conforms: level('verbose', failure('g1', -32602)),
  },
  'logging-message-level': { violates: logged({ ...LINE, level: 'fatal' }), conforms: logged(LINE) },
  'logging-message-data': { violates: logged({ level: 'notice', message: 'synced' }), conforms: logged(LINE) },
  'logging-below-level': {
    before: [...before, ...level('critical', result('g1'))],
    violates: logged({ ...LINE, level: 'error' }),
    conforms: logged({ ...LINE, level: 'critical' }),
  },
  'logging-no-opt-in': {
    before: modern,
    violates: [client(call('c1')), ...logged(LINE)],
    conforms: [client(call('c1', 'info')), ...logged(LINE)],
  },
  'logging-wrong-stream': {
    before: [...OPEN, ...stream('x1', call('c1', 'info')), ...stream('x2', call('c2'))],
    violates: [streamed('x2', log(LINE))],
    conforms: [streamed('x1', log(LINE))],
  },
  'logging-level-meta-invalid': {
    before: [...modern, client(call('c1', 'verbose'))],
    violates: [server(complete('c1', { content: [] }))],
    conforms: [server(failure('c1', -32602, 'no such level'))],
  },
  'logging-secret': {
    violates: logged({ ...LINE, data: { user: 'ada', password: 'correct horse' } }),
    conforms: logged({ ...LINE, data: { user: 'ada', password: '***' } }),
  },
});
