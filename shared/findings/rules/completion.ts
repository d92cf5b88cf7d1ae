import type { EventBody } from '#shared/recording';
import { client, failure, request, result, server } from '../examples/messages.ts';
import { afterHandshake, examples } from '../examples/script.ts';
import { describeRules, info, must, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('completion', 'any', {
  'completion-max-values': must('server', 'A-E', 'server/utilities/completion#completion-results'),
  'completion-ref-type': must('client', 'A-E', 'server/utilities/completion#reference-types'),
  'completion-context-strings': must('client', 'C-E', 'server/utilities/completion#completerequest'),
  'completion-totals': info('server', 'A-E', 'server/utilities/completion#completion-results', 'extra'),
  'completion-unknown-ref-code': should(
    'server',
    'A-E',
    { A: 'server/utilities/completion', B: 'server/utilities/completion#error-handling' },
    'extra',
  ),
  'completion-context-version': info('client', 'A-B', 'server/utilities/completion#completerequest', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'completion-max-values': {
    title: 'Return at most 100 completion values',
    found: 'The response has {0} values.',
    why: 'Clients show a short list while the user types; strictly typed clients reject more than 100 values.',
    fix: 'Return the best 100, set `hasMore` to true and put the number of all matches in `total`.',
  },
  'completion-ref-type': {
    title: 'Ask for completions of a prompt or a resource template',
    found: '`ref` is {0}.',
    why: 'Only these two can be completed. Arguments of tools cannot, in any protocol version.',
    fix: 'Send `{"type": "ref/prompt", "name": …}` or `{"type": "ref/resource", "uri": …}`.',
  },
  'completion-context-strings': {
    title: 'Pass completion context as strings',
    found: 'The context argument {0} is {1}.',
    why: 'Servers use these values as arguments of prompts and templates, which are strings.',
    fix: 'Convert each value to a string before you send it.',
  },
  'completion-totals': {
    title: 'Make total and hasMore agree with the values',
    found: '`total` is {0} and `hasMore` is {1}, with {2} values.',
    why: 'Clients use them to show whether there is more, and then show something wrong.',
    fix: 'Set `total` to the number of all matches, and `hasMore` to whether that is more than were returned.',
  },
  'completion-unknown-ref-code': {
    title: 'Respond to completion of unknown prompts with error -32602',
    found: 'The prompt {0} is not in the list, but the error code is {1}.',
    why: 'Clients learn from `-32602` that their list is out of date. Other codes look like a server failure.',
    fix: 'Return error `-32602` when `ref` names nothing that is registered.',
  },
  'completion-context-version': {
    title: 'Send no completion context before 2025-06-18',
    found: '`context` is sent in a protocol version that does not define it.',
    why: 'Older servers ignore it: the completions do not take the other arguments into account.',
    fix: 'Leave `context` out unless 2025-06-18 or later was negotiated.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'completion-max-values': {
    title: '补全值最多返回 100 个',
    found: '响应中有 {0} 个值。',
    why: '客户端在用户输入时只显示短列表，强类型客户端会拒绝超过 100 个值的响应。',
    fix: '返回最匹配的 100 个，把 `hasMore` 设为 true，并在 `total` 中给出总数。',
  },
  'completion-ref-type': {
    title: '只为提示词或资源模板请求补全',
    found: '`ref` 为 {0}。',
    why: '只有这两种可以补全；工具参数在任何协议版本中都不能补全。',
    fix: '发送 `{"type": "ref/prompt", "name": …}` 或 `{"type": "ref/resource", "uri": …}`。',
  },
  'completion-context-strings': {
    title: '补全上下文以字符串传递',
    found: '上下文参数 {0} 为 {1}。',
    why: '服务器把这些值用作提示词和模板的参数，而它们是字符串。',
    fix: '发送前把每个值转换为字符串。',
  },
  'completion-totals': {
    title: 'total 和 hasMore 要与值一致',
    found: '`total` 为 {0}，`hasMore` 为 {1}，实际有 {2} 个值。',
    why: '客户端据此显示是否还有更多，会显示错误的信息。',
    fix: '`total` 设为匹配总数，`hasMore` 表示总数是否多于返回的数量。',
  },
  'completion-unknown-ref-code': {
    title: '补全引用未知提示词时返回错误 -32602',
    found: '列表中没有提示词 {0}，错误码却是 {1}。',
    why: '客户端凭 `-32602` 得知列表已过期，其他错误码看起来像服务器故障。',
    fix: '`ref` 指向未注册的名称时返回错误 `-32602`。',
  },
  'completion-context-version': {
    title: '2025-06-18 之前不要发送补全上下文',
    found: '发送了 `context`，但当前协议版本没有定义它。',
    why: '旧服务器会忽略它，补全结果不会考虑其他参数。',
    fix: '只有协商到 2025-06-18 或更新的版本时才发送 `context`。',
  },
};

const before = afterHandshake('2025-11-25', { server: { completions: {}, prompts: {} } });
const REF = { type: 'ref/prompt', name: 'review' };
const argument = { name: 'language', value: 'p' };
const asked = (more: object): EventBody =>
  client(request('k1', 'completion/complete', { ref: REF, argument, ...more }));
const completed = (completion: object): readonly EventBody[] => [asked({}), server(result('k1', { completion }))];
const refused = (code: number): readonly EventBody[] => [
  asked({ ref: { ...REF, name: 'rewiev' } }),
  server(failure('k1', code, 'no such prompt')),
];

export const EXAMPLES = examples<typeof RULES>(before, {
  'completion-max-values': {
    violates: completed({ values: new Array<string>(101).fill('php') }),
    conforms: completed({ values: new Array<string>(100).fill('php'), total: 120, hasMore: true }),
  },
  'completion-ref-type': {
    violates: [asked({ ref: { type: 'ref/tool', name: 'review' } })],
    conforms: [asked({ ref: { type: 'ref/resource', uri: 'repo://{file}' } })],
  },
  'completion-context-strings': {
    violates: [asked({ context: { arguments: { strict: true } } })],
    conforms: [asked({ context: { arguments: { strict: 'true' } } })],
  },
  'completion-totals': {
    violates: completed({ values: ['perl', 'php'], total: 5, hasMore: false }),
    conforms: completed({ values: ['perl', 'php'], total: 5, hasMore: true }),
  },
  'completion-unknown-ref-code': {
    before: [...before, client(request('l1', 'prompts/list')), server(result('l1', { prompts: [{ name: 'review' }] }))],
    violates: refused(-32002),
    conforms: refused(-32602),
  },
  'completion-context-version': {
    before: afterHandshake('2024-11-05', { server: { prompts: {} } }),
    violates: [asked({ context: {} })],
    conforms: [asked({})],
  },
});
