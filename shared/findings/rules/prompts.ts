import type { EventBody } from '#shared/recording';
import { answered, client, failure, request, result } from '../examples/messages.ts';
import { afterHandshake, type Example, examples } from '../examples/script.ts';
import { describeRules, info, must, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('prompts', 'any', {
  'prompt-argument-strings': must('client', 'A-E', 'server/prompts#getting-a-prompt'),
  'prompt-missing-required-accepted': should('server', 'A-E', 'server/prompts#error-handling'),
  'prompt-unknown-code': should('server', 'A-E', 'server/prompts#error-handling'),
  'prompt-message-role': must('server', 'A-E', 'server/prompts#promptmessage'),
  'prompt-content-single': must('server', 'A-E', 'server/prompts#promptmessage'),
  'prompt-embedded-resource-mime': must('server', 'A-E', 'server/prompts#embedded-resources', 'warning'),
  'prompt-name-unique': must('server', 'A-E', 'server/prompts#prompt', 'warning', 'extra', 'inferred'),
  'prompt-argument-undeclared': info('client', 'A-E', 'server/prompts#prompt', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'prompt-argument-strings': {
    title: 'Pass prompt arguments as strings',
    found: 'The prompt argument {0} is {1}.',
    why: 'Prompt arguments are strings in every protocol version. Typed servers reject the request.',
    fix: 'Convert the value first: `String(value)`, or `JSON.stringify(value)` for arrays and objects.',
  },
  'prompt-missing-required-accepted': {
    title: 'Refuse prompts/get without a required argument',
    found: 'The required argument {0} is missing, and the response is: {1}.',
    why: 'The user gets a prompt with a gap in it, or an error that does not say what to fill in.',
    fix: 'Check the required arguments first and return error `-32602` that names the missing one.',
  },
  'prompt-unknown-code': {
    title: 'Respond to unknown prompt names with error -32602',
    found: 'The prompt {0} is not in the list, and the response is: {1}.',
    why: 'A client tells by this code that its list is out of date. Any other outcome looks like a failure of the server.',
    fix: 'Return the JSON-RPC error `-32602` for a prompt that is not registered.',
  },
  'prompt-message-role': {
    title: 'Use only user or assistant as role of prompt messages',
    found: '`role` of a prompt message is {0}.',
    why: 'There is no `system` role here. Typed clients reject the whole prompt.',
    fix: 'Put instructions into the first message with `"role": "user"`.',
  },
  'prompt-content-single': {
    title: 'Put one content object in each prompt message',
    found: '`content` of a prompt message is {0}.',
    why: 'In prompts it is one block, neither an array nor a string. Typed clients reject the whole prompt.',
    fix: 'Send one block, `{"type": "text", "text": …}`, and one message for each further block.',
  },
  'prompt-embedded-resource-mime': {
    title: 'Give embedded resources in prompts a uri, a MIME type and a body',
    found: 'A resource in a prompt message has no {0}.',
    why: 'The host has to decide from the MIME type how to hand the resource to the model.',
    fix: 'Set `uri`, `mimeType` and either `text` or `blob`.',
  },
  'prompt-name-unique': {
    title: 'Give every prompt a unique name',
    found: 'The name {0} is in the list more than once.',
    why: '`prompts/get` identifies the prompt only by its name. With duplicates, either of them may be returned.',
    fix: 'Rename one of the prompts, or register it once.',
  },
  'prompt-argument-undeclared': {
    title: 'Pass only arguments that the prompt declares',
    found: 'The prompt does not declare the argument {0}.',
    why: 'Servers ignore it or refuse the request. Often it is a typing mistake in the name.',
    fix: 'Use the names in `arguments` of the listed prompt.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'prompt-argument-strings': {
    title: '提示词参数必须是字符串',
    found: '提示词参数 {0} 为 {1}。',
    why: '所有协议版本中提示词参数都是字符串，强类型服务器会拒绝请求。',
    fix: '先转换为字符串：`String(value)`；数组和对象用 `JSON.stringify(value)`。',
  },
  'prompt-missing-required-accepted': {
    title: '缺少必需参数时拒绝 prompts/get',
    found: '缺少必需参数 {0}，响应却是：{1}。',
    why: '用户会得到有空缺的提示词，或看不出该填什么的错误。',
    fix: '先检查必需参数，缺少时返回错误 `-32602` 并写明参数名。',
  },
  'prompt-unknown-code': {
    title: '提示词名称未知时返回错误 -32602',
    found: '列表中没有提示词 {0}，响应却是：{1}。',
    why: '客户端凭此错误码得知列表已过期；其他结果看起来像服务器故障。',
    fix: '提示词未注册时返回 JSON-RPC 错误 `-32602`。',
  },
  'prompt-message-role': {
    title: '提示词消息的 role 只能是 user 或 assistant',
    found: '提示词消息的 `role` 为 {0}。',
    why: '这里没有 `system` 角色，强类型客户端会拒绝整个提示词。',
    fix: '把指令放进第一条 `"role": "user"` 的消息。',
  },
  'prompt-content-single': {
    title: '每条提示词消息只放一个内容对象',
    found: '提示词消息的 `content` 为 {0}。',
    why: '提示词中它是单个内容块，不是数组，也不是字符串；强类型客户端会拒绝整个提示词。',
    fix: '发送一个内容块 `{"type": "text", "text": …}`，其余内容块各用一条消息。',
  },
  'prompt-embedded-resource-mime': {
    title: '提示词内嵌的资源要有 uri、MIME 类型和内容',
    found: '提示词消息中的资源缺少 {0}。',
    why: '宿主根据 MIME 类型决定如何把资源交给模型。',
    fix: '设置 `uri`、`mimeType`，以及 `text` 或 `blob` 之一。',
  },
  'prompt-name-unique': {
    title: '提示词名称不得重复',
    found: '名称 {0} 在列表中出现多次。',
    why: '`prompts/get` 只凭名称区分，重名时无法确定返回哪一个。',
    fix: '给其中一个提示词改名，或只注册一次。',
  },
  'prompt-argument-undeclared': {
    title: '只传递提示词声明过的参数',
    found: '提示词没有声明参数 {0}。',
    why: '服务器会忽略它或拒绝请求，往往是参数名写错了。',
    fix: '使用所列提示词 `arguments` 中的名称。',
  },
};

const before = afterHandshake('2025-06-18', { server: { prompts: {} } });
const REVIEW = { name: 'review', arguments: [{ name: 'language', required: true }, { name: 'tone' }] };
const listing = (...prompts: readonly object[]): readonly EventBody[] =>
  answered(request('l1', 'prompts/list'), result('l1', { prompts }));
const got = (params: object, outcome: object): readonly EventBody[] =>
  answered(request('p1', 'prompts/get', params), outcome);
const messages = (...list: readonly object[]): readonly EventBody[] =>
  got({ name: 'review' }, result('p1', { messages: list }));
const TEXT = { type: 'text', text: 'Review this.' };
const user = (content: unknown): object => ({ role: 'user', content });
const passed = (name: string, value: unknown): readonly EventBody[] => [
  client(request('p1', 'prompts/get', { name: 'review', arguments: { language: 'Go', [name]: value } })),
];
const after = (violates: readonly EventBody[], conforms: readonly EventBody[]): Example => ({
  before: [...before, ...listing(REVIEW)],
  violates,
  conforms,
});

export const EXAMPLES = examples<typeof RULES>(before, {
  'prompt-argument-strings': { violates: passed('tone', ['dry']), conforms: passed('tone', 'dry') },
  'prompt-missing-required-accepted': after(
    got({ name: 'review', arguments: { tone: 'dry' } }, result('p1', { messages: [user(TEXT)] })),
    got({ name: 'review', arguments: { tone: 'dry' } }, failure('p1', -32602, 'language is missing')),
  ),
  'prompt-unknown-code': after(
    got({ name: 'rewiev' }, result('p1', { messages: [] })),
    got({ name: 'rewiev' }, failure('p1', -32602, 'no such prompt')),
  ),
  'prompt-message-role': { violates: messages({ role: 'tool', content: TEXT }), conforms: messages(user(TEXT)) },
  'prompt-content-single': { violates: messages(user([TEXT])), conforms: messages(user(TEXT)) },
  'prompt-embedded-resource-mime': {
    violates: messages(user({ type: 'resource', resource: { uri: 'repo://main.go', text: 'package main' } })),
    conforms: messages(
      user({ type: 'resource', resource: { uri: 'repo://main.go', mimeType: 'text/x-go', text: 'package main' } }),
    ),
  },
  'prompt-name-unique': { violates: listing(REVIEW, REVIEW), conforms: listing(REVIEW, { name: 'summary' }) },
  'prompt-argument-undeclared': after(passed('lang', 'Go'), passed('tone', 'dry')),
});
