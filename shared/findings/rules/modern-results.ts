import type { EventBody } from '#shared/recording';
import { client, complete, meta, request, result, server } from '../examples/messages.ts';
import { discovered, examples } from '../examples/script.ts';
import { describeRules, must, mustNot, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('modern-results', 'any', {
  'result-type-missing': must('server', 'E', 'basic/index#resulttype'),
  'result-type-unknown': must('server', 'E', 'basic/index#resulttype'),
  'no-server-requests': mustNot('server', 'E', 'basic/patterns/index'),
  'no-client-responses': mustNot('client', 'E', 'basic/transports/stdio#sending-messages'),
  'cache-ttl': must('server', 'E', 'server/utilities/caching#cacheable-results'),
  'cache-scope': must('server', 'E', 'server/utilities/caching#cacheable-results'),
  'cache-scope-pages': must('server', 'E', 'server/utilities/caching#interaction-with-pagination'),
  'cache-interim': shouldNot('server', 'E', 'server/utilities/caching#cacheable-results', 'extra', 'inferred'),
});

export const EN: WordsOf<typeof RULES> = {
  'result-type-missing': {
    title: 'Set resultType in every result',
    found: '`resultType` is {0}.',
    why: 'Clients decide by this member whether the result is final, a task or a question. Without it they have to guess.',
    fix: 'Add `"resultType": "complete"` to every result that needs no further input.',
  },
  'result-type-unknown': {
    title: 'Use only a resultType that the client knows',
    found: '`resultType` is {0}, which no declared extension defines.',
    why: 'A client must treat an unknown type as an error, and the result is lost.',
    fix: 'Use `complete` or `input_required`; other values only if both sides declared the extension that defines them.',
  },
  'no-server-requests': {
    title: 'Send no requests from the server',
    found: 'The server sent a request: `{0}`.',
    why: 'In 2026-07-28 clients do not respond to requests. The server waits forever.',
    fix: 'Return `resultType: "input_required"` with the question in `inputRequests`. `ping` has no replacement.',
  },
  'no-client-responses': {
    title: 'Send no responses from the client',
    found: 'The client sent a response.',
    why: 'Servers of 2026-07-28 send no requests and drop or refuse responses.',
    fix: 'Put the answer into `inputResponses` and send the request again.',
  },
  'cache-ttl': {
    title: 'Give cacheable results a ttlMs of 0 or more',
    found: '`ttlMs` is {0}.',
    why: 'Clients do not know how long they may use the result: they fetch it again each time, or keep it too long.',
    fix: 'Set `ttlMs` to a non-negative integer of milliseconds; `0` means: do not keep.',
  },
  'cache-scope': {
    title: 'Set cacheScope to public or private',
    found: '`cacheScope` is {0}.',
    why: 'Shared caches must know whether the result may be given to other users.',
    fix: 'Set `"private"` for what depends on the user, `"public"` otherwise.',
  },
  'cache-scope-pages': {
    title: 'Keep cacheScope the same on all pages of a list',
    found: 'The previous page has `cacheScope` {0}, this one has {1}.',
    why: 'A cache would combine pages meant for different users into one list.',
    fix: 'Decide `cacheScope` for the list as a whole: if one page is private, all are.',
  },
  'cache-interim': {
    title: 'Leave caching hints out of input_required results',
    found: 'The result asks for input and has {0}.',
    why: 'A question belongs to one call. A cache that keeps it asks other users.',
    fix: 'Set `ttlMs` and `cacheScope` only when `resultType` is `complete`.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'result-type-missing': {
    title: '每个结果都须带 resultType',
    found: '`resultType` 为 {0}。',
    why: '客户端靠它判断结果是最终结果、任务还是询问，缺少它只能猜测。',
    fix: '无需进一步输入的结果都加上 `"resultType": "complete"`。',
  },
  'result-type-unknown': {
    title: '只使用客户端认识的 resultType',
    found: '`resultType` 为 {0}，没有任何已声明的扩展定义它。',
    why: '客户端必须把未知类型当作错误，结果因此丢失。',
    fix: '使用 `complete` 或 `input_required`；其他值仅在双方都声明了定义它的扩展时使用。',
  },
  'no-server-requests': {
    title: '服务器不得发送请求',
    found: '服务器发送了请求 `{0}`。',
    why: '在 2026-07-28 中客户端不响应请求，服务器会一直等待。',
    fix: '返回 `resultType: "input_required"`，把问题放在 `inputRequests` 中。`ping` 没有替代方法。',
  },
  'no-client-responses': {
    title: '客户端不得发送响应',
    found: '客户端发送了响应。',
    why: '2026-07-28 的服务器不发送请求，收到的响应会被丢弃或拒绝。',
    fix: '把回复放入 `inputResponses`，重新发送请求。',
  },
  'cache-ttl': {
    title: '可缓存的结果须带非负整数 ttlMs',
    found: '`ttlMs` 为 {0}。',
    why: '客户端不知道结果能用多久：要么每次都重新获取，要么保留过久。',
    fix: '把 `ttlMs` 设为非负整数毫秒；`0` 表示不缓存。',
  },
  'cache-scope': {
    title: 'cacheScope 须为 public 或 private',
    found: '`cacheScope` 为 {0}。',
    why: '共享缓存必须知道结果能否提供给其他用户。',
    fix: '与用户有关的内容设为 `"private"`，否则设为 `"public"`。',
  },
  'cache-scope-pages': {
    title: '同一列表各页的 cacheScope 须一致',
    found: '上一页的 `cacheScope` 为 {0}，本页为 {1}。',
    why: '缓存会把面向不同用户的页拼成一个列表。',
    fix: '为整个列表确定 `cacheScope`：只要有一页是 private，所有页都是。',
  },
  'cache-interim': {
    title: 'input_required 结果不带缓存提示',
    found: '请求输入的结果带有 {0}。',
    why: '询问只属于一个调用，缓存后会问到其他用户。',
    fix: '仅当 `resultType` 为 `complete` 时设置 `ttlMs` 和 `cacheScope`。',
  },
};

const before = discovered({ server: { tools: {}, prompts: {} } });
const ask = (id: number, method: string, more: object = {}): EventBody =>
  client(request(id, method, { ...more, _meta: meta() }));
const page = (id: number, hints: object, more: object = {}): readonly EventBody[] => [
  ask(id, 'prompts/list', more),
  server(complete(id, { prompts: [], ...hints })),
];
const HINTS = { ttlMs: 1500, cacheScope: 'public' };

export const EXAMPLES = examples<typeof RULES>(before, {
  'result-type-missing': {
    violates: [ask(4, 'tools/call', { name: 'sum' }), server(result(4, { content: [] }))],
    conforms: [ask(4, 'tools/call', { name: 'sum' }), server(complete(4, { content: [] }))],
  },
  'result-type-unknown': {
    violates: [ask(4, 'tools/call', { name: 'sum' }), server(result(4, { resultType: 'partial', content: [] }))],
    conforms: [ask(4, 'tools/call', { name: 'sum' }), server(complete(4, { content: [] }))],
  },
  'no-server-requests': { violates: [server(request('p', 'ping'))], conforms: [ask(4, 'prompts/list')] },
  'no-client-responses': { violates: [client(result('p'))], conforms: [ask(4, 'prompts/list')] },
  'cache-ttl': { violates: page(4, { ttlMs: -1, cacheScope: 'public' }), conforms: page(4, HINTS) },
  'cache-scope': { violates: page(4, { ttlMs: 1500 }), conforms: page(4, HINTS) },
  'cache-scope-pages': {
    before: [...before, ...page(4, { ...HINTS, nextCursor: 'c2' })],
    violates: page(5, { ...HINTS, cacheScope: 'private' }, { cursor: 'c2' }),
    conforms: page(5, HINTS, { cursor: 'c2' }),
  },
  'cache-interim': {
    violates: [
      ask(4, 'prompts/get', { name: 'plan' }),
      server(result(4, { resultType: 'input_required', requestState: 's', cacheScope: 'private' })),
    ],
    conforms: [
      ask(4, 'prompts/get', { name: 'plan' }),
      server(result(4, { resultType: 'input_required', requestState: 's' })),
    ],
  },
});
