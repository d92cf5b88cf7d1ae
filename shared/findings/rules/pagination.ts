import type { EventBody } from '#shared/recording';
import { client, failure, request, result, server } from '../examples/messages.ts';
import { after, afterHandshake, examples } from '../examples/script.ts';
import { describeRules, must, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('pagination', 'any', {
  'page-cursor-string': must('both', 'A-E', 'server/utilities/pagination#response-format'),
  'page-cursor-invented': must('client', 'A-E', 'server/utilities/pagination#implementation-guidelines'),
  'page-cursor-cross-method': must(
    'client',
    'A-E',
    'server/utilities/pagination#implementation-guidelines',
    'inferred',
  ),
  'page-cursor-invalid-code': should('server', 'A-E', 'server/utilities/pagination#error-handling'),
  'page-cursor-loop': should('server', 'A-E', 'server/utilities/pagination#implementation-guidelines', 'inferred'),
  'page-not-followed': should(
    'client',
    'A-E',
    'server/utilities/pagination#implementation-guidelines',
    'info',
    'heuristic',
    'extra',
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'page-cursor-string': {
    title: 'Write cursors as strings, or leave them out',
    found: '{0} is {1}.',
    why: 'Many clients treat `null` as one more page and keep requesting forever; strict ones refuse the whole list.',
    fix: 'Leave `nextCursor` out on the last page, and `cursor` out for the first. Convert numbers to strings.',
  },
  'page-cursor-invented': {
    title: 'Send only cursors that the server gave',
    found: 'The server gave no cursor {0} for this list.',
    why: 'Cursors are opaque. A cursor that was made up or changed skips items, or fails.',
    fix: 'Send `nextCursor` of the previous page back unchanged.',
  },
  'page-cursor-cross-method': {
    title: 'Use a cursor only with the list that gave it',
    found: 'Cursor {0} was given by `{1}`.',
    why: 'In another list the cursor means nothing, or some other place.',
    fix: 'Keep the cursor with the loop that reads one list.',
  },
  'page-cursor-invalid-code': {
    title: 'Refuse unknown cursors with -32602',
    found: 'The server did not give cursor {0}, and the response is {1}.',
    why: 'A client that gets a page for a wrong cursor misses items and does not notice.',
    fix: 'Check the cursor before use, and respond with error `-32602` when it is unknown.',
  },
  'page-cursor-loop': {
    title: 'Give a new cursor on every page',
    found: 'Cursor {0} was already given earlier in this list.',
    why: 'Clients that read to the end never get there.',
    fix: 'Advance the cursor past the items of the page. Leave `nextCursor` out when no items are left.',
  },
  'page-not-followed': {
    title: 'Read lists to their last page',
    found: 'The page with cursor {0} was never requested.',
    why: 'Tools, prompts and resources on later pages are never seen.',
    fix: 'Send requests with `nextCursor` until a page has none. An empty string counts as a cursor.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'page-cursor-string': {
    title: '游标须为字符串，没有时省略',
    found: '{0} 为 {1}。',
    why: '许多客户端把 `null` 当作还有下一页而无限请求，严格的客户端会拒绝整个列表。',
    fix: '最后一页省略 `nextCursor`，第一页省略 `cursor`；数字转换为字符串。',
  },
  'page-cursor-invented': {
    title: '只发送服务器给出的游标',
    found: '服务器没有为该列表给出过游标 {0}。',
    why: '游标的内容对客户端没有意义。自造或改动的游标会漏掉条目，或导致失败。',
    fix: '原样发回上一页的 `nextCursor`。',
  },
  'page-cursor-cross-method': {
    title: '游标只能用于给出它的列表',
    found: '游标 {0} 来自 `{1}`。',
    why: '在另一个列表中，该游标没有意义，或指向别的位置。',
    fix: '把游标保存在读取单个列表的循环中。',
  },
  'page-cursor-invalid-code': {
    title: '对未知游标返回 -32602',
    found: '服务器没有给出过游标 {0}，得到的响应是 {1}。',
    why: '错误的游标也得到一页内容，客户端会漏掉条目而不自知。',
    fix: '使用前检查游标，无效时返回错误 `-32602`。',
  },
  'page-cursor-loop': {
    title: '每一页给出新的游标',
    found: '游标 {0} 在本次读取中已经出现过。',
    why: '要读到末尾的客户端永远读不完。',
    fix: '让游标越过本页的条目；没有更多条目时省略 `nextCursor`。',
  },
  'page-not-followed': {
    title: '读取列表直到最后一页',
    found: '游标 {0} 对应的页从未被请求。',
    why: '后面各页的工具、提示词和资源永远看不到。',
    fix: '用 `nextCursor` 继续请求，直到某页没有它为止。空字符串也是游标。',
  },
};

const before = afterHandshake('2025-06-18', { server: { prompts: {}, resources: {} } });
const asks = (id: number, cursor?: unknown, method = 'prompts/list'): EventBody =>
  client(request(id, method, cursor === undefined ? {} : { cursor }));
const page = (id: number, nextCursor?: unknown): EventBody =>
  server(result(id, { prompts: [{ name: `plan-${id}` }], ...(nextCursor === undefined ? {} : { nextCursor }) }));
const begun = [...before, asks(4), page(4, 'at:2')];

export const EXAMPLES = examples<typeof RULES>(begun, {
  'page-cursor-string': { before, violates: [asks(4), page(4, 2)], conforms: [asks(4), page(4, '2')] },
  'page-cursor-invented': { violates: [asks(5, 'at:3')], conforms: [asks(5, 'at:2')] },
  'page-cursor-cross-method': {
    violates: [asks(5, 'at:2', 'resources/list')],
    conforms: [asks(5, undefined, 'resources/list')],
  },
  'page-cursor-invalid-code': {
    violates: [asks(5, 'at:9'), server(failure(5, -32603, 'Out of range'))],
    conforms: [asks(5, 'at:9'), server(failure(5, -32602, 'Unknown cursor'))],
  },
  'page-cursor-loop': {
    before: [...begun, asks(5, 'at:2'), page(5, 'at:3')],
    violates: [asks(6, 'at:3'), page(6, 'at:2')],
    conforms: [asks(6, 'at:2'), page(6, 'at:3'), asks(7, 'at:3'), page(7)],
  },
  'page-not-followed': {
    violates: [after(60, client(request(5, 'prompts/get', { name: 'plan-4' })))],
    conforms: [asks(5, 'at:2'), page(5), after(60, client(request(6, 'prompts/get', { name: 'plan-4' })))],
  },
});
