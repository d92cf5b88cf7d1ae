import type { EventBody } from '#shared/recording';
import { answered, client, meta, notification, request, result, server } from '../examples/messages.ts';
import { afterHandshake, discovered, examples } from '../examples/script.ts';
import { describeRules, info, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('progress', 'any', {
  'progress-token-type': must('both', 'A-E', 'basic/utilities/progress#progress-flow'),
  'progress-token-unique': must('both', 'A-E', 'basic/utilities/progress#progress-flow'),
  'progress-token-unknown': must('both', 'A-E', 'basic/utilities/progress#behavior-requirements'),
  'progress-after-completion': mustNot('both', 'A-E', 'basic/utilities/progress#implementation-notes'),
  'progress-increasing': must('both', 'A-E', 'basic/utilities/progress#progress-flow'),
  'progress-from-client': mustNot('client', 'E', 'basic/patterns/progress'),
  'progress-over-total': info('both', 'A-E', 'basic/utilities/progress#progress-flow', 'extra'),
  'progress-flood': should(
    'both',
    'A-E',
    'basic/utilities/progress#implementation-notes',
    'info',
    'heuristic',
    'extra',
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'progress-token-type': {
    title: 'Use a string or an integer as progress token',
    found: '`progressToken` is {0}.',
    why: 'Receivers use the token as a key. Other types are refused or never match.',
    fix: 'Use a counter or a random string as token.',
  },
  'progress-token-unique': {
    title: 'Give each active request its own progress token',
    found: 'Token {0} still belongs to another request (`{1}`).',
    why: 'Progress of both requests is shown on one of them.',
    fix: 'Generate a new token for each request; the request id will do.',
  },
  'progress-token-unknown': {
    title: 'Report progress only for tokens that were given',
    found: 'The other side sent no request with progress token {0}.',
    why: 'The notification cannot be assigned to a request and is dropped.',
    fix: 'Copy `params._meta.progressToken` of the request unchanged, with its JSON type. Send no progress where it is missing.',
  },
  'progress-after-completion': {
    title: 'Stop progress once the response is sent',
    found: 'The request with token {0} (`{1}`) already had its response.',
    why: 'The receiver has forgotten the token, or shows a finished request as running.',
    fix: 'Wait until queued progress is written before you send the response; stop timers that report it.',
  },
  'progress-increasing': {
    title: 'Increase progress with every notification',
    found: '`progress` was {0} and is now {1}.',
    why: 'Progress bars jump back, and receivers that extend their timeout on progress may give up.',
    fix: 'Count up. Send nothing as long as the value has not grown.',
  },
  'progress-from-client': {
    title: 'Send no progress from the client',
    found: 'The client sent `notifications/progress`.',
    why: 'In 2026-07-28 servers send no requests, so there is nothing whose progress a client could report.',
    fix: 'Remove it from the client.',
  },
  'progress-over-total': {
    title: 'Keep progress at or below total',
    found: 'Progress is {0}, total is {1}.',
    why: 'Progress bars show more than 100%.',
    fix: 'Raise `total` before `progress` passes it, or leave `total` out when it is not known.',
  },
  'progress-flood': {
    title: 'Limit how often progress is sent',
    found: 'More than {1} notifications for token {0} came within one second.',
    why: 'They slow down both sides and the messages behind them.',
    fix: 'Send progress a few times a second at most.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'progress-token-type': {
    title: '进度令牌须为字符串或整数',
    found: '`progressToken` 为 {0}。',
    why: '接收方用令牌作为键，其他类型会被拒绝或永远匹配不上。',
    fix: '用计数器或随机字符串作为令牌。',
  },
  'progress-token-unique': {
    title: '每个进行中的请求使用不同的进度令牌',
    found: '令牌 {0} 仍属于另一个请求（`{1}`）。',
    why: '两个请求的进度会显示在同一个请求上。',
    fix: '为每个请求生成新令牌，也可直接用请求 id。',
  },
  'progress-token-unknown': {
    title: '只为对方给出的令牌报告进度',
    found: '对方没有发送过进度令牌为 {0} 的请求。',
    why: '该通知无法对应到任何请求，会被丢弃。',
    fix: '原样复制请求的 `params._meta.progressToken`，包括 JSON 类型；没有令牌时不发送进度。',
  },
  'progress-after-completion': {
    title: '请求得到响应后停止发送进度',
    found: '令牌 {0} 的请求（`{1}`）已经得到响应。',
    why: '接收方已丢弃该令牌，或会把已完成的请求显示为进行中。',
    fix: '先写出排队中的进度通知，再发送响应，并停止报告进度的计时器。',
  },
  'progress-increasing': {
    title: '每次通知的进度都须增大',
    found: '`progress` 之前为 {0}，现在为 {1}。',
    why: '进度条会倒退；靠进度延长超时的接收方可能会放弃等待。',
    fix: '只递增；数值没有变大时不发送。',
  },
  'progress-from-client': {
    title: '客户端不得发送进度通知',
    found: '客户端发送了 `notifications/progress`。',
    why: '在 2026-07-28 中服务器不发送请求，客户端没有可报告的进度。',
    fix: '从客户端中去掉它。',
  },
  'progress-over-total': {
    title: '进度不应超过总量',
    found: '进度为 {0}，总量为 {1}。',
    why: '进度条会超过 100%。',
    fix: '在 `progress` 超过之前先增大 `total`；总量未知时不要发送 `total`。',
  },
  'progress-flood': {
    title: '限制进度通知的频率',
    found: '令牌 {0} 在一秒内的通知超过 {1} 条。',
    why: '既拖慢双方，也阻塞后面的消息。',
    fix: '每秒最多发送几次进度。',
  },
};

const before = afterHandshake('2025-06-18', { server: { tools: {} } });
const call = (id: number, progressToken: unknown): EventBody =>
  client(request(id, 'tools/call', { name: 'index', _meta: { progressToken } }));
const report = (progress: number, more: object = {}): object =>
  notification('notifications/progress', { progressToken: 77, progress, ...more });
const told = (progress: number, more: object = {}): EventBody => server(report(progress, more));
const done = server(result(4, { content: [] }));
const active = [...before, call(4, 77)];
const modern = discovered({ server: { tools: {} } });

export const EXAMPLES = examples<typeof RULES>(active, {
  'progress-token-type': { before, violates: [call(4, 1.5)], conforms: [call(4, 77)] },
  'progress-token-unique': { violates: [call(5, 77)], conforms: [done, call(5, 77)] },
  'progress-token-unknown': { violates: [told(1, { progressToken: '77' })], conforms: [told(1)] },
  'progress-after-completion': { violates: [done, told(1)], conforms: [told(1), done] },
  'progress-increasing': { before: [...active, told(3)], violates: [told(2)], conforms: [told(3.5)] },
  'progress-from-client': {
    before: modern,
    violates: [client(report(1))],
    conforms: answered(request(4, 'tools/call', { name: 'index', _meta: { ...meta(), progressToken: 77 } }), report(1)),
  },
  'progress-over-total': { violates: [told(101, { total: 100 })], conforms: [told(100, { total: 100 })] },
  'progress-flood': {
    violates: Array.from({ length: 60 }, (_, index) => told(index + 1)),
    conforms: Array.from({ length: 20 }, (_, index) => told(index + 1)),
  },
});
