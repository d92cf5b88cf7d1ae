import type { EventBody } from '#shared/recording';
import { client, complete, failure, meta, request, result, server } from '../examples/messages.ts';
import { discovered, examples } from '../examples/script.ts';
import { describeRules, info, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('modern-mrtr', 'any', {
  'mrtr-unsupported-method': mustNot('server', 'E', 'basic/patterns/mrtr#supported-requests'),
  'mrtr-empty': must('server', 'E', 'basic/patterns/mrtr#server-requirements-basic-workflow'),
  'mrtr-request-kind': must('server', 'E', 'basic/patterns/mrtr#server-requirements-basic-workflow'),
  'mrtr-undeclared-capability': mustNot('server', 'E', 'basic/patterns/mrtr#server-requirements-basic-workflow'),
  'mrtr-retry-id': must('client', 'E', 'basic/patterns/mrtr#client-requirements-basic-workflow'),
  'mrtr-state-echo': must('client', 'E', 'basic/patterns/mrtr#client-requirements-basic-workflow'),
  'mrtr-state-invented': mustNot('client', 'E', 'basic/patterns/mrtr#client-requirements-basic-workflow'),
  'mrtr-responses-complete': must('client', 'E', 'basic/patterns/mrtr#client-requirements-basic-workflow', 'warning'),
  'mrtr-response-shape': must('client', 'E', 'basic/patterns/mrtr#inputresponses'),
  'mrtr-cross-request': mustNot('client', 'E', 'basic/patterns/mrtr#client-requirements-basic-workflow'),
  'mrtr-missing-input-error': should('server', 'E', 'basic/patterns/mrtr#error-handling'),
  'mrtr-request-envelope': info('server', 'E', 'basic/patterns/mrtr#inputrequests', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'mrtr-unsupported-method': {
    title: 'Ask for input only in tools/call, prompts/get and resources/read',
    found: 'The result of `{0}` asks for input.',
    why: 'Clients expect `input_required` for these three methods only. For others they take it for a broken result.',
    fix: 'Complete every other request without input, or respond with an error.',
  },
  'mrtr-empty': {
    title: 'State in input_required what is needed',
    found: 'The result has neither `inputRequests` nor `requestState`.',
    why: 'The client has nothing to answer and nothing to send back. Resending the same request only loops.',
    fix: 'Add `inputRequests`, or `requestState` where the client should only try again.',
  },
  'mrtr-request-kind': {
    title: 'Write input requests as valid elicitation, sampling or roots requests',
    found: 'Entry {0} with method {1} is not a valid input request.',
    why: 'Clients can only respond to elicitation, sampling and roots requests. The whole call fails on an entry that they cannot read.',
    fix: 'Use `elicitation/create`, `sampling/createMessage` or `roots/list`, with the `params` that the method requires.',
  },
  'mrtr-undeclared-capability': {
    title: 'Ask only for input that the request declared',
    found: 'Entry {0} needs `{1}`, which `clientCapabilities` of this request lacks.',
    why: 'The client cannot give such an answer, and the call never completes.',
    fix: 'Read `clientCapabilities` of the request before you ask. If the input is needed, respond with error `-32021`.',
  },
  'mrtr-retry-id': {
    title: 'Send a retry under a new request id',
    found: 'The retry has id {0}, the same as the request before it.',
    why: 'A retry is a separate request. With the old id, logs and proxies take it for a copy that needs no response.',
    fix: 'Take the next id from your counter for every retry.',
  },
  'mrtr-state-echo': {
    title: 'Send requestState back unchanged',
    found: 'The server gave `requestState` {0}; in the retry it is {1}.',
    why: 'The server keeps what it has done so far in this value. Without it, the call starts over or fails.',
    fix: 'Copy `requestState` of the result into `params` of the retry, without reading or changing it.',
  },
  'mrtr-state-invented': {
    title: 'Send requestState only if the server gave one',
    found: '`requestState` is {0}; the server gave none for this call.',
    why: 'Servers verify this value and refuse one that they did not make.',
    fix: 'Leave `requestState` out unless the last `input_required` result of this call had it.',
  },
  'mrtr-responses-complete': {
    title: 'Answer every key of inputRequests',
    found: '`inputResponses` lacks {0}.',
    why: 'The server has to ask again, which costs a round trip and may show the same question twice.',
    fix: 'Collect the answers to all keys before the retry. A declined question needs an entry, too: `{ "action": "decline" }`.',
  },
  'mrtr-response-shape': {
    title: 'Send bare results in inputResponses',
    found: 'The answer under {0} is not a valid result of `{1}`.',
    why: 'Servers read the entry as the result itself. A JSON-RPC envelope around it hides the answer.',
    fix: 'Put the result object directly under its key, such as `{ "action": "accept", "content": {…} }`, without `jsonrpc`, `id` or `result` around it.',
  },
  'mrtr-cross-request': {
    title: 'Use requestState only for the call that it was given to',
    found: 'This `requestState` belongs to `{0}` {1}; the method, name or arguments differ here.',
    why: 'The value belongs to one call. In another it leads to wrong results, or lets steps be skipped.',
    fix: 'Keep the value with the pending call; send it only with the same method, name and arguments.',
  },
  'mrtr-missing-input-error': {
    title: 'Ask again when input is missing',
    found: 'Input {0} was missing, and the server responded with an error.',
    why: 'A client may be unable to answer everything at once. An error ends the call; a new question does not.',
    fix: 'Return `input_required` again with the keys that are still missing.',
  },
  'mrtr-request-envelope': {
    title: 'Leave jsonrpc and id out of inputRequests',
    found: 'Entry {0} has {1}.',
    why: 'The key of the map takes the place of the id. An id suggests a response that is never sent.',
    fix: 'Write each entry as `{ "method": …, "params": … }`.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'mrtr-unsupported-method': {
    title: '仅在 tools/call、prompts/get、resources/read 中请求输入',
    found: '`{0}` 的结果请求了输入。',
    why: '客户端只在这三个方法中处理 `input_required`，在其他方法中会视为结果损坏。',
    fix: '其他请求应直接完成而不请求输入，或返回错误。',
  },
  'mrtr-empty': {
    title: 'input_required 须说明需要什么',
    found: '结果中既没有 `inputRequests` 也没有 `requestState`。',
    why: '客户端没有可回复的内容，也没有可带回的状态，重发同一请求只会陷入循环。',
    fix: '加上 `inputRequests`；若只需客户端重试，则加上 `requestState`。',
  },
  'mrtr-request-kind': {
    title: '输入请求须是有效的 elicitation、sampling 或 roots 请求',
    found: '条目 {0}（方法：{1}）不是有效的输入请求。',
    why: '客户端只能回复征询、采样和根（roots）请求。遇到无法理解的条目，整个调用都会失败。',
    fix: '使用 `elicitation/create`、`sampling/createMessage` 或 `roots/list`，并带上该方法必需的 `params`。',
  },
  'mrtr-undeclared-capability': {
    title: '只要求客户端在该请求中声明支持的输入',
    found: '条目 {0} 需要 `{1}`，而该请求的 `clientCapabilities` 中没有。',
    why: '客户端无法给出这样的回复，调用永远无法完成。',
    fix: '先查看请求的 `clientCapabilities`。若必须有该输入，返回错误 `-32021`。',
  },
  'mrtr-retry-id': {
    title: '重试须使用新的请求 id',
    found: '重试的 id 为 {0}，与之前的请求相同。',
    why: '重试是独立的请求。沿用旧 id，日志和代理会把它当作无需响应的重复消息。',
    fix: '每次重试都从计数器取下一个 id。',
  },
  'mrtr-state-echo': {
    title: '原样带回 requestState',
    found: '服务器给出的 `requestState` 为 {0}；重试中：{1}。',
    why: '服务器用这个值保存已完成的步骤。缺少它，调用会从头开始或失败。',
    fix: '把结果中的 `requestState` 复制到重试的 `params` 中，不解析也不修改。',
  },
  'mrtr-state-invented': {
    title: '仅在服务器给出时才发送 requestState',
    found: '`requestState` 为 {0}，服务器并未为该调用给出此值。',
    why: '服务器会校验该值，不是自己生成的会被拒绝。',
    fix: '除非该调用最近的 `input_required` 结果中有 `requestState`，否则不要发送。',
  },
  'mrtr-responses-complete': {
    title: '回复 inputRequests 的每一个键',
    found: '`inputResponses` 缺少 {0}。',
    why: '服务器只能再次询问，多一次往返，用户还可能重复看到同一问题。',
    fix: '收齐所有键的回复后再重试。被拒绝的问题也要回复：`{ "action": "decline" }`。',
  },
  'mrtr-response-shape': {
    title: 'inputResponses 中直接放结果对象',
    found: '键 {0} 下的回复不是 `{1}` 的有效结果。',
    why: '服务器把条目本身当作结果读取，外面包一层 JSON-RPC 结构会使回复无法识别。',
    fix: '把结果对象直接放在键下，例如 `{ "action": "accept", "content": {…} }`，外面不要有 `jsonrpc`、`id` 或 `result`。',
  },
  'mrtr-cross-request': {
    title: 'requestState 只能用于它所属的调用',
    found: '该 `requestState` 属于 `{0}` {1} 的调用，这里的方法、名称或参数不同。',
    why: '该值只属于一个调用。用在别处会得到错误结果，或跳过必要步骤。',
    fix: '把该值与待完成的调用一起保存，仅在方法、名称和参数都相同时发送。',
  },
  'mrtr-missing-input-error': {
    title: '缺少输入时再次询问',
    found: '缺少输入 {0}，服务器返回了错误。',
    why: '客户端未必能一次回复所有问题。错误会终止调用，再次询问则不会。',
    fix: '再次返回 `input_required`，并列出仍缺少的键。',
  },
  'mrtr-request-envelope': {
    title: 'inputRequests 的条目不带 jsonrpc 和 id',
    found: '条目 {0} 带有 {1}。',
    why: '映射的键已起到 id 的作用。带上 id 会让人以为要发送响应，而实际不会。',
    fix: '每个条目写成 `{ "method": …, "params": … }`。',
  },
};

const FORMS = { elicitation: {} };
const before = discovered({ client: FORMS, server: { tools: {}, prompts: {} } });
const ask = (id: unknown, more: object = {}, method = 'tools/call', own: object = FORMS): EventBody =>
  client(request(id, method, { name: 'book', ...more, _meta: meta(own) }));
const FORM = {
  method: 'elicitation/create',
  params: { message: 'Which day?', requestedSchema: { type: 'object', properties: { day: { type: 'string' } } } },
};
const wants = (id: unknown, more: object = { inputRequests: { day: FORM } }): EventBody =>
  server(result(id, { resultType: 'input_required', ...more }));
const DAY = { action: 'accept', content: { day: 'Monday' } };
const answers = { inputResponses: { day: DAY } };
const asked = [...before, ask(4), wants(4)];
const withState = [...before, ask(4), wants(4, { inputRequests: { day: FORM }, requestState: 'r1.xQ' })];

export const EXAMPLES = examples<typeof RULES>(before, {
  'mrtr-unsupported-method': {
    violates: [ask(4, {}, 'tools/list'), wants(4)],
    conforms: [ask(4, {}, 'prompts/get'), wants(4)],
  },
  'mrtr-empty': { violates: [ask(4), wants(4, {})], conforms: [ask(4), wants(4)] },
  'mrtr-request-kind': {
    violates: [ask(4), wants(4, { inputRequests: { day: { method: 'ping' } } })],
    conforms: [ask(4), wants(4)],
  },
  'mrtr-undeclared-capability': {
    violates: [ask(4, {}, 'tools/call', { sampling: {} }), wants(4)],
    conforms: [ask(4), wants(4)],
  },
  'mrtr-retry-id': { before: asked, violates: [ask(4, answers)], conforms: [ask(5, answers)] },
  'mrtr-state-echo': {
    before: withState,
    violates: [ask(5, answers)],
    conforms: [ask(5, { ...answers, requestState: 'r1.xQ' })],
  },
  'mrtr-state-invented': {
    before: asked,
    violates: [ask(5, { ...answers, requestState: 'r1.xQ' })],
    conforms: [ask(5, answers)],
  },
  'mrtr-responses-complete': {
    before: asked,
    violates: [ask(5, { inputResponses: { date: DAY } })],
    conforms: [ask(5, answers)],
  },
  'mrtr-response-shape': {
    before: asked,
    violates: [ask(5, { inputResponses: { day: 'Monday' } })],
    conforms: [ask(5, answers)],
  },
  'mrtr-cross-request': {
    before: withState,
    violates: [ask(5, { arguments: { room: 2 }, ...answers, requestState: 'r1.xQ' })],
    conforms: [ask(5, { ...answers, requestState: 'r1.xQ' })],
  },
  'mrtr-missing-input-error': {
    before: withState,
    violates: [ask(5, { requestState: 'r1.xQ' }), server(failure(5, -32602, 'No day'))],
    conforms: [ask(5, { ...answers, requestState: 'r1.xQ' }), server(complete(5, { content: [] }))],
  },
  'mrtr-request-envelope': {
    violates: [ask(4), wants(4, { inputRequests: { day: { jsonrpc: '2.0', ...FORM } } })],
    conforms: [ask(4), wants(4)],
  },
});
