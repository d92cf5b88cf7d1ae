import type { EventBody } from '#shared/recording';
import { client, failure, request, result, server } from '../examples/messages.ts';
import { afterHandshake, type Example, examples } from '../examples/script.ts';
import { describeRules, info, must, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('sampling', 'any', {
  'sampling-max-tokens': must('server', 'A-E', 'client/sampling#creating-messages'),
  'sampling-content-array': must('both', 'A-C', 'client/sampling#messages'),
  'sampling-tool-result-only': must('server', 'D-E', 'client/sampling#tool-result-messages'),
  'sampling-tool-use-balance': must('server', 'D-E', 'client/sampling#tool-use-and-result-balance'),
  'sampling-priority-range': must('server', 'A-E', 'client/sampling#capability-priorities'),
  'sampling-tool-choice': must('client', 'D-E', 'client/sampling#tool-choice-modes', 'extra'),
  'sampling-rejected-code': should('client', 'A-D', 'client/sampling#error-handling', 'heuristic', 'extra'),
  'sampling-stop-reason': info(
    'client',
    'D-E',
    { D: 'client/sampling#creating-messages', E: 'client/sampling#result-fields' },
    'extra',
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'sampling-max-tokens': {
    title: 'Set maxTokens in every sampling request',
    found: '`maxTokens` is {0}.',
    why: 'Clients hand it to the model API, which needs a whole number. Without one they reject the request.',
    fix: 'Set `maxTokens` to a whole number that fits the task.',
  },
  'sampling-content-array': {
    title: 'Give each sampling message one content object',
    found: '`content` is an array.',
    why: 'Arrays of blocks were introduced in 2025-11-25. Older peers fail to parse the message.',
    fix: 'Send one block, and one message for each further block.',
  },
  'sampling-tool-result-only': {
    title: 'Keep tool results alone in a user message',
    found: 'A message of role {0} holds these blocks: {1}.',
    why: 'Model APIs take tool results only in a separate user message, and reject the request otherwise.',
    fix: 'Put the `tool_result` blocks into one user message and everything else into the next.',
  },
  'sampling-tool-use-balance': {
    title: 'Follow each tool_use with its tool_result',
    found: 'The `{0}` for {1} is missing in the message that must hold it.',
    why: 'Model APIs reject a conversation in which a tool call has no result, or a result has no tool call.',
    fix: 'After an assistant message with `tool_use`, send one user message with a `tool_result` for each id.',
  },
  'sampling-priority-range': {
    title: 'Keep model priorities between 0 and 1',
    found: '`{0}` is {1}.',
    why: 'Clients weigh the priorities against each other; typed ones reject other numbers.',
    fix: 'Scale the priorities to 0 (does not matter) to 1 (matters most).',
  },
  'sampling-tool-choice': {
    title: 'Follow toolChoice',
    found: '`toolChoice.mode` is `{0}`, and the result does not follow it.',
    why: 'The server relies on it: it either cannot run the tool now, or waits for its call.',
    fix: 'Pass `toolChoice` to the model API, and check the result before you send it.',
  },
  'sampling-rejected-code': {
    title: 'Use code -1 when the user rejects sampling',
    found: 'The code is {0}, with the message {1}.',
    why: 'Servers tell by `-1` that a user said no, and do not try again.',
    fix: 'Return `{"code": -1, "message": "User rejected sampling request"}`.',
  },
  'sampling-stop-reason': {
    title: 'Let stopReason agree with the content',
    found: '`stopReason` is {0}, which does not agree with the blocks of the result.',
    why: 'Servers decide by it whether to run tools and continue.',
    fix: 'Set `stopReason` to `toolUse` exactly when the content has `tool_use` blocks.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'sampling-max-tokens': {
    title: '每个采样请求都要设置 maxTokens',
    found: '`maxTokens` 为 {0}。',
    why: '客户端把它传给模型 API，而 API 需要整数；没有它客户端会拒绝请求。',
    fix: '把 `maxTokens` 设为适合该任务的整数。',
  },
  'sampling-content-array': {
    title: '每条采样消息只有一个内容对象',
    found: '`content` 是数组。',
    why: '内容数组自 2025-11-25 才有，较早的实现无法解析消息。',
    fix: '发送一个内容块，其余内容块各用一条消息。',
  },
  'sampling-tool-result-only': {
    title: '工具结果单独放在一条 user 消息中',
    found: '角色为 {0} 的消息含有这些内容块：{1}。',
    why: '模型 API 只接受单独一条 user 消息中的工具结果，否则拒绝请求。',
    fix: '把 `tool_result` 块放进一条 user 消息，其他内容放进下一条。',
  },
  'sampling-tool-use-balance': {
    title: '每个 tool_use 之后要有对应的 tool_result',
    found: '{1} 对应的 `{0}` 不在应包含它的消息中。',
    why: '工具调用没有结果，或结果没有调用时，模型 API 会拒绝整个对话。',
    fix: '在含 `tool_use` 的 assistant 消息之后，发送一条 user 消息，为每个 id 给出 `tool_result`。',
  },
  'sampling-priority-range': {
    title: '模型优先级取 0 到 1',
    found: '`{0}` 为 {1}。',
    why: '客户端要在各优先级之间权衡，强类型客户端会拒绝其他数值。',
    fix: '把优先级换算到 0（不重要）到 1（最重要）。',
  },
  'sampling-tool-choice': {
    title: '遵守 toolChoice',
    found: '`toolChoice.mode` 为 `{0}`，结果却没有照做。',
    why: '服务器依赖它：要么此时无法执行工具，要么正等待工具调用。',
    fix: '把 `toolChoice` 传给模型 API，发送前检查结果。',
  },
  'sampling-rejected-code': {
    title: '用户拒绝采样时使用错误码 -1',
    found: '错误码为 {0}，消息为 {1}。',
    why: '服务器凭 `-1` 得知是用户拒绝，不会再次尝试。',
    fix: '返回 `{"code": -1, "message": "User rejected sampling request"}`。',
  },
  'sampling-stop-reason': {
    title: 'stopReason 要与内容一致',
    found: '`stopReason` 为 {0}，与结果的内容块不一致。',
    why: '服务器据此决定是否执行工具并继续。',
    fix: '仅当内容含有 `tool_use` 块时把 `stopReason` 设为 `toolUse`。',
  },
};

const before = afterHandshake('2025-11-25', { client: { sampling: { tools: {} } } });
const user = (content: unknown): object => ({ role: 'user', content });
const ask = (more: object): EventBody =>
  server(
    request('q1', 'sampling/createMessage', {
      messages: [user({ type: 'text', text: 'Name three birds.' })],
      maxTokens: 40,
      ...more,
    }),
  );
const asked = (broken: object, kept: object): Example => ({ before, violates: [ask(broken)], conforms: [ask(kept)] });
const TEXT = { type: 'text', text: 'Wren, lark, crane.' };
const USE = { type: 'tool_use', id: 't7', name: 'birds', input: {} };
const RESULT = { type: 'tool_result', toolUseId: 't7', content: [TEXT] };
const CALLED = [user({ type: 'text', text: 'Name birds.' }), { role: 'assistant', content: [USE] }];
const said = (content: unknown, more: object = {}): EventBody =>
  client(result('q1', { role: 'assistant', model: 'm', content, ...more }));

export const EXAMPLES = examples<typeof RULES>([...before, ask({})], {
  'sampling-max-tokens': asked({ maxTokens: 40.5 }, { maxTokens: 40 }),
  'sampling-content-array': {
    before: [...afterHandshake('2025-03-26', { client: { sampling: {} } }), ask({})],
    violates: [said([TEXT])],
    conforms: [said(TEXT)],
  },
  'sampling-tool-result-only': asked(
    { messages: [...CALLED, user([RESULT, TEXT])] },
    { messages: [...CALLED, user([RESULT]), user([TEXT])] },
  ),
  'sampling-tool-use-balance': asked({ messages: [...CALLED, user(TEXT)] }, { messages: [...CALLED, user([RESULT])] }),
  'sampling-priority-range': asked(
    { modelPreferences: { speedPriority: -1 } },
    { modelPreferences: { speedPriority: 1 } },
  ),
  'sampling-tool-choice': {
    before: [
      ...before,
      ask({ tools: [{ name: 'birds', inputSchema: { type: 'object' } }], toolChoice: { mode: 'required' } }),
    ],
    violates: [said(TEXT)],
    conforms: [said(USE, { stopReason: 'toolUse' })],
  },
  'sampling-rejected-code': {
    violates: [client(failure('q1', -32000, 'Denied by the user'))],
    conforms: [client(failure('q1', -1, 'Denied by the user'))],
  },
  'sampling-stop-reason': {
    violates: [said(TEXT, { stopReason: 'toolUse' })],
    conforms: [said(TEXT, { stopReason: 'endTurn' })],
  },
});
